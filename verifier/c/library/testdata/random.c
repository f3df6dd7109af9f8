// Compares the models with the functions of the C library by random calls.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <netinet/in.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int model_errno;
extern int model_optind, model_optopt, model_getopt(int, char *const[], const char *);
extern char *model_optarg;
_Bool __muster_bool(void) { return 0; }
int __muster_int(void) { return 0; }
size_t __muster_below(size_t limit) { return limit - 1; }
void __muster_assume(int c) {}
int __muster_positive(void) { return 1; }
void __muster_accessed(const void *p, size_t n) {}
void __muster_apart(const void *to, size_t n, const void *from, size_t k) {}
void __muster_any(char *p, size_t n) {}
void __muster_nonzero(unsigned x) {}
void *__muster_memory(size_t n) { return malloc(n); }
void *__muster_aligned(size_t n) { return memalign(4096, n); }
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
#define CLEARS(f, ...) do { \
    doing = #f; \
    char one[64], two[64], *d = one; \
    memset(one, '#', sizeof one); \
    strcpy(one, b); \
    memcpy(two, one, sizeof one); \
    f(__VA_ARGS__); \
    d = two; \
    model_##f(__VA_ARGS__); \
    check(!memcmp(one, two, sizeof one), n); \
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
  X(bsearch); X(rand_r); X(ffs); X(ffsl); X(ffsll); X(strtok); X(bcmp); X(bzero); X(explicit_bzero); X(bcopy); X(isascii); X(toascii); X(strtoimax); \
  X(strtoumax); X(atoll); X(div); X(ldiv); X(lldiv); X(imaxdiv); X(imaxabs); X(lfind); X(aligned_alloc); X(memalign); X(posix_memalign); \
  X(reallocarray); X(htons); X(ntohs); X(htonl); X(ntohl); X(vsnprintf); X(vsprintf); X(sprintf); X(snprintf); X(asprintf); X(vasprintf); X(wcslen); X(sscanf); X(vsscanf); \
  X(wcsnlen); X(wcscmp); X(wcsncmp); X(wcscpy); X(wcpcpy); X(wcsncpy); X(wcscat); X(wcsncat); X(wcsspn); X(wcscspn); X(wcsdup); X(wmemset); \
  X(wmemcpy); X(wmemmove); X(wmemcmp); X(sigemptyset); X(sigfillset); X(sigaddset); X(sigdelset); X(sigismember)
ALL(DECLARE);
extern char *model_strchr(const char *, int), *model_strrchr(const char *, int), *model_strstr(const char *, const char *), *model_strpbrk(const char *, const char *);
extern char *model_strcasestr(const char *, const char *);
extern char *model_index(const char *, int), *model_rindex(const char *, int);
extern void *model_memchr(const void *, int, size_t), *model_memrchr(const void *, int, size_t), *model_rawmemchr(const void *, int);
extern wchar_t *model_wcschr(const wchar_t *, wchar_t), *model_wcsrchr(const wchar_t *, wchar_t), *model_wcsstr(const wchar_t *, const wchar_t *);
extern wchar_t *model_wcspbrk(const wchar_t *, const wchar_t *), *model_wmemchr(const wchar_t *, wchar_t, size_t);
extern int model_clzl(unsigned long), model_ctzl(unsigned long), model_popcountl(unsigned long), model_parity(unsigned), model_parityl(unsigned long);
extern int model_clrsbl(long), __muster_printf(const char *, ...), __muster_vprintf(const char *, va_list), __muster_puts(const char *);
extern int __muster_fputs(const char *), __muster_written(int, void *);
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

// A format of several parts, read from the arguments.
static int formats(char *d, size_t size, const char *f, ...) {
  va_list list, again;
  va_start(list, f);
  va_copy(again, list);
  int n = model_vsnprintf(d, size, f, list);
  check(__muster_vprintf(f, again) == n, n);
  va_end(again);
  va_end(list);
  return n;
}

static void interprets(long n) {
  static const char *parts[] = {"%d", "%-*ld", "%hhx", "%.*s", "%5c", "%#llo", "%zu", "%+hd", "%%", "a b"};
  char format[64] = "", s[16], one[128], two[128], *t;
  long long v[8];
  int kinds[8], width = rand() % 8 - 2;
  for (int i = 0; i < 4; i++) {
    kinds[i] = rand() % 10;
    v[i] = (long long)((unsigned long long)rand() << (rand() % 33) ^ rand());
    strcat(format, parts[kinds[i]]);
  }
  text(s, 12);
  memset(one, '#', sizeof one);
  memcpy(two, one, sizeof one);
  size_t size = rand() % sizeof one;
  doing = format;
  // What a part takes is a number, a text, or a width before one of them: they are in registers, or on the stack, in words of one size.
  long long a[9] = {0};
  int k = 0;
  for (int i = 0; i < 4; i++) {
    if (kinds[i] >= 8) continue;
    if (kinds[i] == 1 || kinds[i] == 3) a[k++] = width;
    a[k++] = kinds[i] == 3 ? (long long)(uintptr_t)s : v[i];
  }
  int r = snprintf(one, size, format, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
  check(formats(two, size, format, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]) == r && !memcmp(one, two, sizeof one), n);
  check(model_snprintf(two, size, format, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]) == r && !memcmp(one, two, sizeof one), n);
  check(__muster_printf(format, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]) == r, n);
  sprintf(one, "%s", s);
  check(model_sprintf(two, "%s", s) == (int)strlen(s) && !strcmp(one, two), n);
  check(model_asprintf(&t, "%s%d", s, width) == sprintf(one, "%s%d", s, width) && !strcmp(one, t), n);
  free(t);
}

// What scanf reads are numbers and words, as the texts often are.
static void scans(const char *a, long n) {
  static const char *parts[] = {"%d", "%3u", " %i", "%lx", "%hho", "%*d", "%s", "%4c", "%[a-c0-9]", "%[^1-]", "%n", "%%", "a", " ", "%2s", "%lld"};
  char format[64] = "";
  struct { char words[5][16]; long long numbers[5]; } one, two;
  memset(&one, '#', sizeof one);
  two = one;
  void *to[5], *other[5];
  int k = 0;
  for (int i = 0; i < 5; i++) {
    int kind = rand() % 16, text = kind >= 6 && kind <= 9 || kind == 14;
    strcat(format, parts[kind]);
    if (kind == 5 || kind >= 11 && kind <= 13) continue;
    to[k] = text ? (void *)one.words[k] : &one.numbers[k];
    other[k] = text ? (void *)two.words[k] : &two.numbers[k];
    k++;
  }
  doing = format;
  int r = sscanf(a, format, to[0], to[1], to[2], to[3], to[4]);
  check(model_sscanf(a, format, other[0], other[1], other[2], other[3], other[4]) == r && !memcmp(&one, &two, sizeof one), n);
}

// A command line, which is read up to its end.
static void options(long n) {
  static const char *words[] = {"-a", "-b", "-ab", "-bx", "-c", "-cy", "x", "-", "--", "-z", "y", ""}, *known[] = {"ab:c::", "+ab:c::", ":ab:c::"};
  char *one[8] = {"name"}, *two[8];
  int argc = 1 + rand() % 6;
  for (int i = 1; i < argc; i++) one[i] = (char *)words[rand() % 12];
  memcpy(two, one, sizeof one);
  const char *list = known[rand() % 3];
  doing = "getopt";
  opterr = 0;
  optind = model_optind = 0; // it begins again
  for (int c = 0; c != -1;) {
    c = getopt(argc, one, list);
    check(model_getopt(argc, two, list) == c && model_optind == optind && model_optarg == optarg && !memcmp(one, two, sizeof one), n);
    if (c == '?' || c == ':') check(model_optopt == optopt, n);
  }
}

static wchar_t *wide(wchar_t *d, const char *s) {
  size_t n = strlen(s);
  for (size_t i = 0; i <= n; i++) d[i] = s[i] == '0' ? -5 : s[i] == '9' ? 0x10ffff : s[i];
  return d;
}

#define WIDE(f, ...) do { \
    doing = #f; \
    wchar_t one[64], two[64]; \
    wmemset(one, '#', 64); \
    wide(one, b); \
    wmemcpy(two, one, 64); \
    wchar_t *d = one, *p = f(__VA_ARGS__); \
    d = two; \
    wchar_t *q = model_##f(__VA_ARGS__); \
    check(!memcmp(one, two, sizeof one) && p - one == q - two, n); \
  } while (0)

static void widens(const char *a, const char *b, const char *c, size_t k, long n) {
  wchar_t x[64], y[64], z[8], *p;
  wide(x, a), wide(y, b), wide(z, c);
  wchar_t one = x[rand() % (wcslen(x) + 1)];
  SAME(wcslen, x); SAME(wcsnlen, x, k); ALIKE(wcscmp, x, y); ALIKE(wcsncmp, x, y, k); SAME(wcsspn, x, y); SAME(wcscspn, x, z);
  SAME(wcschr, x, one); SAME(wcsrchr, x, one); SAME(wcsstr, x, z); SAME(wcspbrk, x, z); SAME(wmemchr, x, one, wcslen(x)); ALIKE(wmemcmp, x, y, 1);
  WIDE(wcscpy, d, x); WIDE(wcpcpy, d, x); WIDE(wcsncpy, d, x, k); WIDE(wcscat, d, x); WIDE(wcsncat, d, x, k); WIDE(wmemset, d, one, k);
  WIDE(wmemcpy, d, x, k); WIDE(wmemmove, d + 2, d, k); WIDE(wmemmove, d, d + 2, k);
  doing = "wcsdup";
  p = model_wcsdup(x);
  check(!wcscmp(p, x), n);
  free(p);
}

static void divides(long long v, long long w, long n) {
#define PARTS(f, type, x, y) do { \
    doing = #f; \
    type p = f(x, y), q = model_##f(x, y); \
    check(p.quot == q.quot && p.rem == q.rem, n); \
  } while (0)
  w |= 1;
  PARTS(div, div_t, (int)(v / 2), (int)w | 1);
  PARTS(ldiv, ldiv_t, v / 2, w);
  PARTS(lldiv, lldiv_t, v / 2, w);
  PARTS(imaxdiv, imaxdiv_t, v / 2, w);
  SAME(imaxabs, v / 2);
  SAME(htons, (unsigned short)v); SAME(ntohs, (unsigned short)v); SAME(htonl, (unsigned)v); SAME(ntohl, (unsigned)v);
}

static void allocates(long n) {
  void *p;
  doing = "aligned_alloc";
  check((p = model_aligned_alloc(16, 32)) && (uintptr_t)p % 16 == 0, n), free(p);
  check((p = model_aligned_alloc(64, 32)) && (uintptr_t)p % 64 == 0, n), free(p);
  check((p = model_memalign(8, 32)) && (uintptr_t)p % 8 == 0, n), free(p);
  doing = "posix_memalign";
  check(model_posix_memalign(&p, 16, 8) == 0 && (uintptr_t)p % 16 == 0, n), free(p);
  check(model_posix_memalign(&p, 3, 8) == EINVAL && model_posix_memalign(&p, 24, 8) == EINVAL && model_posix_memalign(&p, 0, 8) == EINVAL, n);
  doing = "reallocarray";
  check(!model_reallocarray(0, (size_t)-1 / 2, 3) && (p = model_reallocarray(0, 3, 5)), n), free(p);
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
  size_t most = m;
  SAME(lfind, &key, one, &most, sizeof *one, compare);
}

static void sets(long n) {
  sigset_t one, two;
  memset(&one, rand(), sizeof one);
  two = one;
  int signal = rand() % 70 - 2;
  SAME(sigismember, &one, signal);
  doing = "sigaddset";
  switch (rand() % 4) {
  case 0: check(sigemptyset(&one) == model_sigemptyset(&two), n); break;
  case 1: check(sigfillset(&one) == model_sigfillset(&two), n); break;
  case 2: check(sigaddset(&one, signal) == model_sigaddset(&two, signal), n); break;
  case 3: check(sigdelset(&one, signal) == model_sigdelset(&two, signal), n); break;
  }
  check(!memcmp(&one, &two, sizeof one), n);
}

extern struct tm *model_gmtime_r(const time_t *, struct tm *);
extern size_t model_strftime(char *, size_t, const char *, const struct tm *);
extern time_t model_timegm(struct tm *);
extern char *model_asctime_r(const struct tm *, char *), *model_asctime(const struct tm *);

static int same_date(const struct tm *a, const struct tm *b) {
  return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon &&
         a->tm_year == b->tm_year && a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday && a->tm_isdst == b->tm_isdst && a->tm_gmtoff == b->tm_gmtoff;
}

static void dates(long n) {
  struct tm a = {0}, b = a;
  char one[26], two[26];
  time_t t = ((long)rand() << 32 ^ (long)rand() << 10 ^ rand()) >> rand() % 50;
  if (rand() % 2) t = -t;
  doing = "gmtime_r";
  struct tm *p = gmtime_r(&t, &a), *q = model_gmtime_r(&t, &b);
  check(p ? q && same_date(&a, &b) && !strcmp(a.tm_zone, b.tm_zone) : !q, n);
  if (!p) return;
  doing = "asctime_r";
  char *x = asctime_r(&a, one), *y = model_asctime_r(&a, two);
  check(x ? y && !strcmp(x, y) : !y, n);
  doing = "asctime";
  check(!strcmp(asctime(&a), model_asctime(&a)), n);
  doing = "strftime";
  static const char verbs[] = "aAbBcCdDeFgGhHIjklmMnpPrRStTuUVwWxXyYzZ%";
  char format[] = "%?/%?", u[80], v[80];
  format[1] = verbs[rand() % (sizeof verbs - 1)], format[4] = verbs[rand() % (sizeof verbs - 1)];
  a.tm_gmtoff = rand() % 100000 - 50000;
  size_t size = rand() % sizeof u, length = strftime(u, size, format, &a);
  check(length == model_strftime(v, size, format, &a) && (!length || !strcmp(u, v)), n);
  a.tm_gmtoff = 0;
  doing = "timegm";
  a.tm_mon += rand() % 100 - 50, a.tm_mday += rand() % 1000 - 500, a.tm_hour += rand() >> rand() % 31, a.tm_min -= rand() >> rand() % 31;
  b = a;
  check(timegm(&a) == model_timegm(&b) && same_date(&a, &b), n);
}

int main(int argc, char **argv) {
  char a[64], b[64], c[64];
  for (int k = -1; k < 256; k++) {
    long n = k;
    ALIKE(isdigit, k); SAME(isupper, k); SAME(islower, k); SAME(isalpha, k); SAME(isalnum, k); SAME(isxdigit, k); SAME(isspace, k);
    SAME(isblank, k); SAME(iscntrl, k); SAME(isprint, k); SAME(isgraph, k); SAME(ispunct, k); SAME(tolower, k); SAME(toupper, k);
    ALIKE(isascii, k); SAME(toascii, k);
  }
  allocates(0);
  for (long n = 0; n < atol(argv[1]); n++) {
    text(a, 12), text(b, 12), text(c, 3);
    size_t k = rand() % 14, size = strlen(a) + 1;
    int x = a[0] ? a[rand() % strlen(a)] : 'a';
    SAME(strlen, a); SAME(strnlen, a, k); ALIKE(strcmp, a, b); ALIKE(strncmp, a, b, k); ALIKE(strcoll, a, b); ALIKE(strcasecmp, a, b);
    ALIKE(strncasecmp, a, b, k); SAME(strchr, a, x); SAME(strrchr, a, x); SAME(strchrnul, a, x); SAME(strstr, a, c); SAME(strcasestr, a, c);
    SAME(strspn, a, b); SAME(strcspn, a, c); SAME(strpbrk, a, c); ALIKE(memcmp, a, b, k % 2 ? 1 : 0); SAME(memchr, a, x, size);
    SAME(memrchr, a, x, size); SAME(memmem, a, size, c, strlen(c)); SAME(atoi, a);
    WRITES(strcpy, d, a); WRITES(stpcpy, d, a); WRITES(strncpy, d, a, k); WRITES(stpncpy, d, a, k); WRITES(strcat, d, a); WRITES(strncat, d, a, k);
    WRITES(memccpy, d, a, x, size); WRITES(mempcpy, d, a, size); SAME(strxfrm, b, a, sizeof b);
    SAME(index, a, x); SAME(rindex, a, x); SAME(rawmemchr, a, a[0]); SAME(atoll, a); ALIKE(bcmp, a, b, k % 2 ? 1 : 0);
    CLEARS(bzero, d, k); CLEARS(explicit_bzero, d, k); CLEARS(bcopy, d, d + 2, k); CLEARS(bcopy, d + 2, d, k);
    doing = "puts";
    check(__muster_puts(a) == (int)size && __muster_fputs(a) == 1 && __muster_written(7, stdout) == 7, n);
    widens(a, b, c, k, n);
    interprets(n);
    scans(a, n);
    sets(n);
    options(n);
    char *rest, *left;
    NUMBER(strtol, 10); NUMBER(strtol, 0); NUMBER(strtoll, 16); NUMBER(strtoul, 0); NUMBER(strtoull, 36); NUMBER(strtol, 2); NUMBER(strtoimax, 0);
    NUMBER(strtoumax, 10);
    unsigned u = rand() * 3u, seed = u, other = u;
    unsigned long long w = (unsigned long long)u << 32 ^ rand();
    if (u >>= rand() % 32) { COMPUTED(clz, u); COMPUTED(ctz, u); }
    if (w >>= rand() % 64) { COMPUTED(clzll, w); COMPUTED(ctzll, w); COMPUTED(clzl, w); COMPUTED(ctzl, w); }
    COMPUTED(popcount, u); COMPUTED(popcountll, w); COMPUTED(parityll, w); COMPUTED(clrsb, (int)u); COMPUTED(clrsbll, (long long)w);
    COMPUTED(parity, u); COMPUTED(parityl, w); COMPUTED(popcountl, w); COMPUTED(clrsbl, (long)w);
    divides(w, u, n);
    COMPUTED(bswap16, (unsigned short)u); COMPUTED(bswap32, u); COMPUTED(bswap64, w); SAME(ffs, (int)u); SAME(ffsl, (long)w); SAME(ffsll, (long long)w);
    doing = "rand_r";
    check(rand_r(&seed) == model_rand_r(&other) && seed == other, n);
    sorts(n);
    prints(n);
    dates(n);
    doing = "strtok_r";
    strcpy(b, a);
    char *p = strtok_r(a, c, &rest), *q = model_strtok_r(b, c, &left);
    for (int i = 0; i < 4; i++) {
      check(p ? q && p - a == q - b : !q, n);
      if (!p) break;
      p = strtok_r(0, c, &rest), q = model_strtok_r(0, c, &left);
    }
    check(!memcmp(a, b, size), n);
    doing = "strtok";
    text(a, 12);
    strcpy(b, a);
    p = strtok(a, c), q = model_strtok(b, c);
    for (int i = 0; i < 4; i++) {
      check(p ? q && p - a == q - b : !q, n);
      if (!p) break;
      p = strtok(0, c), q = model_strtok(0, c);
    }
  }
  return wrong != 0;
}
