package c

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// Returned is what a call of a function without a body returned in an execution.
type Returned struct{ Name, Value string }

// Harness makes an executable of a program that shows an execution.
type Harness struct {
	// Text is a C file that defines the functions that the program does not: they return the values of the execution, in its order. Where
	// the error is reached the program prints Reached, and ends with exit code 1.
	Text    string
	inserts []insert
}

// Reached is the line that says that the error is reached.
const Reached = "the error is reached"

// insert is what is written into a copy of the program, behind the first word of some kind from a place on.
type insert struct {
	at         prog.Pos
	word, text string
}

// Inserted returns a file of the program, by its number, with what says there that the error is reached: where that is a label, or a
// function with a body. Places stay what they are.
func (h *Harness) Inserted(number int32, f prog.File) []byte {
	lines := strings.SplitAfter(string(f.Text), "\n")
	inserts := slices.SortedFunc(slices.Values(h.inserts), func(a, b insert) int { return cmp.Or(int(b.at.Line-a.at.Line), int(b.at.Col-a.at.Col)) })
	for _, x := range inserts { // the last one first, so that the others are where they were
		if x.at.File != number || int(x.at.Line) > len(lines) {
			continue
		}
		line := &lines[x.at.Line-1]
		if from := int(x.at.Col) - 1; from < len(*line) {
			if i := strings.Index((*line)[from:], x.word); i >= 0 {
				i += from + len(x.word)
				*line = (*line)[:i] + " " + x.text + (*line)[i:]
			}
		}
	}
	return []byte("void " + announcer + "(void);\n# 1 " + strconv.Quote(f.Name) + "\n" + strings.Join(lines, ""))
}

// announcer is the name of the function of a harness that says that the error is reached.
const announcer = "__muster_reached"

// announces notes where the error is reached in a function of the program's.
func (f *fn) announces(at syntax.Pos, word string) {
	x := insert{f.position(at), word, announcer + "();"}
	if x.at.Line > 0 && !slices.Contains(f.res.inserts, x) {
		f.res.inserts = append(f.res.inserts, x)
	}
}

// Harness returns what shows an execution, if that does not depend on what variables hold that nobody has initialised.
func (r *Result) Harness(calls []Returned) *Harness {
	var b strings.Builder
	fails := false
	begin := given{lists: r.told.lists}
	for _, c := range calls {
		begin.Note(c.Name, c.Value)
	}
	b.WriteString(begin.harness())
	for _, o := range r.Outside {
		if o.Body != nil {
			continue
		}
		switch name := o.Name; {
		case name == "__assert_fail":
			b.WriteString("int printf(const char *, ...);\nvoid __assert_fail(const char *what, const char *file, unsigned line, const char *in) {\n" +
				"  printf(\"%s:%u: %s: this assertion fails: %s\\n\", file, line, in, what);\n  " + announcer + "();\n}\n")
		case failure(name):
			fmt.Fprintf(&b, "void %s() { %s(); }\n", name, announcer)
		case name == "__VERIFIER_assert" || name == "__ESBMC_assert":
			fmt.Fprintf(&b, "void %s(int c) { if (!c) %s(); }\n", name, announcer)
		case strings.HasSuffix(name, "_assume") || name == "assume_abort_if_not":
			fmt.Fprintf(&b, "void %s(int c) { if (!c) _Exit(0); }\n", name)
		case r.failing && (name == "malloc" || name == "calloc" || name == "realloc"):
			fails = true
			allocates(&b, name, calls)
		default:
			r.returns(&b, o, calls)
		}
	}
	text := "/* The values of an execution that reaches the error: compile this beside the program, with -fwrapv. */\n" +
		"int puts(const char *);\nint fflush(void *);\nvoid _Exit(int);\n" +
		"void " + announcer + "(void) { puts(\"" + Reached + "\"); fflush(0); _Exit(1); }\n"
	if fails {
		text += "/* The C library allocates memory, too, for puts and others: calls from elsewhere than the program do not count. */\n" +
			"extern char __executable_start, etext;\n" +
			"static int own(void *from) { return (char *)from >= &__executable_start && (char *)from < &etext; }\n"
	}
	return &Harness{Text: text + b.String(), inserts: r.inserts}
}

// allocates defines a function that allocates memory, and fails where it did so in the execution. The name beneath is glibc's.
func allocates(b *strings.Builder, name string, calls []Returned) {
	var values []string
	for _, c := range calls {
		if c.Name == name {
			values = append(values, map[bool]string{true: "0", false: "1"}[c.Value == "0"])
		}
	}
	params, args := "__SIZE_TYPE__ n", "n"
	switch name {
	case "calloc":
		params, args = "__SIZE_TYPE__ k, __SIZE_TYPE__ n", "k, n"
	case "realloc":
		params, args = "void *p, __SIZE_TYPE__ n", "p, n"
	}
	fmt.Fprintf(b, "void *__libc_%s(%s);\nvoid *%s(%s) {\n  static char v[] = { %s };\n  static unsigned i;\n"+
		"  return !own(__builtin_return_address(0)) || i >= sizeof v || v[i++] ? __libc_%s(%s) : 0;\n}\n", name, params, name, params, strings.Join(append(values, "1"), ", "), name, args)
}

// returns defines a function that returns what it did in the execution.
func (r *Result) returns(b *strings.Builder, o *syntax.Object, calls []Returned) {
	var values []string
	for _, c := range calls {
		if c.Name == o.Name {
			values = append(values, literal(c.Value, o.Type.Result))
		}
	}
	t := o.Type.Result.Name
	switch {
	case len(values) == 0 && standard(o.Name):
		return
	case o.Type.Result.Kind == syntax.Pointer:
		t = "void *"
	case o.Type.Result.Kind != syntax.Int:
		if o.Type.Result.Kind == syntax.Void && !standard(o.Name) {
			fmt.Fprintf(b, "void %s() {}\n", o.Name)
		}
		return
	}
	if len(values) == 0 {
		values = []string{"0"}
	}
	fmt.Fprintf(b, "%s %s() {\n  static %s v[] = { %s };\n  static unsigned i;\n  return i < sizeof v / sizeof *v ? v[i++] : 0;\n}\n",
		t, o.Name, t, strings.Join(values, ", "))
}

// literal returns a number as a constant of a type.
func literal(value string, t *syntax.Type) string {
	if t.Kind == syntax.Pointer {
		return "(void *)" + value
	}
	if t.Size == 8 && t.Signed && value == "-9223372036854775808" {
		return "-9223372036854775807LL - 1"
	}
	if t.Size == 8 && !t.Signed {
		return value + "ULL"
	}
	return value + "LL"
}

// standard reports whether a function is in the C library, which is linked.
func standard(name string) bool {
	return ignored(name) || slices.Contains([]string{
		"abort", "exit", "_exit", "_Exit", "malloc", "calloc", "realloc", "alloca", "memset", "memcpy", "memmove", "abs", "labs", "llabs", "assert",
	}, name) || strings.HasPrefix(name, "__builtin_")
}
