// safe
void reach_error(void);
struct list { int v; struct list *next; };
struct list *get(const char *, struct list *, int *);
int main(void) {
  int x = 1, y = 2, *p = &y;
  struct list b = { 2, 0 }, a = { 1, &b };
  struct list *l = get("name", &a, &x);
  if (*p != 2) reach_error();
  if (l && l->v == 3 && l->v != 3) reach_error();
  return 0;
}
