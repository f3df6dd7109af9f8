// unknown a change of memory by change, which has no body, before the error at unknown.c:7:15
void reach_error(void);
void change(int *);
int main(void) {
  int x = 1;
  change(&x);
  if (x != 1) reach_error();
  return 0;
}
