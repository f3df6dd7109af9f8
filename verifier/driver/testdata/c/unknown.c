// unknown the function change, which has no body and may change what its arguments point to at unknown.c:6:3
void reach_error(void);
void change(int *);
int main(void) {
  int x = 1;
  change(&x);
  if (x != 1) reach_error();
  return 0;
}
