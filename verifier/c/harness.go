package c

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c/library"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// Harness makes an executable of a program that shows an execution.
type Harness struct {
	// Text is a C file that defines the functions that the program does not: they return the values of the execution,
	// in its order. Where the error is reached the program prints Reached, and ends with exit code 1.
	Text string
	// Wrapped are functions that the linker has to wrap: ld --wrap.
	Wrapped []string
	// Entry says that the entry is called by a main of the harness: one of the program needs another name.
	Entry   bool
	inserts []insert
}

// Reached is the line that says that the error is reached.
const Reached = "the error is reached"

// maker writes a harness.
type maker struct {
	strings.Builder
	returned map[string][]string
	refused  map[string]bool // functions that were asked for too much
	pictures pictures
	models   bool // something of the library's is replayed
}

// Harness returns what shows an execution, in which Options.Record has what the program
// does not determine; nil if there is none.
func (r *Result) Harness(t *verifier.Trace) *Harness {
	if t == nil {
		return nil
	}
	steps := t.Steps
	if t.Recorded != nil {
		steps = t.Recorded
	}
	m := maker{returned: map[string][]string{}, refused: map[string]bool{},
		pictures: pictures{all: map[string][]*picture{}, files: map[string]bool{}, targets: map[string]bool{}}}
	begin := given{lists: r.record.lists}
	for i := range steps {
		s := &steps[i]
		if s.Kind != prog.StepRecord {
			continue
		}
		x, value := r.record.notes[s.Node], s.Exact[0].Value
		begin.add(x, value)
		m.pictures.add(x, value)
		if !x.replayed() || x.what != noteResult && x.what != noteRefused {
			continue
		}
		if x.what == noteRefused {
			m.refused[x.name] = true
		} else {
			m.returned[x.name] = append(m.returned[x.name], s.Value)
		}
		m.pictures.files[x.file] = true
		m.models = m.models || x.file != "" || strings.HasPrefix(x.name, "__muster_")
	}
	m.WriteString("#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n" +
		"void " + announcer + "(void) { puts(\"" + Reached + "\"); fflush(0); _Exit(1); }\n")
	m.WriteString(begin.harness())
	m.fills(r.inserts)
	h := &Harness{inserts: r.inserts}
	for _, o := range r.Outside {
		if o.Body == nil {
			m.function(o)
		}
	}
	m.externs(r.externs)
	if h.Entry = r.entry != nil; h.Entry {
		m.main(r.entry)
	}
	for _, name := range []string{"malloc", "calloc", "realloc"} {
		if m.allocates(name) {
			h.Wrapped = append(h.Wrapped, name)
		}
	}
	if m.models {
		m.library()
	}
	how := "-fwrapv"
	for _, name := range h.Wrapped {
		how += " -Wl,--wrap=" + name
	}
	h.Text = "/* The values of an execution that reaches the error: compile this beside the program, with " + how +
		". */\n" + m.String()
	return h
}

// blocks gives memory to pointers that come from elsewhere: what is equal points to the same.
const blocks = `static void *block(void *at, void (*fill)(void *, unsigned long)) {
  static struct { void *at, *block; } known[1000];
  static unsigned count;
  char *new = aligned_alloc(16, %[1]d);
  fill(new, %[1]d);
  for (unsigned i = 0; i < count; i++) if (known[i].at == at) return known[i].block;
  if (!at || count == sizeof known / sizeof *known) return at;
  known[count].at = at;
  return known[count++].block = new;
}
`

// giving is what fills objects. The sanitizer for memory goes on to take what nothing has initialised for that.
const giving = `struct object { unsigned long from, size, known; const char *bytes; };
static void give(const struct object *x, char *p, unsigned long n) {
  for (unsigned long i = x->from; i < n; i++) p[i] = i < x->known ? x->bytes[i] : 0;
}
static void leave(const struct object *x, char *p, unsigned long n) {
  give(x, p, n);
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
  void __msan_poison(const volatile void *, unsigned long);
  if (x->from < n) __msan_poison(p + x->from, n - x->from);
#endif
#endif
}
`

// fills defines the functions that give objects what is in them: each call is about the next object of that name.
func (m *maker) fills(inserts []insert) {
	names := slices.Sorted(maps.Keys(m.pictures.all))
	inner := map[string]insert{}
	for _, x := range inserts {
		if x.object != "" {
			inner[x.object] = x
			if m.pictures.all[x.object] == nil {
				names = append(names, x.object)
			}
		}
		if x.end != "" {
			fmt.Fprintf(m, "long long %s%s(void) {\n  static const unsigned long long v[] = {", ender, x.end)
			for _, v := range m.returned[x.end] {
				m.WriteString(wrapped(v) + ", ")
			}
			fmt.Fprintf(m, "0};\n  static unsigned i;\n  return v[i < %d ? i++ : i];\n}\n", len(m.returned[x.end]))
		}
	}
	if len(names) > 0 {
		m.WriteString(giving)
		fmt.Fprintf(m, blocks, blockSize)
	}
	for _, name := range slices.Sorted(maps.Keys(m.pictures.targets)) {
		fmt.Fprintf(m, "static void *at_%s;\n", name)
	}
	for _, name := range names {
		fmt.Fprintf(m, "static const struct object v_%s[] = {", name)
		list := m.pictures.all[name]
		for _, x := range list {
			bytes := strings.TrimRight(string(x.bytes), "\x00")
			fmt.Fprintf(m, "{%d, %d, %d, %s}, ", x.from, x.size, len(bytes), literalOf(bytes))
		}
		x, local := inner[name]
		how := map[bool]string{true: "leave", false: "give"}[local || name == "malloc" || name == "realloc"]
		fmt.Fprintf(m, "{0, 0, 0, 0}};\nstatic unsigned i_%[2]s;\nvoid %[1]s%[2]s(void *p, unsigned long n) {\n"+
			"  if (i_%[2]s < %[3]d) %[4]s(&v_%[2]s[i_%[2]s++], p, n);\n", filler, name, len(list), how)
		m.follow(name, list)
		m.WriteString("}\n")
		if x.closes.Line > 0 {
			fmt.Fprintf(m, "void *%[1]s%[2]s(void *p) { %[3]s%[2]s(p, v_%[2]s[i_%[2]s].size); return p; }\n", handler, name,
				filler)
		}
	}
}

// wrapped returns a number as one without a sign of 64 bits.
func wrapped(value string) string {
	n, ok := new(big.Int).SetString(value, 10)
	if !ok {
		return "0"
	}
	return n.And(n, new(big.Int).SetUint64(math.MaxUint64)).String() + "ULL"
}

// function defines a function that the program does not.
func (m *maker) function(o *syntax.Object) {
	switch name := o.Name; {
	case name == "__assert_fail":
		fmt.Fprintf(m, "void %s(const char *what, const char *file, unsigned line, const char *in) {\n"+
			"  printf(\"%%s:%%u: %%s: this assertion fails: %%s\\n\", file, line, in, what);\n  %s();\n}\n", name, announcer)
	case failure(name):
		fmt.Fprintf(m, "void %s() { %s(); }\n", name, announcer)
	case name == "__VERIFIER_assert" || name == "__ESBMC_assert" || name == "assert": // where no header makes that a macro
		fmt.Fprintf(m, "void %s(int c) { if (!c) %s(); }\n", name, announcer)
	case strings.HasSuffix(name, "_assume") || name == "assume_abort_if_not":
		fmt.Fprintf(m, "void %s(int c) { if (!c) _Exit(0); }\n", name)
	case allocator(o) || resizes(o):
	default:
		m.returns(name, o.Type.Result)
	}
}

// returns defines a function that returns what it did in the execution. Its type need not be
// that of a header: its symbol only is the same.
func (m *maker) returns(name string, result *syntax.Type) {
	values := m.returned[name]
	if len(values) == 0 && m.pictures.all[name] == nil && standard(name) {
		return
	}
	t := "value_" + name
	switch result.Kind {
	case syntax.Void:
		fmt.Fprintf(m, "void value_of_%s() __asm__(%q);\nvoid value_of_%[1]s() {}\n", name, name)
		return
	case syntax.Int, syntax.Pointer, syntax.Float, syntax.Struct, syntax.Union:
		text, ok := declaration(result, t)
		if !ok {
			return
		}
		fmt.Fprintf(m, "typedef %s;\n_Static_assert(sizeof(%s) == %d, \"size\");\n", text, t, result.Size)
	default:
		return
	}
	fmt.Fprintf(m, "%s value_of_%s() __asm__(%q);\n%[1]s value_of_%[2]s() {\n", t, name, name)
	switch {
	case result.Kind == syntax.Struct || result.Kind == syntax.Union:
		fmt.Fprintf(m, "  %s v = {0};\n", t)
		if m.pictures.all[name] != nil {
			fmt.Fprintf(m, "  %s%s(&v, sizeof v);\n", filler, name)
		}
		m.WriteString("  return v;\n}\n")
	case len(values) == 0:
		m.WriteString("  return 0;\n}\n")
	default:
		value := "v[i++]"
		if m.pictures.all[name] != nil {
			value = fmt.Sprintf("block(%s, %s%s)", value, filler, name)
		}
		fmt.Fprintf(m, "  static %s v[] = { %s };\n  static unsigned i;\n"+
			"  return i < sizeof v / sizeof *v ? %s : 0;\n}\n", t, m.constants(name, result), value)
	}
}

// constants writes what a function returned as an initialiser.
func (m *maker) constants(name string, t *syntax.Type) string {
	var list []string
	for _, v := range m.returned[name] {
		list = append(list, literal(v, t))
	}
	return strings.Join(list, ", ")
}

// externs defines objects that the program only declares. Nothing is said of what is in one whose size is not known.
func (m *maker) externs(objects []*syntax.Object) {
	for _, o := range objects {
		name, size := externName+o.Name, o.Type.Size
		if size <= 0 {
			size = blockSize
		}
		fmt.Fprintf(m, "char value_of_%s[%d] __asm__(%q) __attribute__((aligned(16)));\n", name, size, o.Name)
		if m.pictures.all[name] != nil {
			fmt.Fprintf(m, "__attribute__((constructor(101))) static void begin_%s(void) { "+
				"%s%[1]s(value_of_%[1]s, sizeof value_of_%[1]s); }\n", name, filler)
		}
	}
}

// main calls the entry with its arguments.
func (m *maker) main(entry *syntax.Object) {
	var args []string
	for i, p := range entry.Params {
		t, name := "a"+strconv.Itoa(i), argumentName(i)
		text, ok := declaration(p.Type, t)
		if !ok {
			return
		}
		fmt.Fprintf(m, "typedef %s;\n", text)
		value := "(" + t + "){0}"
		if len(m.returned[name]) > 0 {
			value = "(" + t + ")" + literal(m.returned[name][0], p.Type)
			if m.pictures.all[name] != nil {
				value = "block(" + value + ", " + filler + name + ")"
			}
		}
		args = append(args, value)
	}
	fmt.Fprintf(m, "#undef main\nvoid value_of_entry() __asm__(%q);\nint main(void) {\n"+
		"  value_of_entry(%s);\n  return 0;\n}\n", entry.Name, strings.Join(args, ", "))
}

// allocates defines what stands before a function that allocates memory, and reports whether there is anything to do:
// in the execution it failed, it was asked for too much, or the program looks at what nobody has written.
func (m *maker) allocates(name string) bool {
	values, pictures, refused := m.returned[name], m.pictures.all[name], m.refused[name]
	if len(values) == 0 && len(pictures) == 0 && !refused {
		return false
	}
	params, args, most := "size_t n", "n", strconv.Itoa(tooLarge-1)
	switch name {
	case "calloc":
		params, args, most = "size_t k, size_t n", "k, n", "(k ? "+most+" / k : n)"
	case "realloc":
		params, args = "void *p, size_t n", "p, n"
	}
	fmt.Fprintf(m, "void *__real_%s(%s);\nvoid *__wrap_%[1]s(%[2]s) {\n", name, params)
	if len(values) > 0 {
		succeeds := make([]string, len(values))
		for i, v := range values {
			succeeds[i] = map[bool]string{true: "0", false: "1"}[v == "0"]
		}
		fmt.Fprintf(m, "  static char v[] = { %s };\n  static unsigned i;\n  if (i < sizeof v && !v[i++]) return 0;\n",
			strings.Join(succeeds, ", "))
	}
	if refused {
		fmt.Fprintf(m, "  if (n > %s) return 0;\n", most)
	}
	fmt.Fprintf(m, "  void *block = __real_%s(%s);\n", name, args)
	if len(pictures) > 0 {
		fmt.Fprintf(m, "  if (block) %s%s(block, n);\n", filler, name)
	}
	m.WriteString("  return block;\n}\n")
	return true
}

// library defines what models call, and the models of what reads inputs.
func (m *maker) library() {
	for _, x := range []struct{ name, typ string }{{"bool", "_Bool"}, {"int", "int"}, {"long", "long"},
		{"below", "size_t"}} {
		name := "__muster_" + x.name
		values := m.returned[name]
		fmt.Fprintf(m, "%s value_of_%s() __asm__(%q);\n%[1]s value_of_%[2]s() {\n", x.typ, name, name)
		fmt.Fprintf(m, "  static %s v[] = { %s };\n  static unsigned i;\n  return i < %d ? v[i++] : 0;\n}\n", x.typ,
			strings.Join(append(values, "0"), ", "), len(values))
	}
	fill := func(name string) string {
		if m.pictures.all[name] == nil {
			return ""
		}
		return filler + name + "(p, n); "
	}
	fmt.Fprintf(m, "void __muster_any(char *p, size_t n) { for (size_t i = 0; i < n; i++) p[i] = 0; %s}\n",
		fill("__muster_any"))
	fmt.Fprintf(m, "void *__muster_memory(size_t n) { void *p = 0; posix_memalign(&p, 16, n); %sreturn p; }\n",
		fill("__muster_memory"))
	m.WriteString(library.Replay())
	for _, name := range library.Inputs() {
		if m.pictures.files[name] || slices.Contains(library.Parts(), name) {
			m.WriteString(library.File(name))
		}
	}
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

// declaration declares a name with a type that has the same layout as another one; false if C has none.
func declaration(t *syntax.Type, name string) (string, bool) {
	switch t.Kind {
	case syntax.Int:
		if t.Bool {
			return "_Bool " + name, true
		}
		of := map[int64]string{1: "char ", 2: "short ", 4: "int ", 8: "long long ", 16: "__int128 "}[t.Size]
		return map[bool]string{true: "signed ", false: "unsigned "}[t.Signed] + of + name, of != ""
	case syntax.Pointer:
		return "void *" + name, true
	case syntax.Float:
		return t.Name + " " + name, true
	case syntax.Array:
		return declaration(t.Elem, fmt.Sprintf("%s[%d]", name, max(t.Len, 0)))
	case syntax.Struct, syntax.Union:
		text := map[bool]string{true: "struct {", false: "union {"}[t.Kind == syntax.Struct]
		for i, m := range t.Fields {
			x, ok := declaration(m.Type, fmt.Sprint("m", i))
			if !ok {
				return "", false
			}
			if m.Bits > 0 {
				x += fmt.Sprint(" : ", m.Bits)
			}
			text += " " + x + ";"
		}
		return text + " } " + name, true
	}
	return "", false
}

// standard reports whether a function is in the C library, which is linked.
func standard(name string) bool {
	return ignored(name) || library.Knows(name) || name == "alloca"
}
