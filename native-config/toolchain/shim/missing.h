/*
 * A JVM_* function that some JDK library mentions and that no image has needed so far. Should one be called
 * after all, the process says which and stops: write that function in jvm.c then.
 */
#include <stdio.h>
#include <stdlib.h>

#define MISSING(name)                                                         \
  void name(void) {                                                           \
    fprintf(stderr, "native JVM function not in this image: %s\n", #name);    \
    abort();                                                                  \
  }
