// safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct node { int v; struct node *next; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i;
    n->next = list;
    list = n;
  }
  int s = 0;
  for (struct node *n = list; n; n = n->next) s = 10 * s + n->v;
  assert(s == 210);
  int *a = calloc(8, sizeof(int));
  assert(a[7] == 0);
  a[3] = 4;
  int b[8];
  memcpy(b, a, sizeof b);
  assert(b[3] == 4 && b[2] == 0);
  memset(b, 0, sizeof b);
  assert(b[3] == 0 && a[3] == 4);
  struct node x = { 3, list }, y;
  memcpy(&y, &x, sizeof x);
  assert(y.v == 3 && y.next == list);
  memset(&x, 0, sizeof x);
  assert(x.next == 0);
  char t[8] = "abc";
  assert(strlen(t) == 3 && strcmp(t, "abd") < 0 && t[3] == 0 && t[7] == 0);
  strcpy(t, "hello");
  assert(t[4] == 'o' && strchr(t, 'l') == t + 2 && strlen("x\0y") == 1);
  free(a);
  return 0;
}
