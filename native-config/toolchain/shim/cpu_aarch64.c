/* Which features this arm64 processor has, as the kernel tells every process. */
#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <string.h>
#include <sys/auxv.h>

#include "aarch64cpufeatures.h"

static int has(unsigned long capabilities, unsigned long flag) { return (capabilities & flag) != 0; }

void determineCPUFeatures(CPUFeatures *f) {
  unsigned long first = getauxval(AT_HWCAP);
  unsigned long second = getauxval(AT_HWCAP2);
  memset(f, 0, sizeof *f);
  f->fFP = has(first, HWCAP_FP);
  f->fASIMD = has(first, HWCAP_ASIMD);
  f->fEVTSTRM = has(first, HWCAP_EVTSTRM);
  f->fAES = has(first, HWCAP_AES);
  f->fPMULL = has(first, HWCAP_PMULL);
  f->fSHA1 = has(first, HWCAP_SHA1);
  f->fSHA2 = has(first, HWCAP_SHA2);
  f->fCRC32 = has(first, HWCAP_CRC32);
  f->fLSE = has(first, HWCAP_ATOMICS);
  f->fDCPOP = has(first, HWCAP_DCPOP);
  f->fSHA3 = has(first, HWCAP_SHA3);
  f->fSHA512 = has(first, HWCAP_SHA512);
  f->fSVE = has(first, HWCAP_SVE);
  f->fPACA = has(first, HWCAP_PACA);
  f->fFPHP = has(first, HWCAP_FPHP);
  f->fASIMDHP = has(first, HWCAP_ASIMDHP);
  f->fSVE2 = has(second, HWCAP2_SVE2);
  f->fSVEBITPERM = has(second, HWCAP2_SVEBITPERM);
}
#endif
