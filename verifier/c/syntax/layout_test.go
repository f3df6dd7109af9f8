package syntax

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLayout compares the size and the members of random structures with what gcc makes of them: each member in turn has all bits
// set, and the bytes are printed.
func TestLayout(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip(err)
	}
	const n = 1000
	r := rand.New(rand.NewPCG(7, 7))
	var decls, code strings.Builder
	for i := range n {
		decls.WriteString(randomStruct(r, i))
	}
	unit, err := Parse("a.c", []byte(decls.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	code.WriteString("#include <stdio.h>\n#include <string.h>\n" + decls.String() +
		"static void show(void *p, int n) { for (int i = 0; i < n; i++) printf(\"%02x\", ((unsigned char *)p)[i]); printf(\"\\n\"); }\nint main(void) {\n")
	for _, o := range unit.Objects {
		if !strings.HasPrefix(o.Name, "s") {
			continue
		}
		for _, f := range o.Type.Fields {
			bytes := make([]byte, o.Type.Size)
			bits := f.Bits
			if bits == 0 {
				bits = 8 * f.Type.Size
			}
			for k := range bits {
				at := 8*f.Offset + f.BitOff + k
				bytes[at/8] |= 1 << (at % 8)
			}
			want = append(want, fmt.Sprintf("%x", bytes))
			set := fmt.Sprintf("%s.%s = -1", o.Name, f.Name)
			if f.Bits == 0 {
				set = fmt.Sprintf("memset(&%s.%s, 255, sizeof %s.%s)", o.Name, f.Name, o.Name, f.Name)
			}
			fmt.Fprintf(&code, "memset(&%s, 0, sizeof %s); %s; show(&%s, sizeof %s);\n", o.Name, o.Name, set, o.Name, o.Name)
		}
	}
	code.WriteString("}\n")
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(source, []byte(code.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-O0", "-o", binary, source).CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out) // on another machine
	}
	out, err := exec.Command(binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Fields(string(out))
	if len(got) != len(want) || len(want) < n {
		t.Fatalf("%d members, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("member %d: gcc has %s, not %s\n%s", i, got[i], want[i], decls.String())
		}
	}
}

// randomStruct declares a structure or union, and a variable of its type.
func randomStruct(r *rand.Rand, n int) string {
	var b strings.Builder
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	fmt.Fprintf(&b, "%s T%d {", pick("struct", "struct", "struct", "union"), n)
	for i := range 1 + r.IntN(7) {
		switch kind := pick("char", "short", "int", "long", "unsigned char", "unsigned short", "unsigned", "long long", "void *", "_Bool"); {
		case r.IntN(2) == 0 && kind != "void *":
			most := map[string]int{"char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32, "_Bool": 1}[kind]
			if most == 0 {
				most = 57 // more may need nine bytes in a packed one, which is refused
			}
			if r.IntN(8) == 0 {
				fmt.Fprintf(&b, " %s : 0;", kind)
			}
			fmt.Fprintf(&b, " %s m%d : %d;", kind, i, 1+r.IntN(most))
		case r.IntN(5) == 0:
			fmt.Fprintf(&b, " %s m%d[%d];", kind, i, 1+r.IntN(4))
		case r.IntN(6) == 0 && n > 0:
			fmt.Fprintf(&b, " __typeof__(s%d) m%d;", r.IntN(n), i)
		default:
			fmt.Fprintf(&b, " %s m%d%s;", kind, i, pick("", "", "", " __attribute__((packed))", " __attribute__((aligned(16)))"))
		}
	}
	fmt.Fprintf(&b, " }%s s%d;\n", pick("", "", "", " __attribute__((packed))"), n)
	return b.String()
}
