package golang

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestCounters: what a loop counts is between bounds that its conditions give, and between none closer than those of
// its type where a step may overflow.
func TestCounters(t *testing.T) {
	for _, x := range []struct{ body, want string }{
		{"for i := range s { use(i) }", "rangeindex [-1 1099511627775]"},
		{"for i := 0; i < len(s); i++ {}", "i [0 1099511627776]"},
		{"for i := int32(0); i < n; i++ {}", "i [0 2147483647]"},
		{"for i := range n { use(int(i)) }", "rangeint.iter [0 2147483646]"},
		{"for i := len(s) - 1; i >= 0; i-- {}", "i [-1 1099511627775]"},
		{"for i := 0; i+1 < len(s); i++ {}", "i [0 1099511627775]"},
		{"for i := 0; i < len(s); { if s[i] > 0 { i += 2 } else { i++ } }", "i [0 1099511627777]"},
		{"for i := 0; ; { i++; if i >= len(s) { break } }", "i [0 1099511627775]"},
		{"for i := int8(0); i < 100; i += 27 {}", "i [0 126]"},
		{"for i := int8(0); i < 100; i += 29 {}", "i [-128 127]"}, // 116 + 29 does not fit, but 99 + 29 does not, either
		{"for i := uint8(9); i > 0; i-- {}", "i [0 9]"},
		{"for i := uint8(9); i >= 0; i-- {}", "i [0 255]"},
		{"for i := int8(0); i <= m; i++ {}", "i [-128 127]"},
		{"for i := int8(0); i != m; i++ {}", "i [-128 127]"},
		{"for i := int8(0); i < m; i++ { if n > 0 { i++ } }", "i [-128 127] i [-128 127]"},
		{"for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {}", "i [0 1099511627775] j [-1 1099511627775]"},
		{"for i := 3; i < 7; i++ { for j := i; j > 1; j-- {} }", "i [3 7] j [1 6]"},
		{"for i := 0; i < 10; i++ { if n == 5 { i = 4 } }", "i [0 10] i [0 9]"},
		{"if n < 9 { for i := int32(0); i < n; i++ { for j := i * i; j < n; j += i {} } }", "i [0 8] j [0 49]"},
	} {
		if got := phiBounds(t, x.body); got != x.want {
			t.Errorf("%s: %s, not %s", x.body, got, x.want)
		}
	}
}

// phiBounds returns the bounds of the counters in a function, in the order of its blocks.
func phiBounds(t *testing.T, body string) string {
	fset := token.NewFileSet()
	text := "package p\nfunc use(int) {}\nfunc f(s []byte, n int32, m int8) {\n" + body + "\n}\n"
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", ""),
		[]*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := newCounters((&lowerer{sizes: types.SizesFor("gc", "amd64")}).integer)
	var out []string
	for _, b := range p.Func("f").Blocks {
		for _, i := range b.Instrs {
			if phi, ok := i.(*ssa.Phi); ok {
				x := c.of(phi)
				out = append(out, fmt.Sprintf("%s [%v %v]", phi.Comment, x.lo, x.hi))
			}
		}
	}
	return strings.Join(out, " ")
}
