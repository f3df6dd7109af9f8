package c

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier/c/syntax"
)

// Returned is what a call of a function without a body returned in an execution.
type Returned struct{ Name, Value string }

// Harness returns a C file that defines the functions that the program does not: they return the values of an execution, in
// its order, and where the error is reached the program says so and ends with exit code 1. Compiled beside the program with
// gcc -fwrapv it shows that execution, if that does not depend on what variables hold that nobody has initialised.
func (r *Result) Harness(calls []Returned) string {
	var b strings.Builder
	fails, reaches := false, false
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
		case failure(name) && !strings.HasPrefix(name, "__assert"):
			reaches = true
			fmt.Fprintf(&b, "void %s() { reached(); }\n", name)
		case name == "__VERIFIER_assert" || name == "__ESBMC_assert":
			reaches = true
			fmt.Fprintf(&b, "void %s(int c) { if (!c) reached(); }\n", name)
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
		"int puts(const char *);\nvoid _Exit(int);\n"
	if reaches {
		text += "int fflush(void *);\nstatic void reached(void) { puts(\"the error is reached\"); fflush(0); _Exit(1); }\n"
	}
	if fails {
		text += "/* The C library allocates memory, too, for puts and others: calls from elsewhere than the program do not count. */\n" +
			"extern char __executable_start, etext;\n" +
			"static int own(void *from) { return (char *)from >= &__executable_start && (char *)from < &etext; }\n"
	}
	return text + b.String()
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
