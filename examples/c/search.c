/* A binary search that looks behind the array if the key is greater than all that is in it.
 *
 *     muster verify --check=all --trace search.c        an element behind the array is read
 *     muster verify --check=all -D FIXED search.c       safe, for all keys
 */
extern int __VERIFIER_nondet_int(void); /* any number */

/* find returns the index of a key in the n numbers of a, which are sorted, or -1. */
static int find(const int *a, int n, int key) {
#ifdef FIXED
  int low = 0, high = n - 1;
#else
  int low = 0, high = n;
#endif
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == key)
      return middle;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

int main(void) {
  int a[4] = {2, 3, 5, 7};
  return find(a, 4, __VERIFIER_nondet_int());
}
