/*
 * clock FILE COMMAND...: runs a command whose wall clock is ahead of this machine's by the nanoseconds (8 bytes, native) that
 * FILE holds at that moment; its monotonic clock is everybody's. For programs that an LD_PRELOAD does not reach: those in
 * Go or without a libc ask the kernel themselves.
 *
 * How: the kernel's shared page of clocks is hidden from the program, so that it must ask by a system call; a filter hands
 * each question for the wall clock to us. We answer it; all others go on as they were, at full speed.
 * SIGTERM and SIGINT are passed on; when we die, so does the program.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined __x86_64__
typedef struct user_regs_struct registers;
#define STACK(r) ((r).rsp)
#define FIRST(r) ((r).rdi)
#define SECOND(r) ((r).rsi)
#elif defined __aarch64__
typedef struct user_regs_struct registers;
#define STACK(r) ((r).sp)
#define FIRST(r) ((r).regs[0])
#define SECOND(r) ((r).regs[1])
#else
#error "no registers known for this processor"
#endif

static pid_t program;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void pass_on(int signal_number) { kill(program, signal_number); }

static void get_registers(pid_t thread, registers *all) {
  struct iovec space = {all, sizeof *all};
  ptrace(PTRACE_GETREGSET, thread, (void *)NT_PRSTATUS, &space);
}

/* The call is not made, and seems to have succeeded. */
static void answer_for_the_kernel(pid_t thread, registers *all) {
#if defined __x86_64__
  all->orig_rax = -1ULL;
  all->rax = 0;
#else
  int none = -1;
  struct iovec call = {&none, sizeof none};
  ptrace(PTRACE_SETREGSET, thread, (void *)NT_ARM_SYSTEM_CALL, &call);
  all->regs[0] = 0;
#endif
  struct iovec space = {all, sizeof *all};
  ptrace(PTRACE_SETREGSET, thread, (void *)NT_PRSTATUS, &space);
}

static void put(pid_t thread, unsigned long address, void *value, size_t size) {
  struct iovec ours = {value, size}, theirs = {(void *)address, size};
  if (process_vm_writev(thread, &ours, 1, &theirs, 1, 0) < 0 && errno != ESRCH)
    perror("clock: process_vm_writev");
}

static void tell_the_time(pid_t thread, long long ahead_ns) {
  registers all;
  get_registers(thread, &all);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  long long ns = now.tv_sec * 1000000000LL + now.tv_nsec + ahead_ns;
  unsigned long message = 0;
  ptrace(PTRACE_GETEVENTMSG, thread, 0, &message);
  if (message == SYS_clock_gettime) {
    struct timespec time = {ns / 1000000000, ns % 1000000000};
    put(thread, SECOND(all), &time, sizeof time);
  } else if (FIRST(all)) {
    long time[2] = {ns / 1000000000, ns % 1000000000 / 1000};
    put(thread, FIRST(all), time, sizeof time);
  }
  answer_for_the_kernel(thread, &all);
}

/* Just after exec the stack holds: argument count, arguments, 0, environment, 0, pairs of what the kernel tells. */
static void hide_the_page_of_clocks(pid_t thread) {
  registers all;
  get_registers(thread, &all);
  unsigned long address = STACK(all);
  unsigned long count = (unsigned long)ptrace(PTRACE_PEEKDATA, thread, address, 0);
  address += (count + 2) * sizeof(long);
  while (ptrace(PTRACE_PEEKDATA, thread, address, 0))
    address += sizeof(long);
  address += sizeof(long);
  for (long kind; (kind = ptrace(PTRACE_PEEKDATA, thread, address, 0)) != AT_NULL; address += 2 * sizeof(long))
    if (kind == AT_SYSINFO_EHDR)
      ptrace(PTRACE_POKEDATA, thread, address, (void *)AT_IGNORE);
}

static void ask_us_for_the_wall_clock(void) {
  struct sock_filter steps[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef SYS_gettimeofday
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_gettimeofday, 4, 0),
#endif
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_gettime, 0, 2),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CLOCK_REALTIME, 2, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
#ifdef SYS_gettimeofday
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE | (SYS_gettimeofday & SECCOMP_RET_DATA)),
#endif
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE | (SYS_clock_gettime & SECCOMP_RET_DATA)),
  };
  struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
    fail("clock: seccomp");
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: clock FILE COMMAND...\n");
    return 2;
  }
  int file = open(arguments[1], O_RDONLY | O_CLOEXEC);
  volatile long long *ahead_ns = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *ahead_ns, PROT_READ, MAP_SHARED, file, 0);
  if (ahead_ns == MAP_FAILED)
    fail(arguments[1]);
  program = fork();
  if (program == 0) {
    raise(SIGSTOP);
    ask_us_for_the_wall_clock();
    execvp(arguments[2], arguments + 2);
    fail(arguments[2]);
  }
  int status;
  waitpid(program, &status, WUNTRACED);
  if (ptrace(PTRACE_SEIZE, program, 0,
             PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEEXEC | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                 PTRACE_O_TRACEVFORK | PTRACE_O_EXITKILL) < 0)
    fail("clock: ptrace");
  kill(program, SIGCONT);
  signal(SIGTERM, pass_on);
  signal(SIGINT, pass_on);

  for (pid_t thread; (thread = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR;) {
    if (thread <= 0)
      continue;
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread == program)
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      continue;
    }
    int event = status >> 16, signal_number = WSTOPSIG(status);
    if (event == PTRACE_EVENT_STOP && signal_number != SIGTRAP) {
      /* It was stopped as a group, and stays so until somebody lets it go on. */
      ptrace(PTRACE_LISTEN, thread, 0, 0);
      continue;
    }
    if (event == PTRACE_EVENT_SECCOMP)
      tell_the_time(thread, *ahead_ns);
    else if (event == PTRACE_EVENT_EXEC)
      hide_the_page_of_clocks(thread);
    ptrace(PTRACE_CONT, thread, 0, event ? 0 : (long)signal_number);
  }
  return 1;
}
