#include <errno.h>
#include <signal.h>
#include <stdlib.h>

void __muster_unmodelled(void);

static __sighandler_t handlers[NSIG];

// Those that come from what the program does wrong, or from abort.
static int fault(int signal) {
  return signal == SIGILL || signal == SIGTRAP || signal == SIGABRT || signal == SIGBUS || signal == SIGFPE || signal == SIGSEGV || signal == SIGSYS;
}

// Signals come from raise only.
__sighandler_t signal(int signal, __sighandler_t handler) {
  if (signal < 1 || signal >= NSIG || signal == SIGKILL || signal == SIGSTOP || handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  if (fault(signal) && handler != SIG_DFL && handler != SIG_IGN) __muster_unmodelled();
  __sighandler_t old = handlers[signal];
  handlers[signal] = handler;
  return old;
}

int raise(int signal) {
  if (signal < 0 || signal >= NSIG) {
    errno = EINVAL;
    return -1;
  }
  __sighandler_t handler = handlers[signal];
  if (signal == 0 || handler == SIG_IGN) return 0;
  if (handler != SIG_DFL) {
    handler(signal);
    return 0;
  }
  switch (signal) {
  case SIGCHLD:
  case SIGCONT:
  case SIGSTOP:
  case SIGTSTP:
  case SIGTTIN:
  case SIGTTOU:
  case SIGURG:
  case SIGWINCH:
    return 0;
  }
  _Exit(128 + signal);
}
