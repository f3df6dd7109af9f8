// check=all
// The lists of Linux: their head is in no element, so the address of one around it is none, and may not be used.
#include <stddef.h>
#include <stdlib.h>
struct list { struct list *next, *prev; };
struct dev { int id; char name[24]; struct list node; int users; };
#define element(p, type, member) ({ const __typeof__(((type *)0)->member) *m_ = (p); (type *)((char *)m_ - offsetof(type, member)); })
#define each(d, head) (d = element((head)->next, struct dev, node); &d->node != (head); d = element(d->node.next, struct dev, node))
static struct list devs = { &devs, &devs };

static void add(struct list *n, struct list *h) {
  n->next = h->next;
  n->prev = h;
  h->next->prev = n;
  h->next = n;
}

static struct dev *find(int id) {
  struct dev *d;
  for each (d, &devs)
    if (d->id == id) return d; // fault 3
  return CASE ? d : NULL;
}

int main(void) {
  struct dev a = { 1, "a" }, *b = malloc(sizeof *b), *d;
  int n = 0;
  b->id = 2;
  b->users = 0;
  add(&a.node, &devs);
  add(&b->node, &devs);
  for each (d, &devs) n += d->id;
  if (n != 3) abort();
  d = find(1);
  d->users++;
  switch (CASE) {
  case 1: d = find(3); d->users++; break; // fault 1
  case 2: d = find(3); n = d->id; break; // fault 2
  case 3: free(b); n = find(1)->id; break;
  }
  return 0;
}
