/*
 * sun.misc.Signal: a signal handler may do next to nothing, so it counts the signal and wakes a Java thread
 * by a semaphore. That thread takes the signals one by one and calls the Java handlers.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>

static sem_t wake;
static volatile int is_open;
static volatile long pending[NSIG];

static void count_and_wake(int signal) {
  int saved_errno = errno;
  __sync_fetch_and_add(&pending[signal], 1);
  sem_post(&wake);
  errno = saved_errno;
}

/* 0: opened; 1: somebody else has it open; otherwise the semaphore could not be made. */
int cSunMiscSignal_open(void) {
  if (!__sync_bool_compare_and_swap(&is_open, 0, 1)) {
    return 1;
  }
  memset((void *)pending, 0, sizeof pending);
  return sem_init(&wake, 0, 0);
}

int cSunMiscSignal_close(void) {
  int result = sem_destroy(&wake);
  is_open = 0;
  return result;
}

int cSunMiscSignal_awaitSemaphore(void) {
  int result;
  do {
    result = sem_wait(&wake);
  } while (result != 0 && errno == EINTR);
  return result;
}

int cSunMiscSignal_signalSemaphore(void) { return sem_post(&wake); }

char cSunMiscSignal_signalRangeCheck(int signal) { return signal >= 0 && signal < NSIG; }

/* Takes one pending signal, or returns -1. */
int cSunMiscSignal_checkPendingSignal(void) {
  for (int signal = 0; signal < NSIG; signal++) {
    long count = pending[signal];
    while (count > 0) {
      if (__sync_bool_compare_and_swap(&pending[signal], count, count - 1)) {
        return signal;
      }
      count = pending[signal];
    }
  }
  return -1;
}

void (*cSunMiscSignal_signalHandlerFunctionPointer(void))(int) { return count_and_wake; }
