// safe
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <wchar.h>
static int step;
static void last(void) { assert(step++ == 5); }
static void late(void) { assert(step++ == 4); }
static void second(void) {
  assert(step++ == 3);
  atexit(late);
}
static volatile sig_atomic_t got;
static void on(int n) { got += n; }
__attribute__((destructor)) static void end(void) { assert(step == 6); }
int main(void) {
  assert(errno == 0 && atexit(last) == 0 && atexit(second) == 0);
  assert(signal(SIGTERM, on) == SIG_DFL && raise(SIGTERM) == 0 && raise(SIGTERM) == 0 && got == 2 * SIGTERM);
  assert(signal(SIGTERM, SIG_IGN) == on && raise(SIGTERM) == 0 && got == 2 * SIGTERM);
  assert(signal(SIGKILL, on) == SIG_ERR && errno == EINVAL);
  wchar_t w[8] = L"ab", v[8];
  assert(wcslen(wcscat(w, L"cd")) == 4 && !wcscmp(w, L"abcd") && wcschr(w, L'c') == w + 2);
  assert(wmemset(v, L'x', 8) == v && v[7] == L'x' && !wmemcmp(wmemcpy(v, w, 3), L"abc", 3) && v[3] == L'x');
  step = 3;
  exit(0);
}
