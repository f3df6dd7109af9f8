#include <errno.h>
#include <signal.h>
#include <stdlib.h>

void __muster_unmodelled(void);

static struct {
  __sighandler_t handler;
  unsigned long long mask; // what is blocked meanwhile
  int flags;
} actions[NSIG];

// The signals that are blocked, and those that wait until they no longer are.
static unsigned long long blocked, waiting;

static unsigned long long bit(int signal) { return 1ULL << (signal - 1); }

static unsigned long long maskOf(const sigset_t *set) {
  unsigned long long mask = set->__val[0];
  if (sizeof(unsigned long) == 4) mask |= (unsigned long long)set->__val[1] << 32;
  return mask & ~(bit(SIGKILL) | bit(SIGSTOP));
}

static void put(sigset_t *set, unsigned long long mask) {
  set->__val[0] = mask;
  if (sizeof(unsigned long) == 4) set->__val[1] = mask >> 32;
}

// Those that come from what the program does wrong, or from abort.
static int fault(int signal) {
  return signal == SIGILL || signal == SIGTRAP || signal == SIGABRT || signal == SIGBUS || signal == SIGFPE || signal == SIGSEGV || signal == SIGSYS;
}

// glibc keeps two signals for itself.
static int settable(int signal) { return signal >= 1 && signal < NSIG && signal != 32 && signal != 33; }

static int fixed(int signal) { return signal == SIGKILL || signal == SIGSTOP; }

static int own(__sighandler_t handler) { return handler != SIG_DFL && handler != SIG_IGN; }

// A signal that waits is forgotten where it comes to be ignored.
static void handle(int signal, __sighandler_t handler) {
  actions[signal].handler = handler;
  int ignored = signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
  if (handler == SIG_IGN || handler == SIG_DFL && ignored) waiting &= ~bit(signal);
}

// Signals come from raise only.
__sighandler_t signal(int signal, __sighandler_t handler) {
  if (!settable(signal) || fixed(signal) || handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  if (fault(signal) && own(handler)) __muster_unmodelled();
  __sighandler_t old = actions[signal].handler;
  handle(signal, handler);
  actions[signal].mask = bit(signal);
  actions[signal].flags = SA_RESTART;
  return old;
}

int sigaction(int signal, const struct sigaction *new, struct sigaction *old) {
  if (!settable(signal) || new && fixed(signal)) {
    errno = EINVAL;
    return -1;
  }
  if (new && own(new->sa_handler) && (fault(signal) || new->sa_flags & SA_SIGINFO)) __muster_unmodelled();
  __sighandler_t handler = actions[signal].handler;
  unsigned long long mask = actions[signal].mask;
  int flags = actions[signal].flags;
  if (new) {
    handle(signal, new->sa_handler);
    actions[signal].mask = maskOf(&new->sa_mask);
    actions[signal].flags = new->sa_flags;
  }
  if (old) {
    old->sa_handler = handler;
    put(&old->sa_mask, mask);
    old->sa_flags = flags;
    old->sa_restorer = 0;
  }
  return 0;
}

static void deliver(int signal) {
  __sighandler_t handler = actions[signal].handler;
  if (handler == SIG_IGN) return;
  if (handler != SIG_DFL) {
    unsigned long long before = blocked;
    int flags = actions[signal].flags;
    blocked |= actions[signal].mask;
    if (!(flags & SA_NODEFER)) blocked |= bit(signal);
    if (flags & SA_RESETHAND) actions[signal].handler = SIG_DFL;
    handler(signal);
    blocked = before;
    return;
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
    return;
  }
  _Exit(128 + signal);
}

// Whether one signal that waited may come. In which order several do is not modelled.
static int settle(void) {
  unsigned long long ready = waiting & ~blocked;
  if (ready & (ready - 1)) return 0;
  waiting &= ~ready;
  if (ready) deliver(__builtin_ctzll(ready) + 1);
  return 1;
}

int raise(int signal) {
  if (signal < 0 || signal >= NSIG) {
    errno = EINVAL;
    return -1;
  }
  if (signal == 0) return 0;
  if (blocked & bit(signal)) {
    waiting |= bit(signal);
    return 0;
  }
  deliver(signal);
  while (waiting & ~blocked) {
    if (!settle()) __muster_unmodelled();
  }
  return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  unsigned long long before = blocked;
  if (set) {
    unsigned long long mask = maskOf(set) & ~(3ULL << 31);
    switch (how) {
    case SIG_BLOCK: blocked |= mask; break;
    case SIG_UNBLOCK: blocked &= ~mask; break;
    case SIG_SETMASK: blocked = mask; break;
    default: errno = EINVAL; return -1;
    }
  }
  if (old) put(old, before);
  while (waiting & ~blocked) {
    if (!settle()) __muster_unmodelled();
  }
  return 0;
}

int sigpending(sigset_t *set) {
  put(set, waiting);
  return 0;
}
