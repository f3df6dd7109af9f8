// unknown sizeof union vast, which has a member of type an array that is too large at vast.c:7:7
// The size of what has a member of a size that is not known is not known either.
void reach_error(void);
union vast { int a; char b[1L << 62]; };

int main(void) {
  if (sizeof(union vast) != 4)
    reach_error();
  return 0;
}
