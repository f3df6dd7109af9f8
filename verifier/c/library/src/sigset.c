#include <errno.h>
#include <signal.h>
#include <stddef.h>

// Linux has 64 signals, and leaves the rest of a set as it is. glibc keeps two of them for itself.
enum { bits = 8 * sizeof(unsigned long), words = 64 / bits, own = 32 };

static int named(int signal) {
  if (signal >= 1 && signal < NSIG) return 1;
  errno = EINVAL;
  return 0;
}

static unsigned long *word(sigset_t *set, int signal) {
  if (!named(signal)) return 0;
  if (signal != own && signal != own + 1) return &set->__val[(signal - 1) / bits];
  errno = EINVAL;
  return 0;
}

static unsigned long bit(int signal) { return 1UL << (signal - 1) % bits; }

int sigemptyset(sigset_t *set) {
  for (int i = 0; i < words; i++) set->__val[i] = 0;
  return 0;
}

int sigfillset(sigset_t *set) {
  for (int i = 0; i < words; i++) set->__val[i] = -1UL;
  set->__val[(own - 1) / bits] &= ~bit(own);
  set->__val[own / bits] &= ~bit(own + 1);
  return 0;
}

int sigaddset(sigset_t *set, int signal) {
  unsigned long *w = word(set, signal);
  if (!w) return -1;
  *w |= bit(signal);
  return 0;
}

int sigdelset(sigset_t *set, int signal) {
  unsigned long *w = word(set, signal);
  if (!w) return -1;
  *w &= ~bit(signal);
  return 0;
}

int sigismember(const sigset_t *set, int signal) {
  return named(signal) ? (set->__val[(signal - 1) / bits] & bit(signal)) != 0 : -1;
}
