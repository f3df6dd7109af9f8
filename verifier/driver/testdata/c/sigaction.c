// unsafe 43:20
// A handler runs with its signal blocked; one that waits comes when it no longer is.
#include <assert.h>
#include <errno.h>
#include <signal.h>

void reach_error(void);
static int first, second;

static void one(int signal) {
  int n = ++first;
  if (n == 1) raise(signal);
  assert(first == n);
}

static void two(int signal) {
  assert(signal == SIGUSR2);
  second++;
}

int main(void) {
  struct sigaction action = {.sa_handler = two, .sa_flags = SA_RESETHAND}, old;
  sigset_t set, before;
  assert(sigaction(SIGKILL, &action, 0) == -1 && errno == EINVAL);
  assert(!sigaction(SIGUSR2, &action, 0) && !sigaction(SIGUSR2, 0, &old) && old.sa_handler == two);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  assert(!sigprocmask(SIG_BLOCK, &set, &before) && !sigismember(&before, SIGUSR2));
  raise(SIGUSR2);
  assert(!second && !sigpending(&before) && sigismember(&before, SIGUSR2) == 1);
  sigprocmask(SIG_UNBLOCK, &set, 0);
  assert(second == 1);
  sigaction(SIGUSR2, 0, &old);
  assert(old.sa_handler == SIG_DFL);
  signal(SIGUSR1, one);
  raise(SIGUSR1);
  assert(first == 2);
  sigprocmask(SIG_BLOCK, &set, 0);
  raise(SIGUSR2);
  signal(SIGUSR2, SIG_IGN);
  signal(SIGUSR2, two);
  sigprocmask(SIG_UNBLOCK, &set, 0);
  if (second == 1) reach_error();
  return 0;
}
