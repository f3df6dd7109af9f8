// unsafe 9:15
void reach_error(void);
int get(int *, void (*)(void));
static void call(void) {}
int main(void) {
  int x = 1;
  int y = get(&x, call);
  x = 3;
  if (y == 7) reach_error();
  return 0;
}
