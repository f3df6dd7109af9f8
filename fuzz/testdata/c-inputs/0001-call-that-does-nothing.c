int main(void) {
  static char b0[16];
  memmove(b0 + 0, b0, 16 - 0 + 2);
}
