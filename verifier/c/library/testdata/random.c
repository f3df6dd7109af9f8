// Compares the models with the functions of the C library by random calls.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int model_errno;
_Bool __muster_bool(void) { return 0; }
int __muster_int(void) { return 0; }
size_t __muster_below(size_t limit) { return limit - 1; }
void __muster_assume(int c) {}
int __muster_positive(void) { return 1; }
void __muster_accessed(const void *p, size_t n) {}
void __muster_nonzero(unsigned x) {}
void __muster_unmodelled(void) { abort(); }

static const char *doing;
static int wrong;
static void check(int ok, long n) {
  if (!ok && wrong++ < 10) printf("%s differs, call %ld\n", doing, n);
}

static int sign(int n) { return (n > 0) - (n < 0); }

// Short texts of few characters, so that they are often alike.
static char *text(char *s, int most) {
  static const char few[] = "aAbB-+ 019xX,;\t\xe9";
  int n = rand() % (most + 1);
  for (int i = 0; i < n; i++) s[i] = few[rand() % (rand() % 2 ? 4 : sizeof few - 1)];
  s[n] = 0;
  return s;
}

#define SAME(f, ...) (doing = #f, check(model_##f(__VA_ARGS__) == f(__VA_ARGS__), n))
#define ALIKE(f, ...) (doing = #f, check(sign(model_##f(__VA_ARGS__)) == sign(f(__VA_ARGS__)), n))
#define WRITES(f, ...) do { \
    doing = #f; \
    char one[64], two[64]; \
    memset(one, '#', sizeof one); \
    strcpy(one, b); \
    memcpy(two, one, sizeof one); \
    char *d = one, *p = (char *)f(__VA_ARGS__); \
    d = two; \
    char *q = (char *)model_##f(__VA_ARGS__); \
    check(!memcmp(one, two, sizeof one) && (p ? q && p - one == q - two : !q), n); \
  } while (0)
#define NUMBER(f, base) do { \
    doing = #f; \
    char *x = 0, *y = 0; \
    errno = model_errno = 0; \
    check(model_##f(a, &x, base) == f(a, &y, base) && errno == model_errno && (x == y), n); \
  } while (0)
#define DECLARE(f) extern __typeof__(f) model_##f

#define ALL(X) X(strlen); X(strnlen); X(strcmp); X(strncmp); X(strcoll); X(strcpy); X(stpcpy); X(strncpy); X(stpncpy); X(strcat); X(strncat); \
  X(strxfrm); X(strchrnul); X(strspn); X(strcspn); X(strtok_r); X(strsep); X(strdup); X(strndup); X(memcmp); X(memmem); X(memccpy); X(mempcpy); \
  X(strcasecmp); X(strncasecmp); X(isdigit); X(isupper); X(islower); X(isalpha); X(isalnum); X(isxdigit); X(isspace); X(isblank); X(iscntrl); \
  X(isprint); X(isgraph); X(ispunct); X(tolower); X(toupper); X(strtol); X(strtoll); X(strtoul); X(strtoull); X(atoi); X(atol); X(qsort); \
  X(bsearch); X(rand_r); X(ffs); X(ffsl); X(ffsll)
ALL(DECLARE);
extern char *model_strchr(const char *, int), *model_strrchr(const char *, int), *model_strstr(const char *, const char *), *model_strpbrk(const char *, const char *);
extern char *model_strcasestr(const char *, const char *);
extern void *model_memchr(const void *, int, size_t), *model_memrchr(const void *, int, size_t);
extern int model_clz(unsigned), model_clzll(unsigned long long), model_ctz(unsigned), model_ctzll(unsigned long long), model_popcount(unsigned);
extern int model_popcountll(unsigned long long), model_clrsb(int), model_clrsbll(long long), model_parityll(unsigned long long);
extern unsigned model_bswap32(unsigned);
extern unsigned long long model_bswap64(unsigned long long);
extern unsigned short model_bswap16(unsigned short);
#define COMPUTED(f, x) (doing = #f, check(model_##f(x) == __builtin_##f(x), n))

extern size_t __muster_put_text(char *, size_t, size_t, const char *, int, int, int), __muster_put_char(char *, size_t, size_t, int, int, int);
extern size_t __muster_put_signed(char *, size_t, size_t, long long, int, int, int);
extern size_t __muster_put_unsigned(char *, size_t, size_t, unsigned long long, int, int, int, int);
extern int __muster_put_end(char *, size_t, size_t);

static void prints(long n) {
  static const char flag[] = "-0+ #";
  static const char *verbs[] = {"lld", "llu", "llx", "llX", "llo", "s", "c"};
  char format[32], one[64], two[64], s[16], *p = format;
  int flags = 0, width = rand() % 12, precision = rand() % 10 - 1, verb = rand() % 7;
  size_t size = rand() % 40;
  *p++ = '%';
  for (int i = 0; i < 5; i++) {
    if (rand() % 3 == 0 && (verb < 5 || i == 0)) {
      *p++ = flag[i];
      flags |= 1 << i;
    }
  }
  long long v = rand() % 3 ? rand() % 2000 - 1000 : (long long)((unsigned long long)rand() << 33 ^ rand());
  if (verb == 0) flags &= ~16;
  if (verb > 0) flags &= ~12;
  if (verb == 6) precision = -1;
  p[0] = 0;
  p += sprintf(p, "%d", width);
  if (precision >= 0) p += sprintf(p, ".%d", precision);
  strcpy(p, verbs[verb]);
  memset(one, '#', sizeof one);
  memcpy(two, one, sizeof one);
  doing = "printf";
  text(s, 12);
  size_t k = 0;
  int r;
  if (verb == 5) r = snprintf(one, size, format, s), k = __muster_put_text(two, size, 0, s, flags, width, precision);
  else if (verb == 6) r = snprintf(one, size, format, (int)v), k = __muster_put_char(two, size, 0, (int)v, flags, width);
  else if (verb == 0) r = snprintf(one, size, format, v), k = __muster_put_signed(two, size, 0, v, flags, width, precision);
  else {
    static const int bases[] = {0, 10, 16, 16, 8};
    r = snprintf(one, size, format, v);
    k = __muster_put_unsigned(two, size, 0, v, bases[verb], flags | (verb == 3 ? 32 : 0), width, precision);
  }
  check(__muster_put_end(two, size, k) == r && !memcmp(one, two, sizeof one), n);
}

static int compare(const void *x, const void *y) { return *(const int *)x / 4 - *(const int *)y / 4; }

static void sorts(long n) {
  int one[12], two[12], m = rand() % 13, key = rand() % 40;
  for (int i = 0; i < m; i++) one[i] = two[i] = rand() % 40;
  qsort(one, m, sizeof *one, compare);
  model_qsort(two, m, sizeof *two, compare);
  doing = "qsort";
  check(!memcmp(one, two, m * sizeof *one), n);
  int *p = bsearch(&key, one, m, sizeof *one, compare), *q = model_bsearch(&key, one, m, sizeof *one, compare);
  doing = "bsearch";
  check(p ? q && compare(p, q) == 0 : !q, n);
}

int main(void) {
  char a[64], b[64], c[64];
  for (int k = -1; k < 256; k++) {
    long n = k;
    ALIKE(isdigit, k); SAME(isupper, k); SAME(islower, k); SAME(isalpha, k); SAME(isalnum, k); SAME(isxdigit, k); SAME(isspace, k);
    SAME(isblank, k); SAME(iscntrl, k); SAME(isprint, k); SAME(isgraph, k); SAME(ispunct, k); SAME(tolower, k); SAME(toupper, k);
  }
  for (long n = 0; n < 100000; n++) {
    text(a, 12), text(b, 12), text(c, 3);
    size_t k = rand() % 14, size = strlen(a) + 1;
    int x = a[0] ? a[rand() % strlen(a)] : 'a';
    SAME(strlen, a); SAME(strnlen, a, k); ALIKE(strcmp, a, b); ALIKE(strncmp, a, b, k); ALIKE(strcoll, a, b); ALIKE(strcasecmp, a, b);
    ALIKE(strncasecmp, a, b, k); SAME(strchr, a, x); SAME(strrchr, a, x); SAME(strchrnul, a, x); SAME(strstr, a, c); SAME(strcasestr, a, c);
    SAME(strspn, a, b); SAME(strcspn, a, c); SAME(strpbrk, a, c); ALIKE(memcmp, a, b, k % 2 ? 1 : 0); SAME(memchr, a, x, size);
    SAME(memrchr, a, x, size); SAME(memmem, a, size, c, strlen(c)); SAME(atoi, a);
    WRITES(strcpy, d, a); WRITES(stpcpy, d, a); WRITES(strncpy, d, a, k); WRITES(stpncpy, d, a, k); WRITES(strcat, d, a); WRITES(strncat, d, a, k);
    WRITES(memccpy, d, a, x, size); WRITES(mempcpy, d, a, size); SAME(strxfrm, b, a, sizeof b);
    char *rest, *left;
    NUMBER(strtol, 10); NUMBER(strtol, 0); NUMBER(strtoll, 16); NUMBER(strtoul, 0); NUMBER(strtoull, 36); NUMBER(strtol, 2);
    unsigned u = rand() * 3u, seed = u, other = u;
    unsigned long long w = (unsigned long long)u << 32 ^ rand();
    if (u >>= rand() % 32) { COMPUTED(clz, u); COMPUTED(ctz, u); }
    if (w >>= rand() % 64) { COMPUTED(clzll, w); COMPUTED(ctzll, w); }
    COMPUTED(popcount, u); COMPUTED(popcountll, w); COMPUTED(parityll, w); COMPUTED(clrsb, (int)u); COMPUTED(clrsbll, (long long)w);
    COMPUTED(bswap16, (unsigned short)u); COMPUTED(bswap32, u); COMPUTED(bswap64, w); SAME(ffs, (int)u); SAME(ffsl, (long)w); SAME(ffsll, (long long)w);
    doing = "rand_r";
    check(rand_r(&seed) == model_rand_r(&other) && seed == other, n);
    sorts(n);
    prints(n);
    doing = "strtok_r";
    strcpy(b, a);
    char *p = strtok_r(a, c, &rest), *q = model_strtok_r(b, c, &left);
    for (int i = 0; i < 4; i++) {
      check(p ? q && p - a == q - b : !q, n);
      if (!p) break;
      p = strtok_r(0, c, &rest), q = model_strtok_r(0, c, &left);
    }
    check(!memcmp(a, b, size), n);
  }
  return wrong != 0;
}
