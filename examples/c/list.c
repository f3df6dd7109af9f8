/* A sorted list of numbers: insertion, removal, and freeing it all.
 *
 *     muster verify --bound 8 --check=all list.c             safe
 *     muster verify --bound 8 --check=all -D BUG list.c      a node is read after it has been freed
 */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#define MOST 3

extern int __VERIFIER_nondet_int(void);

struct node {
  int key;
  struct node *next;
};

struct list {
  struct node *first;
  int length;
};

/* list_insert adds a key, unless it is there. */
static bool list_insert(struct list *l, int key) {
  struct node **at = &l->first;
  struct node *n;
  while (*at && (*at)->key < key)
    at = &(*at)->next;
  if (*at && (*at)->key == key)
    return false;
  n = malloc(sizeof *n);
  if (!n)
    return false;
  n->key = key;
  n->next = *at;
  *at = n;
  l->length++;
  return true;
}

/* list_remove removes a key, if it is there. */
static bool list_remove(struct list *l, int key) {
  struct node **at = &l->first;
  struct node *n;
  while (*at && (*at)->key < key)
    at = &(*at)->next;
  n = *at;
  if (!n || n->key != key)
    return false;
  *at = n->next;
  free(n);
  l->length--;
  return true;
}

static bool list_has(const struct list *l, int key) {
  for (const struct node *n = l->first; n; n = n->next)
    if (n->key == key)
      return true;
  return false;
}

static void list_free(struct list *l) {
  struct node *n = l->first;
  while (n) {
#ifdef BUG
    free(n);
    n = n->next;
#else
    struct node *next = n->next;
    free(n);
    n = next;
#endif
  }
  l->first = NULL;
  l->length = 0;
}

/* check makes sure that keys are in order, and that there are as many as it says. */
static void check(const struct list *l) {
  int count = 0;
  for (const struct node *n = l->first; n; n = n->next) {
    if (n->next)
      assert(n->key < n->next->key);
    count++;
  }
  assert(count == l->length);
}

int main(void) {
  struct list l = {NULL, 0};
  int keys[MOST];
  for (int i = 0; i < MOST; i++) {
    keys[i] = __VERIFIER_nondet_int();
    list_insert(&l, keys[i]);
    check(&l);
  }
  assert(list_has(&l, keys[0]));
  list_remove(&l, keys[0]);
  check(&l);
  assert(!list_has(&l, keys[0]));
  list_free(&l);
  assert(!l.first);
  return 0;
}
