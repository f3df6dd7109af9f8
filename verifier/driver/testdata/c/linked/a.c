// safe
#include <assert.h>
struct hidden;
struct pair { int a; unsigned b : 3, c : 5; struct { short in[2]; } part; struct pair *next; };
typedef struct { struct hidden *h; int (*get)(const struct pair *); union { int i; unsigned char b[4]; } u; } box;
enum { RED = 3, GREEN };
struct hidden *new(int);
int peek(struct hidden *);
void poke(void *, int);
struct pair swapped(struct pair);
extern box boxes[];
extern int (*callback)(struct pair *, int);
int common, counted(void), old();
extern const char *const text;
static int count;
static int local(int x) { return x + RED; }
static int visit(struct pair *p, int v) { p->part.in[1] = v; count++; return p->a; }
int run(struct pair *);
int last(int n) {
  static int seen = 10;
  return seen += n;
}
int main(void) {
  struct pair p = { 1, 2, 3, { { 4, 5 } } }, q = { .a = 9 };
  p.next = &q;
  p = swapped(p);
  assert(p.b == 3 && p.c == 2 && p.a == 1 && p.part.in[0] == 5 && p.next->a == 10);
  struct hidden *h = new(7);
  assert(peek(h) == 7);
  poke(&p, 20);
  assert(p.a == 20 && p.part.in[1] == 21);
  callback = visit;
  assert(run(&p) == 20 && p.part.in[1] == 33 && count == 1);
  boxes[1].h = h;
  boxes[1].u.i = 0x01020304;
  assert(boxes[1].get(&p) == 53 && boxes[0].u.b[0] == 4);
  common = 5;
  assert(counted() == 5 && counted() == 6 && last(1) == 43);
  assert(local(1) == 4 && old(1, 2L) == 3 && text[1] == 'b');
  return 0;
}
