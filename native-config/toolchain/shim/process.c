/* Small doors from the image's run time to libc and the kernel. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- environment and time zone --- */

extern char **environ;
extern char *findJavaTZ_md(const char *java_home); /* in libjava.a */

char **getEnviron(void) { return environ; }

/* The mappings are for platforms whose time zones have other names than Java's; Linux needs none. */
char *SVM_FindJavaTZmd(const char *mappings, int length) {
  (void)mappings;
  (void)length;
  return findJavaTZ_md(NULL);
}

/* --- threads and memory --- */

int getThreadId(void) { return (int)syscall(SYS_gettid); }

void *mremapP(void *old, size_t old_size, size_t new_size, int flags, void *new) {
  return mremap(old, old_size, new_size, flags, new);
}

/* Code written to memory must be seen by the processor before it runs (does nothing on amd64). */
void codeSynchronization_clearCache(long start, long length) {
  __builtin___clear_cache((char *)start, (char *)start + length);
}

static ssize_t read_whole(const char *path, char *buffer, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return -1;
  }
  ssize_t length = read(fd, buffer, size - 1);
  close(fd);
  if (length >= 0) {
    buffer[length] = '\0';
  }
  return length;
}

/* A thread's CPU time in user mode, in nanoseconds, or -1. In /proc/.../stat it is field 14. */
long getThreadUserTimeSlow(int thread) {
  char path[64], stat[1024];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
  if (read_whole(path, stat, sizeof stat) <= 0) {
    return -1;
  }
  /* Field 2 is the thread's name in parentheses, and may contain anything: count from its end. */
  char *after_name = strrchr(stat, ')');
  unsigned long ticks;
  if (after_name == NULL ||
      sscanf(after_name + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu", &ticks) != 1) {
    return -1;
  }
  return (long)ticks * (1000000000L / sysconf(_SC_CLK_TCK));
}

/*
 * --- variadic functions of libc with a fixed number of arguments, which is all that an image can call ---
 */

int fprintfSD(FILE *file, const char *format, const char *text, int number) {
  return fprintf(file, format, text, number);
}

int openSII(const char *path, int flags, int mode) { return open(path, flags, mode); }

int openatISII(int folder, const char *path, int flags, int mode) {
  return openat(folder, path, flags, mode);
}
