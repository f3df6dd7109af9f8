// safe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int x, y, z, n;
  char w[16];
  assert(sscanf("0x10 10", "%x %x", &x, &y) == 2 && x == 16 && y == 16);
  assert(sscanf("P112349876", "P%1d%4d%4d", &x, &y, &z) == 3 && x == 1 && y == 1234 && z == 9876);
  assert(sscanf("static char bits[] = {", "static char %s = {", w) == 1 && !strcmp(w, "bits[]"));
  assert(sscanf("abc-12_7", "%15[a-c-]%n%*[0-9]_%d", w, &n, &z) == 2 && !strcmp(w, "abc-") && n == 4 && z == 7);
  assert(sscanf("", "%d", &x) == EOF && sscanf("x", "%d", &x) == 0);
  return 0;
}
