/*
 * At its start an image checks that the processor has every feature it was compiled for. The mask holds,
 * byte by byte, ~1 for a required feature and all ones for any other; or-ed with the processor's own 0 or 1
 * each byte must be full.
 */
#include <stdio.h>
#include <stdlib.h>

#if defined(__x86_64__)
#include "amd64cpufeatures.h"
#elif defined(__aarch64__)
#include "aarch64cpufeatures.h"
#endif

void determineCPUFeatures(CPUFeatures *features); /* cpu_amd64.c or cpu_aarch64.c */

int checkCPUFeatures(const unsigned char *mask) {
  CPUFeatures features;
  determineCPUFeatures(&features);
  const unsigned char *present = (const unsigned char *)&features;
  for (size_t i = 0; i < sizeof features; i++) {
    if ((unsigned char)(mask[i] | present[i]) != 0xff) {
      return 1;
    }
  }
  return 0;
}

int checkCPUFeaturesOrExit(const unsigned char *mask, const char *message) {
  if (checkCPUFeatures(mask) != 0) {
    fprintf(stderr, "%s\n", message);
    exit(1);
  }
  return 0;
}
