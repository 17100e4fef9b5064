/* Which features this amd64 processor has, by cpuid. Bit numbers are those of Intel's and AMD's manuals. */
#if defined(__x86_64__)
#include <cpuid.h>
#include <string.h>

#include "amd64cpufeatures.h"

/* The four registers in which cpuid answers. */
typedef struct {
  unsigned a, b, c, d;
} registers;

static registers cpuid(unsigned leaf, unsigned subleaf) {
  registers r;
  __cpuid_count(leaf, subleaf, r.a, r.b, r.c, r.d);
  return r;
}

static int bit(unsigned reg, int number) { return (reg >> number) & 1; }

/*
 * Which register files the operating system saves on a context switch: without that AVX must not be used.
 */
static unsigned saved_register_files(registers leaf1) {
  unsigned low = 0, high = 0;
  if (bit(leaf1.c, 27)) {
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  }
  return low;
}

static void basic_features(CPUFeatures *f, registers r, int avx) {
  f->fTSC = bit(r.d, 4);
  f->fCX8 = bit(r.d, 8);
  f->fCMOV = bit(r.d, 15);
  f->fFLUSH = bit(r.d, 19);
  f->fMMX = bit(r.d, 23);
  f->fFXSR = bit(r.d, 24);
  f->fSSE = bit(r.d, 25);
  f->fSSE2 = bit(r.d, 26);
  f->fHT = bit(r.d, 28);
  f->fSSE3 = bit(r.c, 0);
  f->fCLMUL = bit(r.c, 1);
  f->fSSSE3 = bit(r.c, 9);
  f->fSSE4_1 = bit(r.c, 19);
  f->fSSE4_2 = bit(r.c, 20);
  f->fPOPCNT = bit(r.c, 23);
  f->fAES = bit(r.c, 25);
  f->fHV = bit(r.c, 31);
  f->fAVX = avx;
  f->fVZEROUPPER = avx;
  f->fFMA = avx && bit(r.c, 12);
  f->fF16C = avx && bit(r.c, 29);
}

static void extended_features(CPUFeatures *f, registers r, int avx) {
  f->fBMI1 = bit(r.b, 3);
  f->fAVX2 = avx && bit(r.b, 5);
  f->fBMI2 = bit(r.b, 8);
  f->fERMS = bit(r.b, 9);
  f->fRTM = bit(r.b, 11);
  f->fADX = bit(r.b, 19);
  f->fFLUSHOPT = bit(r.b, 23);
  f->fCLWB = bit(r.b, 24);
  f->fSHA = bit(r.b, 29);
  f->fPKU = bit(r.c, 3);
  f->fOSPKE = bit(r.c, 4);
  f->fCET_SS = bit(r.c, 7);
  f->fGFNI = bit(r.c, 8);
  f->fRDPID = bit(r.c, 22);
  f->fFSRM = bit(r.d, 4);
  f->fSERIALIZE = bit(r.d, 14);
  f->fCET_IBT = bit(r.d, 20);
}

static void avx512_features(CPUFeatures *f, registers r) {
  f->fAVX512F = 1;
  f->fAVX512DQ = bit(r.b, 17);
  f->fAVX512_IFMA = bit(r.b, 21);
  f->fAVX512PF = bit(r.b, 26);
  f->fAVX512ER = bit(r.b, 27);
  f->fAVX512CD = bit(r.b, 28);
  f->fAVX512BW = bit(r.b, 30);
  f->fAVX512VL = bit(r.b, 31);
  f->fAVX512_VBMI = bit(r.c, 1);
  f->fAVX512_VBMI2 = bit(r.c, 6);
  f->fAVX512_VAES = bit(r.c, 9);
  f->fAVX512_VPCLMULQDQ = bit(r.c, 10);
  f->fAVX512_VNNI = bit(r.c, 11);
  f->fAVX512_BITALG = bit(r.c, 12);
  f->fAVX512_VPOPCNTDQ = bit(r.c, 14);
  f->fAVX512_FP16 = bit(r.d, 23);
}

void determineCPUFeatures(CPUFeatures *f) {
  memset(f, 0, sizeof *f);
  unsigned last = __get_cpuid_max(0, NULL);
  unsigned last_extended = __get_cpuid_max(0x80000000, NULL);
  if (last < 1) {
    return;
  }
  registers leaf1 = cpuid(1, 0);
  unsigned saved = saved_register_files(leaf1);
  int avx = bit(leaf1.c, 28) && (saved & 0x06) == 0x06;
  basic_features(f, leaf1, avx);
  if (last >= 7) {
    registers leaf7 = cpuid(7, 0);
    extended_features(f, leaf7, avx);
    if (avx && (saved & 0xe0) == 0xe0 && bit(leaf7.b, 16)) {
      avx512_features(f, leaf7);
    }
    if (leaf7.a >= 1) {
      registers leaf7_1 = cpuid(7, 1);
      f->fSHA512 = avx && bit(leaf7_1.a, 0);
      f->fAVX_IFMA = avx && bit(leaf7_1.a, 23);
    }
  }
  if (last_extended >= 0x80000001) {
    registers r = cpuid(0x80000001, 0);
    f->fLZCNT = bit(r.c, 5);
    f->fSSE4A = bit(r.c, 6);
    f->fAMD_3DNOW_PREFETCH = bit(r.c, 8);
    f->fRDTSCP = bit(r.d, 27);
  }
  if (last_extended >= 0x80000007) {
    f->fTSCINV = f->fTSCINV_BIT = bit(cpuid(0x80000007, 0).d, 8);
  }
}
#endif
