// safe
void reach_error(void);
static int half(double d) { return d / 2; }
int main(void) {
  int x = 3;
  if (x > 4) x = half(x);
  if (x > 4) __asm__("nop");
  if (x != 3) reach_error();
  return 0;
}
