// unsafe 8:3
int nondet(void);
int main(void) {
  int x = nondet();
  if (x * 3 == 21) goto ERROR;
  return 0;
  /* here */
  ERROR: return 1;
}
