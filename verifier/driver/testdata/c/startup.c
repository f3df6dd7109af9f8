// safe
// Functions run before main, and where the program ends.
extern void reach_error(void);
extern void exit(int);
int log;
__attribute__((constructor)) static void c1(void) { log = log * 10 + 1; }
__attribute__((constructor(200))) static void c2(void) { log = log * 10 + 2; }
__attribute__((constructor)) static void c3(void) { log = log * 10 + 3; }
__attribute__((destructor)) static void d1(void) { if (log != 2132) reach_error(); log = 5; }
__attribute__((destructor(200))) static void d2(void) { if (log != 52) reach_error(); }
__attribute__((destructor)) static void d3(void) { log = log * 10 + 2; }
static __attribute__((destructor(300))) void d4(void) { log = log * 10 + 2; }
int main(void) {
  if (log != 213) reach_error();
  exit(0);
}
