package c

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	test "github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// recorded makes a trace of what a program records, as "label=value; label=value".
func (r *Result) recorded(t *testing.T, text string) *verifier.Trace {
	commands := map[string]prog.NodeID{}
	for node, x := range r.record.notes {
		commands[x.String()] = node
	}
	trace := &verifier.Trace{}
	for x := range strings.SplitSeq(text, "; ") {
		label, value, given := strings.Cut(x, "=")
		if given && commands[label] == 0 {
			t.Errorf("the program records no %s", label)
		}
		trace.Steps = append(trace.Steps, verifier.Step{Kind: prog.StepRecord, Node: commands[label], Label: label,
			Value: value, Exact: []verifier.Exact{{Value: valueOf(value)}}})
	}
	return trace
}

// valueOf reads a number, or a map: [4096 -> 4, else 0].
func valueOf(text string) (v model.Value) {
	number := func(s string) model.Value {
		n, _ := num.ParseInt(s)
		return model.Int(n)
	}
	inner, isMap := strings.CutPrefix(strings.TrimSuffix(text, "]"), "[")
	if !isMap {
		return number(text)
	}
	entries := strings.Split(inner, ", ")
	st, last := term.NewStore(), len(entries)-1
	v = model.ConstArray(st, st.ArraySort(term.Int, term.Int), number(strings.TrimPrefix(entries[last], "else ")))
	for _, e := range entries[:last] {
		at, x, _ := strings.Cut(e, " -> ")
		v = v.Store(number(at), number(x))
	}
	return v
}

// TestHarness shows the C text that a program and what an execution records become, without what all have, and what is
// inserted into the program. In a long run, where there is a gcc, the program fails beside its harness.
func TestHarness(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	switch {
	case !test.Long():
		gcc = ""
	case err != nil:
		t.Log("there is no gcc: harnesses are not executed")
	}
	const before = "#include <stdlib.h>\nvoid reach_error(void); struct p { int a; char b; };\n"
	const head = `#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
void __muster_reached(void) { puts("the error is reached"); fflush(0); _Exit(1); }
`
	common := strings.NewReplacer(giving, "GIVING\n", fmt.Sprintf(blocks, blockSize), "BLOCKS\n",
		"void reach_error() { __muster_reached(); }\n", "")
	for _, x := range []struct {
		text, records string
		opt           Options
		want          string
		inserted      string // the line of the program, if it differs
	}{
		{
			text:    `int input(void); int main(void) { if (input() == 7 && input() == -2) reach_error(); }`,
			records: `input=7; input=-2`,
			want: `
typedef signed int value_input;
_Static_assert(sizeof(value_input) == 4, "size");
value_input value_of_input() __asm__("input");
value_input value_of_input() {
  static value_input v[] = { 7LL, -2LL };
  static unsigned i;
  return i < sizeof v / sizeof *v ? v[i++] : 0;
}
`,
		},
		{
			text:    `unsigned long input(void); int main(void) { if (input() > 1ul << 63) reach_error(); }`,
			records: `input=9223372036854775809`,
			want: `
typedef unsigned long long value_input;
_Static_assert(sizeof(value_input) == 8, "size");
value_input value_of_input() __asm__("input");
value_input value_of_input() {
  static value_input v[] = { 9223372036854775809ULL };
  static unsigned i;
  return i < sizeof v / sizeof *v ? v[i++] : 0;
}
`,
		},
		{
			text:    `struct p get(void); int main(void) { if (get().a == 5) reach_error(); }`,
			records: `$object get=8; $part 0 32=5`,
			want: `
GIVING
BLOCKS
static const struct object v_get[] = {{0, 8, 1, "\005"}, {0, 0, 0, 0}};
static unsigned i_get;
void __muster_fill_get(void *p, unsigned long n) {
  if (i_get < 1) give(&v_get[i_get++], p, n);
}
typedef struct { signed int m0; signed char m1; } value_get;
_Static_assert(sizeof(value_get) == 8, "size");
value_get value_of_get() __asm__("get");
value_get value_of_get() {
  value_get v = {0};
  __muster_fill_get(&v, sizeof v);
  return v;
}
`,
		},
		{
			text:    `int *get(void); int main(void) { int *p = get(), *q = get(); if (p == q && *p == 4) reach_error(); }`,
			records: `get=4096; $object get=64; $at=4096; $map 0 4 32 4=[4096 -> 4, else 0]; get=4096; $object get=64; $at=4096; $map 0 4 32 4=[else 4]`,
			want: `
GIVING
BLOCKS
static const struct object v_get[] = {{0, 64, 1, "\004"}, {0, 64, 61, "\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004\000\000\000\004"}, {0, 0, 0, 0}};
static unsigned i_get;
void __muster_fill_get(void *p, unsigned long n) {
  if (i_get < 2) give(&v_get[i_get++], p, n);
}
typedef void *value_get;
_Static_assert(sizeof(value_get) == 8, "size");
value_get value_of_get() __asm__("get");
value_get value_of_get() {
  static value_get v[] = { (void *)4096, (void *)4096 };
  static unsigned i;
  return i < sizeof v / sizeof *v ? block(v[i++], __muster_fill_get) : 0;
}
`,
		},
		{
			text:    `void stop(void); void use(int); int main(void) { stop(); use(3); reach_error(); }`,
			records: ``,
			want: `
void value_of_stop() __asm__("stop");
void value_of_stop() {}
void value_of_use() __asm__("use");
void value_of_use() {}
`,
		},
		{
			text:    `void __VERIFIER_assert(int); void __VERIFIER_assume(int); int input(void); int main(void) { int x = input(); __VERIFIER_assume(x > 3); __VERIFIER_assert(x > 4); }`,
			records: `input=4`,
			want: `
typedef signed int value_input;
_Static_assert(sizeof(value_input) == 4, "size");
value_input value_of_input() __asm__("input");
value_input value_of_input() {
  static value_input v[] = { 4LL };
  static unsigned i;
  return i < sizeof v / sizeof *v ? v[i++] : 0;
}
void __VERIFIER_assume(int c) { if (!c) _Exit(0); }
void __VERIFIER_assert(int c) { if (!c) __muster_reached(); }
`,
		},
		{
			text:    `int main(void) { char *p = malloc(1); if (!p) reach_error(); }`,
			records: `malloc=0`,
			opt:     Options{MallocMayFail: true},
			want: `
void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n) {
  static char v[] = { 0 };
  static unsigned i;
  if (i < sizeof v && !v[i++]) return 0;
  void *block = __real_malloc(n);
  return block;
}
`,
		},
		{
			text:    `int main(void) { char *p = malloc(1), *q = malloc(1); if (p && q && *q == 9) reach_error(); }`,
			records: `$object malloc=1; $object malloc=1; $part 0 8=9`,
			want: `
GIVING
BLOCKS
static const struct object v_malloc[] = {{0, 1, 0, ""}, {0, 1, 1, "\011"}, {0, 0, 0, 0}};
static unsigned i_malloc;
void __muster_fill_malloc(void *p, unsigned long n) {
  if (i_malloc < 2) leave(&v_malloc[i_malloc++], p, n);
}
void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n) {
  void *block = __real_malloc(n);
  if (block) __muster_fill_malloc(block, n);
  return block;
}
`,
		},
		{
			text:    `extern int e; int main(void) { if (e == 9) reach_error(); }`,
			records: `$object extern_e=4; $part 0 32=9`,
			want: `
GIVING
BLOCKS
static const struct object v_extern_e[] = {{0, 4, 1, "\011"}, {0, 0, 0, 0}};
static unsigned i_extern_e;
void __muster_fill_extern_e(void *p, unsigned long n) {
  if (i_extern_e < 1) give(&v_extern_e[i_extern_e++], p, n);
}
char value_of_extern_e[4] __asm__("e") __attribute__((aligned(16)));
__attribute__((constructor(101))) static void begin_extern_e(void) { __muster_fill_extern_e(value_of_extern_e, sizeof value_of_extern_e); }
`,
		},
		{
			text:    `int f(int x, char *p) { if (x == 3 && p[1] == 2) reach_error(); return 0; }`,
			records: `argument0=3; argument1=4096; $object argument1=64; $at=4096; $map 0 1 8 1=[4097 -> 2, else 0]`,
			opt:     Options{Entry: "f"},
			want: `
GIVING
BLOCKS
static const struct object v_argument1[] = {{0, 64, 2, "\000\002"}, {0, 0, 0, 0}};
static unsigned i_argument1;
void __muster_fill_argument1(void *p, unsigned long n) {
  if (i_argument1 < 1) give(&v_argument1[i_argument1++], p, n);
}
typedef signed int a0;
typedef void *a1;
#undef main
void value_of_entry() __asm__("f");
int main(void) {
  value_of_entry((a0)3LL, block((a1)(void *)4096, __muster_fill_argument1));
  return 0;
}
`,
		},
		{
			text:    `int main(void) { int x; if (x == 3) reach_error(); }`,
			records: `$object local0=4; $part 0 32=3`,
			want: `
GIVING
BLOCKS
static const struct object v_local0[] = {{0, 4, 1, "\003"}, {0, 0, 0, 0}};
static unsigned i_local0;
void __muster_fill_local0(void *p, unsigned long n) {
  if (i_local0 < 1) leave(&v_local0[i_local0++], p, n);
}
`,
			inserted: `int main(void) { int x; __muster_fill_local0((void *)&x, sizeof x); if (x == 3) reach_error(); }`,
		},
		{
			text:    `int main(void) { char *p = __builtin_alloca(2); if (p[1] == 5) reach_error(); }`,
			records: `$object alloca0=2; $part 0 8=0; $part 8 8=5`,
			want: `
GIVING
BLOCKS
static const struct object v_alloca0[] = {{0, 2, 2, "\000\005"}, {0, 0, 0, 0}};
static unsigned i_alloca0;
void __muster_fill_alloca0(void *p, unsigned long n) {
  if (i_alloca0 < 1) leave(&v_alloca0[i_alloca0++], p, n);
}
void *__muster_filled_alloca0(void *p) { __muster_fill_alloca0(p, v_alloca0[i_alloca0].size); return p; }
`,
			inserted: `int main(void) { char *p = __muster_filled_alloca0(__builtin_alloca(2)); if (p[1] == 5) reach_error(); }`,
		},
		{
			text:    `int f(int x) { if (x) return 1; } int main(void) { if (f(0) == 6) reach_error(); }`,
			records: `end0=6`,
			want: `
long long __muster_end_end0(void) {
  static const unsigned long long v[] = {6ULL, 0};
  static unsigned i;
  return v[i < 1 ? i++ : i];
}
`,
			inserted: `int f(int x) { if (x) return 1; return __muster_end_end0(); } int main(void) { if (f(0) == 6) reach_error(); }`,
		},
		{
			text:    `int f(int x) { if (x) return; return 1; } int main(void) { if (f(1) == -6) reach_error(); }`,
			records: `end0=-6`,
			want: `
long long __muster_end_end0(void) {
  static const unsigned long long v[] = {18446744073709551610ULL, 0};
  static unsigned i;
  return v[i < 1 ? i++ : i];
}
`,
			inserted: `int f(int x) { if (x) return __muster_end_end0(); return 1; } int main(void) { if (f(1) == -6) reach_error(); }`,
		},
		{
			text:     `int main(void) { goto ERROR; ERROR: return 0; }`,
			records:  ``,
			inserted: `int main(void) { goto ERROR; ERROR: __muster_reached(); return 0; }`,
		},
	} {
		x.opt.Record = true
		file := prog.File{Name: "a.c", Text: []byte(before + x.text + "\n")}
		r, err := Load(prog.Files{file}, term.NewStore(), x.opt)
		if err != nil {
			t.Fatalf("%s: %v", x.text, err)
		}
		h := r.Harness(r.recorded(t, x.records))
		wrapped := ""
		for _, name := range h.Wrapped {
			wrapped += " -Wl,--wrap=" + name
		}
		how, rest, _ := strings.Cut(h.Text, "\n")
		if !strings.HasSuffix(how, "with -fwrapv"+wrapped+". */") {
			t.Errorf("%s\nwraps %q: %s", x.text, h.Wrapped, how)
		}
		text, ok := strings.CutPrefix(rest, head)
		if got := common.Replace(text); !ok || got != strings.TrimPrefix(x.want, "\n") {
			t.Errorf("%s\nwith %s\ngot\n%s\nwant%s", x.text, x.records, got, x.want)
		}
		program := string(h.Inserted(0, file))
		lines := strings.Split(strings.TrimSpace(program), "\n")
		if got := lines[len(lines)-1]; got != x.inserted && (x.inserted != "" || got != x.text) {
			t.Errorf("%s\nbecomes %s\nwant    %s", x.text, got, x.inserted)
		}
		if gcc == "" {
			continue
		}
		dir := t.TempDir()
		binary := filepath.Join(dir, "a.out")
		args := []string{"-w", "-fwrapv", "-o", binary}
		for i, text := range []string{program, h.Text} {
			name := filepath.Join(dir, fmt.Sprint("file", i, ".c"))
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			args = append(args, name)
		}
		if h.Entry {
			args = append(args, "-Dmain=main_of_the_program")
		}
		args = append(args, strings.Fields(wrapped)...)
		if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", x.text, err, out)
		} else if out, err := exec.Command(binary).Output(); err == nil || !strings.Contains(string(out), Reached) {
			t.Errorf("%s\nwith %s is executed: %v %s", x.text, x.records, err, out)
		}
	}
}
