#include <stdlib.h>
struct pair { int a; unsigned b : 3, c : 5; struct { short in[2]; } part; struct pair *next; };
struct hidden { struct pair p; int value; };
typedef struct { struct hidden *h; int (*get)(const struct pair *); union { int i; unsigned char b[4]; } u; } crate;
enum { RED = 4 };
int common;
int last(int);
static int count = 5;
static int local(int x) { return x * RED; }
static int get(const struct pair *p) { return p->a + p->part.in[1]; }
crate boxes[2] = { { .u = { 4 } }, { .get = get } };
int (*callback)(struct pair *, int);
const char *const text = "abc";
struct hidden *new(int v) {
  struct hidden *h = malloc(sizeof *h);
  h->value = v;
  h->p.a = 0;
  return h;
}
int peek(struct hidden *h) { return h->value + h->p.a; }
void poke(void *p, int v) {
  struct pair *q = p;
  q->a = v;
  q->part.in[1] = v + 1;
}
struct pair swapped(struct pair p) {
  unsigned b = p.b;
  p.b = p.c;
  p.c = b;
  p.part.in[0] = p.part.in[1];
  p.next->a++;
  return p;
}
int run(struct pair *p) { return callback(p, 33); }
int counted(void) {
  static int seen;
  last(local(count) / (seen + 1)); /* 20, then 12 */
  count++;
  return common + seen++;
}
int old(a, b) int a; long b; { return a + b; }
