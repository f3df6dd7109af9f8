package syntax

import "strings"

// library defines functions of the standard library in C, under names of their own.
const library = `
__SIZE_TYPE__ __muster_strlen(const char *s) { __SIZE_TYPE__ n = 0; while (s[n]) n++; return n; }
int __muster_strcmp(const char *a, const char *b) {
  while (*a && *a == *b) { a++; b++; }
  return *(const unsigned char *)a - *(const unsigned char *)b;
}
int __muster_strncmp(const char *a, const char *b, __SIZE_TYPE__ n) {
  for (; n; n--, a++, b++) {
    if (*a != *b) return *(const unsigned char *)a - *(const unsigned char *)b;
    if (!*a) return 0;
  }
  return 0;
}
char *__muster_strcpy(char *d, const char *s) { char *r = d; while ((*d = *s)) { d++; s++; } return r; }
char *__muster_strncpy(char *d, const char *s, __SIZE_TYPE__ n) {
  char *r = d;
  for (; n && *s; n--) { *d = *s; d++; s++; }
  for (; n; n--) { *d = 0; d++; }
  return r;
}
char *__muster_strcat(char *d, const char *s) {
  char *r = d;
  while (*d) d++;
  while ((*d = *s)) { d++; s++; }
  return r;
}
char *__muster_strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (!*s) return 0;
  }
}
char *__muster_strrchr(const char *s, int c) {
  const char *r = 0;
  for (;; s++) {
    if (*s == (char)c) r = s;
    if (!*s) return (char *)r;
  }
}
int __muster_positive(void);
void __muster_accessed(const void *p, __SIZE_TYPE__ n);
int __muster_memcmp(const void *a, const void *b, __SIZE_TYPE__ n) {
  const unsigned char *p = a, *q = b;
  __muster_accessed(a, n);
  __muster_accessed(b, n);
  for (; n; n--, p++, q++) {
    if (*p != *q) return *p < *q ? -__muster_positive() : __muster_positive();
  }
  return 0;
}
void *__muster_memchr(const void *s, int c, __SIZE_TYPE__ n) {
  for (const unsigned char *p = s; n; n--, p++) {
    if (*p == (unsigned char)c) return (void *)p;
  }
  return 0;
}
int __muster_isdigit(int c) { return c >= '0' && c <= '9'; }
int __muster_isupper(int c) { return c >= 'A' && c <= 'Z'; }
int __muster_islower(int c) { return c >= 'a' && c <= 'z'; }
int __muster_isalpha(int c) { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'; }
int __muster_isalnum(int c) { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'; }
int __muster_isxdigit(int c) { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'; }
int __muster_isspace(int c) { return c == ' ' || c >= 9 && c <= 13; }
int __muster_isblank(int c) { return c == ' ' || c == 9; }
int __muster_iscntrl(int c) { return c >= 0 && c < 32 || c == 127; }
int __muster_isprint(int c) { return c >= 32 && c < 127; }
int __muster_isgraph(int c) { return c > 32 && c < 127; }
int __muster_ispunct(int c) { return c > 32 && c < 127 && !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'); }
int __muster_tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int __muster_toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
`

// prefix begins the names of the library.
const prefix = "__muster_"

// complete gives functions of the standard library that have no body the one of the library.
func (u *Unit) complete() {
	models := map[string]*Object{}
	for _, o := range u.Objects {
		if name, ok := strings.CutPrefix(o.Name, prefix); ok {
			models[name] = o
		}
	}
	for _, o := range u.Objects {
		m := models[strings.TrimPrefix(o.Name, "__builtin_")]
		if m == nil || o.Kind != Function || o.Body != nil || !fits(o.Type, m.Type) {
			continue
		}
		o.Body, o.Params, o.Pos, o.Type = m.Body, m.Params, m.Pos, m.Type
	}
}

// fits reports whether a declaration is that of a library function, but for signs.
func fits(t, m *Type) bool {
	if t.Result.Kind != m.Result.Kind || t.Result.Size != m.Result.Size {
		return false
	}
	if t.Loose {
		return true // calls have the arguments that gcc expects
	}
	if len(t.Params) != len(m.Params) {
		return false
	}
	for i, p := range t.Params {
		q := m.Params[i]
		if p.Kind != q.Kind || p.Size != q.Size || p.Kind == Pointer && (p.Elem.Kind != q.Elem.Kind || p.Elem.Size != q.Elem.Size) {
			return false
		}
	}
	return true
}
