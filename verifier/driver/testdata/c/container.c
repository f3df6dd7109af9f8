// safe
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
struct list { struct list *next, *prev; };
struct item { int v; struct list l; };
static void add(struct list *new, struct list *head) {
  new->next = head->next, new->prev = head;
  head->next->prev = new, head->next = new;
}
int main(void) {
  struct list head = { &head, &head };
  for (int i = 0; i < 2; i++) {
    struct item *x = malloc(sizeof *x);
    x->v = i;
    add(&x->l, &head);
  }
  int s = 0;
  for (struct list *l = head.next; l != &head; l = l->next) s = 10 * s + container_of(l, struct item, l)->v;
  assert(s == 10);
  return 0;
}
