// unknown memory that is accessed with different types at mixed.c:6:13
void reach_error(void);
int main(void) {
  int x = 258;
  void *p = &x;
  char *c = p;
  if (*c != 2) reach_error();
  return 0;
}
