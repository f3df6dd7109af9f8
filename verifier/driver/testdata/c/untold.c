// unknown sizeof struct s, which has a member whose size is computed at untold.c:8:7
// The size of what has a type that is not supported is not that of an int.
void reach_error(void);

int main(void) {
  int n = 3;
  struct s { int a[n]; } x;
  if (sizeof x.a != 4)
    reach_error();
  return 0;
}
