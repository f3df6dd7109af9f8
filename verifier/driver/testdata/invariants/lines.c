// Positions are those of the file itself, whatever lines tell of others.
// want loop 10:3 i <= 5
# 1 "/usr/include/x.h" 1 3 4
#line 100 "orig.c"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#line 200
int main(void) {
  int i = 0;
  while (i < 5) i++;
  if (i != 5) reach_error();
  return 0;
}
