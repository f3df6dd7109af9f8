package syntax

import (
	"strings"
	"testing"
)

// TestRefused reads what gcc refuses, too, with the same words.
func TestRefused(t *testing.T) {
	for _, x := range []struct{ src, want string }{
		{"int f(...);", "1:7: ISO C requires a named argument before '...'"},
		{"int f(int a[static]);", "1:19: expected expression before ']' token"},
		{"int f(int n, int a[*]) { return n; }", "1:20: '[*]' not allowed in other than function prototype scope"},
		{"int f(int n, int a[*]); int f(int n, int a[n]) { return n; }", ""},
		{"register int x;", "1:14: register name not specified for 'x'"},
		{"auto int x;", "1:10: file-scope declaration of 'x' specifies 'auto'"},
		{"_Alignas(8) typedef int x;", "1:25: alignment specified for typedef 'x'"},
		{"_Alignas(0) int f(void);", "1:17: alignment specified for function 'f'"},
		{"int f(_Alignas(8) int x);", "1:23: alignment specified for parameter 'x'"},
		{"struct s { _Alignas(8) int b : 3; };", "1:28: alignment specified for bit-field 'b'"},
		{"void f(void) { _Alignas(8) register int x; }", "1:41: alignment specified for 'register' object 'x'"},
		{"restrict int x;", "1:1: invalid use of 'restrict'"},
		{"int *restrict x;", ""},
		{"_Alignas(2) int x;", "1:17: '_Alignas' specifiers cannot reduce alignment of 'x'"},
		{"_Alignas(2) _Alignas(8) int x; _Alignas(0) int y;", ""},
		{"void f(void) { __auto_type x = 1, y = 2; }", "1:35: '__auto_type' may only be used with a single declarator"},
		{"void f(int n) { static int a[n]; }", "1:28: storage size of 'a' isn't constant"},
		{"void f(int n) { static int (*a)[n]; }", ""},
		{"void f(int n) { extern int a[n]; }", "1:28: object with variably modified type must have no linkage"},
		{"void f(int n) { register int a[2]; int *p = a; }", "1:45: address of register variable 'a' requested"},
		{"int f(int n) { register int a[2]; return a[1] + sizeof a; }", ""},
		{"void f(int n) { goto l; int a[n]; l: ; }", "1:17: jump into scope of identifier with variably modified type"},
		{"void f(int n) { goto l; { int (*a)[n]; l: ; } }", "1:17: jump into scope of identifier with variably modified type"},
		{"void f(int n) { l: ; int a[n]; { int b[n]; goto m; goto l; } m: ; }", ""},
		{"void f(int n) { switch (n) { int a[n]; case 1: ; } }", "1:40: switch jumps into scope of identifier with variably modified type"},
		{"void f(int n) { switch (n) { case 1: ; int a[n]; default: ; } }", "1:50: switch jumps into scope of identifier with variably modified type"},
		{"void f(int n) { int a[n]; switch (n) { case 1: { int b[n]; } default: ; } }", ""},
		{"struct s { int b : 3; } s; int n = sizeof s.b;", "1:36: 'sizeof' applied to a bit-field"},
		{"struct s { int b : 3; } s; int n = _Alignof(s.b);", "1:36: '_Alignof' applied to a bit-field"},
		{"struct s { int b : 3; } s; int n = sizeof(+s.b) + sizeof(0, s.b);", ""},
		{"struct s *p; void f(void) { (void)*p; }", "1:35: invalid use of undefined type 'struct s'"},
		{"struct s *p; void f(void) { (void)&*p; }", ""},
		{"struct s x; extern struct t y; struct u z; struct u { int a; };", "1:10: storage size of 'x' isn't known"},
		{"void f(void) { asm(1); }", "1:20: expected string literal before '1'"},
		{"struct s { int a[]; };", "1:16: flexible array member in a struct with no named members"},
		{"union s { int n; int a[]; };", "1:22: flexible array member in union"},
		{"static int x = (1, 2);", "1:17: initializer element is not constant"},
		{"void f(void) { int g(void) { return 1; } static int (*p)(void) = g; }", "1:66: initializer element is not constant"},
		{"void f(void) { auto int g(void); int (*p)(void) = g; }", "1:25: nested function 'g' declared but never defined"},
		{"int x = sizeof(1, 2);", ""},
		{"int x = 1 ? 2 : (3, 4);", ""},
		{"int g(void) { return f(); } static int f(void) { return 1; }", "1:40: static declaration of 'f' follows non-static declaration at a.c:1:22"},
		{"int f(void) __attribute__((unused)) { return 1; }", "1:13: attributes should be specified before the declarator in a function definition"},
		{"int f(void) asm(\"g\") { return 1; }", "1:22: expected ',' or ';' before '{' token"},
		{"__attribute__((unused)) int f(int x __attribute__((unused))) { return 1; }", ""},
	} {
		_, err := Parse([]Source{{Name: "a.c", Text: []byte(x.src)}}, Options{})
		got := ""
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "a.c:")
		}
		if got != x.want {
			t.Errorf("%s: %q, want %q", x.src, got, x.want)
		}
	}
}
