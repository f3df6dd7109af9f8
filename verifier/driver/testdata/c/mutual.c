// safe
// A structure points to one that it is a member of.
void reach_error(void);
struct whole;
struct part { struct whole *owner; int n; };
struct whole { struct part first, second; int m; };
static struct part p;
static struct whole w;
int main(void) {
  w.first.owner = &w;
  p = w.first;
  w.second.owner = p.owner;
  w.first.owner->second.n = 3;
  if (w.second.n != 3 || sizeof(struct whole) != 40) reach_error();
  return 0;
}
