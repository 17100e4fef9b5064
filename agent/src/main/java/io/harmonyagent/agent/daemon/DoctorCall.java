package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.doctor.DeviceDoctor;
import io.harmonyagent.agent.doctor.Finding;
import io.harmonyagent.core.call.Answer;
import io.harmonyagent.core.call.CallHandler;
import io.harmonyagent.core.document.JsonWriter;

/** The verb {@code doctor}: what the device finds wrong with itself. */
record DoctorCall(DeviceDoctor doctor) implements CallHandler {
  @Override
  public String verb() {
    return "doctor";
  }

  @Override
  public int atOnce() {
    return 1;
  }

  @Override
  public void answer(byte[] request, Answer answer) throws InterruptedException {
    answer.write(JsonWriter.compact(Finding.toNode(doctor.look())));
  }
}
