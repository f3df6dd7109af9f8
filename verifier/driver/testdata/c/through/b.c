int nondet(void);
struct s { int n; struct s *next; };
void change(struct s *p) { p->next->n = nondet(); }
