#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void __muster_unmodelled(void);
void *__muster_aligned(size_t n);

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }
intmax_t imaxabs(intmax_t n) { return n < 0 ? -n : n; }

static void swap(char *a, char *b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    char c = a[i];
    a[i] = b[i];
    b[i] = c;
  }
}

// What is equal stays in its order, as with glibc.
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  char *p = base;
  for (size_t i = 1; i < n; i++) {
    for (size_t k = i; k > 0 && compare(p + (k - 1) * size, p + k * size) > 0; k--) swap(p + (k - 1) * size, p + k * size, size);
  }
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  size_t from = 0, to = n;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    const char *p = (const char *)base + middle * size;
    int c = compare(key, p);
    if (c == 0) return (void *)p;
    if (c < 0) to = middle;
    else from = middle + 1;
  }
  return 0;
}

void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *)) {
  for (size_t i = 0; i < *n; i++) {
    if (compare(key, (const char *)base + i * size) == 0) return (char *)base + i * size;
  }
  return 0;
}

// What malloc returns is aligned for all types, and no more; __muster_aligned begins at a page.
static void *aligned(size_t alignment, size_t size) {
  if (alignment > 4096) __muster_unmodelled();
  return alignment > 16 ? __muster_aligned(size) : malloc(size);
}

void *aligned_alloc(size_t alignment, size_t size) { return aligned(alignment, size); }
void *memalign(size_t alignment, size_t size) { return aligned(alignment, size); }

int posix_memalign(void **p, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || alignment & (alignment - 1) || !alignment) return EINVAL;
  void *q = aligned(alignment, size);
  if (!q && size) return ENOMEM;
  *p = q;
  return 0;
}

void *reallocarray(void *p, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    errno = ENOMEM;
    return 0;
  }
  return realloc(p, bytes);
}

// glibc's own generator, whose state the program keeps.
int rand_r(unsigned *seed) {
  unsigned next = *seed * 1103515245 + 12345;
  int result = next / 65536 % 2048;
  next = next * 1103515245 + 12345;
  result = result * 1024 ^ next / 65536 % 1024;
  next = next * 1103515245 + 12345;
  result = result * 1024 ^ next / 65536 % 1024;
  *seed = next;
  return result;
}
