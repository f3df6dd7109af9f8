// unsafe 10:24
// harness
struct s { int n; struct s *next; };
void reach_error(void);
int nondet(void);
void change(struct s *);
int main(void) {
  struct s x = { 1 }, y = { 2, &x };
  change(&y);
  if (x.n + y.n == 77) reach_error();
  return 0;
}
