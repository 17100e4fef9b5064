/*
 * The few functions of the virtual machine (JVM_*, jio_*) that the JDK's C libraries really call in an
 * image. All others become stubs that name themselves and abort, see missing.h.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <jni.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- start and end of the process --- */

void initialize(void) {}

void JVM_BeforeHalt(void) {}

void JVM_Halt(jint code) { _exit(code); }

/* --- time and processors --- */

static const jlong NANOS_PER_SECOND = 1000000000;

static struct timespec now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time;
}

jlong JVM_NanoTime(JNIEnv *env, jclass class) {
  struct timespec time = now(CLOCK_MONOTONIC);
  return (jlong)time.tv_sec * NANOS_PER_SECOND + time.tv_nsec;
}

jlong JVM_CurrentTimeMillis(JNIEnv *env, jclass class) {
  struct timespec time = now(CLOCK_REALTIME);
  return (jlong)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* The time in nanoseconds since an offset in seconds; -1 tells the caller to choose a nearer offset. */
jlong JVM_GetNanoTimeAdjustment(JNIEnv *env, jclass class, jlong offset) {
  const jlong limit = 1LL << 32;
  struct timespec time = now(CLOCK_REALTIME);
  jlong seconds = (jlong)time.tv_sec - offset;
  if (seconds > limit || seconds < -limit) {
    return -1;
  }
  return seconds * NANOS_PER_SECOND + time.tv_nsec;
}

jint JVM_ActiveProcessorCount(void) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 0) {
    return CPU_COUNT(&allowed);
  }
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online < 1 ? 1 : (jint)online;
}

/* --- shared libraries --- */

void *JVM_LoadLibrary(const char *name, jboolean throw_exception) {
  (void)throw_exception;
  return dlopen(name, RTLD_LAZY);
}

void JVM_UnloadLibrary(void *library) { dlclose(library); }

void *JVM_FindLibraryEntry(void *library, const char *name) { return dlsym(library, name); }

jboolean JVM_IsSupportedJNIVersion(jint version) { return version >= JNI_VERSION_1_2; }

/* --- what kind of virtual machine this is --- */

jboolean JVM_IsUseContainerSupport(void) { return JNI_FALSE; }

jboolean JVM_IsContainerized(void) { return JNI_FALSE; }

jboolean JVM_IsStaticallyLinked(void) { return JNI_TRUE; }

/* --- files --- */

char *JVM_NativePath(char *path) { return path; }

jstring JVM_GetTemporaryDirectory(JNIEnv *env) { return (*env)->NewStringUTF(env, "/tmp"); }

/* --- locks of the zip library --- */

void *JVM_RawMonitorCreate(void) {
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  if (mutex != NULL) {
    pthread_mutex_init(mutex, NULL);
  }
  return mutex;
}

void JVM_RawMonitorDestroy(void *mutex) {
  pthread_mutex_destroy(mutex);
  free(mutex);
}

jint JVM_RawMonitorEnter(void *mutex) { return pthread_mutex_lock(mutex); }

void JVM_RawMonitorExit(void *mutex) { pthread_mutex_unlock(mutex); }

/* --- signals --- */

/* The number of a signal by its name without SIG, or -1. */
jint JVM_FindSignal(const char *name) {
  for (int signal = 1; signal < NSIG; signal++) {
    const char *known = sigabbrev_np(signal);
    if (known != NULL && strcmp(known, name) == 0) {
      return signal;
    }
  }
  return -1;
}

jboolean JVM_RaiseSignal(jint signal) { return raise(signal) == 0; }

/* --- the JDK's printf: -1 when the text does not fit --- */

int jio_vsnprintf(char *buffer, size_t size, const char *format, va_list arguments) {
  if ((ssize_t)size <= 0) {
    return -1;
  }
  int length = vsnprintf(buffer, size, format, arguments);
  return length >= (int)size ? -1 : length;
}

int jio_snprintf(char *buffer, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = jio_vsnprintf(buffer, size, format, arguments);
  va_end(arguments);
  return length;
}

int jio_vfprintf(FILE *file, const char *format, va_list arguments) {
  return vfprintf(file, format, arguments);
}

int jio_fprintf(FILE *file, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vfprintf(file, format, arguments);
  va_end(arguments);
  return length;
}
