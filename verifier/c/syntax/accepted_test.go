package syntax

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// accepted are texts that gcc accepts. What they assert is true there; is(e, t) says that an expression has a type.
const accepted = `
#define is(e, t) _Static_assert(__builtin_types_compatible_p(__typeof__(e), t), #e)
#define holds(e) _Static_assert(e, #e)

struct bits { unsigned a : 3; int b : 20; unsigned long long c : 40; long d : 35; _Bool f : 1; unsigned g : 32; } bits;
is(+bits.a, int); is(bits.a + 1u, unsigned); is(+bits.g, unsigned); is(bits.f + bits.f, int); is((0, bits.b) + 0, int);
holds(sizeof(bits.a = 2) == 1); holds(sizeof(bits.b = 2) == 4); holds(sizeof(bits.c = 2) == 8); holds(sizeof(+bits.a) == 4);
is(1, int); is(0x80000000, unsigned); is(2147483648, long); is(0xffffffffffffffff, unsigned long); is(1ull, unsigned long long); is(0b101, int);
is(9223372036854775808, __int128); is('a', int); is(L'a', int); is(u'a', unsigned short); is(U'a', unsigned); is(1.0f, float); is(1.0L, long double);
holds('ab' == 'a' * 256 + 'b'); holds('\377' == -1); holds(L'\xff' == 255); holds('\x41' == 'A'); holds('\e' == 27);
holds(sizeof "abc" == 4); holds(sizeof L"abc" == 16); holds(sizeof u"abc" "d" == 10); holds(sizeof "a\0b" == 4); is(&"ab", char (*)[3]);
holds(sizeof u8"\u20ac" == 4); holds(sizeof u"\U0001f600" == 6); holds((unsigned char)"\xe2"[0] == 0xe2 || 1);
enum small { SMALL = 1 } __attribute__((packed)); enum wide { WIDE = 0x100000000 }; enum negative { NEGATIVE = -1 };
holds(sizeof(enum small) == 1); holds(sizeof(enum wide) == 8); is(SMALL, int); holds((enum negative)-1 < 0); holds((enum wide)-1 > 0);
struct holder { struct inner { int x; }; int y; }; struct inner visible; holds(sizeof(struct holder) == 4);
struct empty {}; union nothing {}; holds(sizeof(struct empty) == 0); holds(sizeof(union nothing) == 0);
int (*choose(int k))(int); is(choose, int (*(int))(int)); int (*(*table[3])(void))[2]; is(table[0](), int (*)[2]);
void takes(int a[static 4], int b[const], int (*c)(void), int d(void), int e[*]);
is(&takes, void (*)(int *, int *, int (*)(void), int (*)(void), int *));
const int *cp; int *p; is(1 ? cp : p, const int *); is(1 ? (void *)0 : p, int *); is(1 ? (void *)p : p, void *); is(*cp, int);
holds(_Generic(*cp, int: 1, const int: 2) == 1); holds(_Generic(cp, int *: 1, const int *: 2) == 2); holds(_Generic("a", char *: 1, default: 2) == 1);
holds(_Generic((char)1, signed char: 1, char: 2) == 2); holds(_Generic(1L, long long: 1, long: 2) == 2);
int array[] = { [2] = 5, 6, [0] = 1, [5 ... 7] = 9 }; holds(sizeof array == 32);
struct nest { int a[3]; struct { int x, y; } b[2]; } nest = { .a[1] = 4, 5, .b[1].y = 6, .b[0] = { 1, 2 } }, braces = { 1, 2, 3, 4, 5, { 6 } };
char text[] = { "abc" }, longer[8] = "ab"; int wide_text[] = L"ab"; holds(sizeof text == 4); holds(sizeof wide_text == 12);
struct flexible { int n; char tail[]; } flexible = { 2, "ab" }; holds(sizeof flexible == 4);
int *literal = (int[]){ 1, 2, 3 }; struct nest *pointer = &(struct nest){ { 1 } }; int chosen = 5 ?: 7;
__extension__ typedef __int128 big; holds(sizeof(big) == 16); is((big)1 + 1ull, __int128); unsigned __int128 huge;
typedef int aligned __attribute__((aligned(32))); holds(_Alignof(aligned) == 32); struct __attribute__((packed)) { char c; int i; } packed;
holds(sizeof packed == 5); holds(__builtin_offsetof(struct nest, b[1].y) == 24); holds((long)&((struct nest *)0)->b == 12);
holds(__alignof__(long long) == 8); _Alignas(64) int over; holds(__alignof__(over) == 64); holds((int)3.7 == 3);
holds((3.0 < 4) && 0.1 + 0.2 != 0.3 && 0.1f != 0.1); holds(sizeof(int[3][4]) == 48); holds(-1 > 0u); holds((1 << 31 >> 31) == -1);
holds(-7 / 2 == -3 && -7 % 2 == -1); holds(__builtin_choose_expr(1, 2, "a") == 2); holds(!__builtin_types_compatible_p(int, unsigned));
holds(__builtin_constant_p(3) && !__builtin_constant_p(chosen)); is(__builtin_choose_expr(0, 1, 2L), long);
typedef int function(int); function declared; int declared(int x) { return x; } [[maybe_unused]] static int unused;
int old(a, b, c) char a; long *b; { return a + *b + c; }
implicit(x) { return x; }
static inline int tentative(void); static int tentative(void) { return 1; } extern int later; int later = 1; int later;
int control(int n) {
  __label__ done;
  int values[n], (*rows)[n] = &values;
  static const int table[] = { 1, 2 }; extern int later; int *q = 0, c = sizeof(int[n++]);
  for (int i = 0, *r; i < n; i++) { if (i == 3) goto done; else if (i) continue; switch (i) { case 1 ... 3: break; case 4: { default: ; } } }
  do { n = ({ int t = n; t > 2 ? t : 2; }); } while (0);
  q = n ? &n : 0; q += 1, q++; c = n ?: 3; typeof(n) m = n; __auto_type z = 3L; is(z, long); unsigned char narrow = 255; is(narrow + narrow, int);
  (void)sizeof *q; { typedef int n; n x = 1; m = x; } struct later *unknown; int n2 = _Alignof n; asm volatile ("");
done:
  return m + values[0] + (*rows)[0] + table[1] + control(0) + c + printf("%d", z) + undeclared(1);
}
`

// TestAccepted reads what gcc accepts.
func TestAccepted(t *testing.T) {
	if _, err := Parse([]Source{{Name: "accepted.c", Text: []byte(accepted)}}, Options{}); err != nil {
		line := strings.Split(accepted, "\n")
		t.Errorf("%v\n%s", err, line[err.(*Error).Line-1])
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("the text is not compared with gcc: ", err)
	}
	file := filepath.Join(t.TempDir(), "accepted.c")
	if err := os.WriteFile(file, []byte(accepted), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-m64", "-std=gnu17", "-w", "-fsyntax-only", file).CombinedOutput(); err != nil {
		t.Errorf("gcc: %v\n%s", err, out)
	}
}

// FuzzParse reads any text: what comes of it is a tree, or an error with a place.
func FuzzParse(f *testing.F) {
	for line := range strings.Lines(accepted) {
		f.Add(line)
	}
	f.Add(accepted)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "include") || strings.Contains(text, "embed") { // it may name any file
			return
		}
		_, err := Parse([]Source{{Name: "a.c", Text: []byte(text)}}, Options{})
		if e, ok := err.(*Error); err != nil && (!ok || e.Line < 1 || e.Col < 1 || e.Msg == "" || strings.Contains(e.Msg, "\n")) {
			t.Errorf("the error has no place: %v", err)
		}
	})
}
