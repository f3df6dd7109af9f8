package syntax

import (
	"bytes"
	"debug/elf"
	"debug/pe"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestLayout compares sizes, alignments and offsets of random structures and unions with those of gcc, for all data models. gcc writes an
// object file with these numbers, and with structures in which one bit-field has all bits set. MUSTER_LAYOUTS is how many are
// compared for each data model.
func TestLayout(t *testing.T) {
	n := 1000
	if s := os.Getenv("MUSTER_LAYOUTS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	for m, command := range []string{LP64: "gcc -m64", ILP32: "gcc -m32", LLP64: "x86_64-w64-mingw32-gcc"} {
		t.Run(Models[m], func(t *testing.T) {
			const most = 500 // at once
			for from := 0; from < n; from += most {
				compareLayouts(t, Model(m), strings.Fields(command), min(most, n-from), uint64(from))
			}
		})
	}
}

// compareLayouts compares the layout of so many types.
func compareLayouts(t *testing.T, m Model, gcc []string, n int, seed uint64) {
	r := rand.New(rand.NewPCG(7, seed))
	g := &layoutGen{r: r, model: m}
	g.decls.WriteString("typedef short g_short __attribute__((aligned(8)));\n" +
		"typedef int g_v __attribute__((vector_size(16))); enum g_bits { G0, G1, G7 = 7 }; enum g_more { M0 = -3, M9 = 9 };\n")
	for range n {
		g.declare()
	}
	unit, err := Parse([]Source{{Name: "a.c", Text: []byte(g.decls.String())}}, Options{Model: m})
	if err != nil {
		t.Fatalf("%v\n%s", err, g.decls.String())
	}
	var want []int64
	var bits [][]byte
	refused := 0
	code := &strings.Builder{}
	fmt.Fprintf(code, "%s\n", g.decls.String())
	table := &strings.Builder{}
	for _, o := range unit.Objects {
		if !strings.HasPrefix(o.Name, "s") {
			continue
		}
		if o.Type.Kind == Other && m == LLP64 {
			refused++
			continue
		}
		fmt.Fprintf(table, "sizeof %s, __alignof__(__typeof__(%s)),\n", o.Name, o.Name)
		want = append(want, o.Type.Size, o.Type.Align)
		for _, f := range flat(o.Type.Fields, 0, nil) {
			if f.Bits == 0 {
				fmt.Fprintf(table, "__builtin_offsetof(__typeof__(%s), %s), sizeof %s.%s,\n", o.Name, f.Name, o.Name, f.Name)
				want = append(want, f.Offset, f.Type.Size)
				continue
			}
			fmt.Fprintf(code, "__typeof__(%s) b%d = { .%s = -1 };\n", o.Name, len(bits), f.Name)
			b := make([]byte, o.Type.Size)
			for k := range f.Bits {
				if at := 8*f.Offset + f.BitOff + k; at/8 < int64(len(b)) {
					b[at/8] |= 1 << (at % 8)
				}
			}
			bits = append(bits, b)
		}
	}
	fmt.Fprintf(code, "unsigned long long info[] = {\n%s};\n", table)
	if refused > n/5 {
		t.Errorf("%d of %d types are refused", refused, n)
	}
	if refused > 0 {
		t.Logf("%d of %d types are refused", refused, n)
	}
	symbols, ok := compiled(t, gcc, code.String())
	if !ok {
		return
	}
	info := symbols("info", 8*int64(len(want)))
	for i := range want {
		got := int64(0)
		for k := range 8 {
			got |= int64(info[8*i+k]) << (8 * k)
		}
		if got != want[i] {
			t.Errorf("%s has %d, not %d\n%s", strings.Split(table.String(), ",\n")[i/2], got, want[i], g.declaration(strings.Split(table.String(), ",\n")[i/2]))
		}
	}
	for i, b := range bits {
		if got := symbols(fmt.Sprintf("b%d", i), int64(len(b))); !bytes.Equal(got, b) {
			line := code.String()[strings.Index(code.String(), fmt.Sprintf(" b%d = ", i)):]
			t.Errorf("%.60s: gcc has %x, not %x\n%s", line, got, b, g.declaration(code.String()[strings.LastIndex(code.String()[:len(code.String())-len(line)], "__typeof__"):]))
		}
	}
}

// flat returns the members, those of members without a name included.
func flat(list []*Field, off int64, out []*Field) []*Field {
	for _, f := range list {
		g := *f
		g.Offset += off
		if f.Name == "" {
			out = flat(f.Type.Fields, g.Offset, out)
		} else {
			out = append(out, &g)
		}
	}
	return out
}

// compiled returns a function for the data of objects in what gcc makes of a text. It skips the test if there is no such gcc.
func compiled(t *testing.T, gcc []string, text string) (symbol func(name string, size int64) []byte, ok bool) {
	t.Helper()
	if _, err := exec.LookPath(gcc[0]); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	source, object := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.o")
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	args := append(gcc[1:len(gcc):len(gcc)], "-w", "-O0", "-fno-zero-initialized-in-bss", "-c", "-o", object, source)
	if out, err := exec.Command(gcc[0], args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, text)
	}
	data, at := map[int][]byte{}, map[string][2]int{}
	if f, err := elf.Open(object); err == nil {
		defer f.Close()
		symbols, err := f.Symbols()
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range f.Sections {
			if s.Type == elf.SHT_PROGBITS {
				data[i], _ = s.Data()
			}
		}
		for _, s := range symbols {
			at[s.Name] = [2]int{int(s.Section), int(s.Value)}
		}
	} else {
		f, err := pe.Open(object)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for i, s := range f.Sections {
			data[i+1], _ = io.ReadAll(s.Open())
		}
		for _, s := range f.Symbols {
			at[s.Name] = [2]int{int(s.SectionNumber), int(s.Value)}
		}
	}
	return func(name string, size int64) []byte {
		p, ok := at[name]
		if !ok || p[1]+int(size) > len(data[p[0]]) {
			t.Fatalf("no data of %s", name)
		}
		return data[p[0]][p[1] : p[1]+int(size)]
	}, true
}

// layoutGen declares random structures and unions.
type layoutGen struct {
	r     *rand.Rand
	model Model
	decls strings.Builder
	types int
	names int
}

func (g *layoutGen) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *layoutGen) one(of int) bool { return g.r.IntN(of) == 0 }

// declare declares a type, and a variable of it.
func (g *layoutGen) declare() {
	if g.one(40) {
		fmt.Fprintf(&g.decls, "enum E%d { C%d = %s }%s;\n", g.types, g.types, g.pick("0", "-1", "70000", "0xffffffff", "-70000"), g.pick("", " __attribute__((packed))"))
	}
	if g.one(20) { // the others may be packed, and then more bits may need nine bytes, which the parser refuses
		fmt.Fprintf(&g.decls, "struct T%d { char c%d; long long l%d : %d; unsigned long long u%d : %d; long n%d : %d; } s%d;\n", g.types, g.types,
			g.types, 1+g.r.IntN(64), g.types, 1+g.r.IntN(64), g.types, 1+g.r.IntN(32), g.types)
		g.types++
		return
	}
	pack := g.one(8)
	if pack {
		fmt.Fprintf(&g.decls, "#pragma pack(push, %s)\n", g.pick("1", "2", "4", "8", "16"))
	}
	keyword := g.pick("struct", "struct", "struct", "union")
	fmt.Fprintf(&g.decls, "%s T%d {%s%s }%s s%d;\n", keyword, g.types, g.members(2), g.flexible(keyword), g.attribute(), g.types)
	if pack {
		g.decls.WriteString("#pragma pack(pop)\n")
	}
	g.types++
}

// declaration returns the declaration of the variable that a text mentions first.
func (g *layoutGen) declaration(text string) string {
	name := regexp.MustCompile(`\bs\d+\b`).FindString(text)
	for line := range strings.Lines(g.decls.String()) {
		if strings.HasSuffix(line, " "+name+";\n") {
			return line
		}
	}
	return g.decls.String()
}

func (g *layoutGen) flexible(keyword string) string {
	if keyword == "union" || !g.one(15) {
		return ""
	}
	g.names++
	return fmt.Sprintf(" int z; %s f%d[0];", g.pick("char", "short", "long long", "double"), g.names)
}

func (g *layoutGen) attribute() string {
	return g.pick("", "", "", "", "", " __attribute__((ms_struct))", " __attribute__((ms_struct, packed))", " __attribute__((packed))", " __attribute__((packed))", " __attribute__((aligned(16)))", " __attribute__((aligned(2)))",
		" __attribute__((packed, aligned(4)))", " __attribute__((aligned))", " __attribute__((gcc_struct))")
}

func (g *layoutGen) members(depth int) string {
	var b strings.Builder
	for range 1 + g.r.IntN(6) {
		g.names++
		n := fmt.Sprintf("m%d", g.names)
		switch {
		case g.one(3):
			b.WriteString(g.bitField(n))
		case g.one(6):
			b.WriteString(g.scalar(n, fmt.Sprintf("[%d]%s", 1+g.r.IntN(4), g.pick("", "[2]", "[3]"))))
		case g.one(6) && g.types > 0:
			fmt.Fprintf(&b, " %s__typeof__(s%d) %s%s;", g.pick("", "", "_Atomic "), g.r.IntN(g.types), n, g.pick("", "", "[2]"))
		case g.one(6) && depth > 0:
			fmt.Fprintf(&b, " %s {%s }%s%s;", g.pick("struct", "union"), g.members(depth-1), g.pick("", "", " __attribute__((packed))", " __attribute__((aligned(8)))"),
				g.pick("", " "+n))
		case g.one(12):
			fmt.Fprintf(&b, " _Alignas(%s) %s %s;", g.pick("8", "16", "32", "long long", "double"), g.pick("char", "short", "int"), n)
		default:
			b.WriteString(g.scalar(n, g.pick("", "", "", " __attribute__((packed))", " __attribute__((aligned(16)))", " __attribute__((aligned(2)))",
				" __attribute__((packed, aligned(2)))")))
		}
	}
	return b.String()
}

// scalar declares a member of a scalar type, or an array.
func (g *layoutGen) scalar(n, suffix string) string {
	switch {
	case g.one(15):
		return fmt.Sprintf(" int (*%s%s)(void);", n, suffix[:max(strings.Index(suffix, " "), 0)])
	case g.one(15):
		return fmt.Sprintf(" enum { A%s = %d }%s %s%s;", n, g.r.IntN(300)-100, g.pick("", " __attribute__((packed))"), n, suffix)
	}
	kind := g.pick("char", "short", "int", "long", "unsigned char", "unsigned short", "unsigned", "long long", "unsigned long long", "void *", "_Bool",
		"float", "double", "signed char", "struct undeclared *", "long double", "g_v", "g_short")
	if kind == "g_short" && strings.Contains(suffix, "[") {
		kind = "short" // elements of an array lie without gaps
	}
	return fmt.Sprintf(" %s %s%s;", kind, n, suffix)
}

// bitField declares a bit-field, and perhaps one of no width before it.
func (g *layoutGen) bitField(n string) string {
	widths := map[string]int{"char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32, "_Bool": 1,
		"long": 64, "unsigned long": 64, "long long": 64, "unsigned long long": 64, "enum g_bits": 32, "enum g_more": 32}
	if g.model != LP64 {
		widths["long"], widths["unsigned long"] = 32, 32
	}
	kind := g.pick("char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "_Bool", "long", "unsigned long", "long long",
		"unsigned long long", "int", "unsigned", "enum g_bits", "enum g_more")
	out := ""
	if g.one(8) {
		out = fmt.Sprintf(" %s : %d;", kind, g.r.IntN(2)*(1+g.r.IntN(widths[kind])))
	}
	return fmt.Sprintf("%s %s %s : %d%s;", out, kind, n, 1+g.r.IntN(widths[kind]), g.pick("", "", "", "", "", "", " __attribute__((packed))"))
}
