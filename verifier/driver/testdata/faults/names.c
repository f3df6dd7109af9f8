// check=all
// Functions that are given names, or texts to print, read them up to their ends.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct s { char name[4]; int n; };
static struct s zero, ones;

int main(int argc, char **argv) {
  char open_ended[4] = "abcd", name[4] = "abc", *none = 0, *gone = malloc(4);
  int n = CASE;
  gone[0] = 0;
  switch (n) {
  case 1: open(open_ended, O_RDONLY); break; // fault 1 unseen
  case 2: fopen(none, "r"); break; // fault 2 unseen
  case 3: free(gone); getenv(gone); break; // fault 3
  case 4: printf("%.*s", n, open_ended + 1); break; // fault 4 unseen
  case 5: printf("%.5s", open_ended); break; // fault 5
  case 6: rename("x", open_ended); break; // fault 6 unseen
  case 8: for (int i = 0; i < 4; i++) ones.name[i] = 'x'; ones.n = -1; puts(ones.name); break; // fault 8
  case 7: printf("%.*s", -n, open_ended); break; // fault 7 unseen
  }
  open(name, O_RDONLY);
  getenv(gone);
  printf("%.*s %.4s %.*s", n, n < 1 ? none : name, open_ended, 3, open_ended + 1);
  puts(argv[0]);
  for (int i = 0; i < 4; i++) zero.name[i] = 'x';
  puts(zero.name); // its end is in the next member
  access(argv[argc - 1], R_OK);
  free(gone);
  return 0;
}
