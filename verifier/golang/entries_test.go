package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestEntries: what is called in which way is what the comment of an entry wants.
func TestEntries(t *testing.T) {
	for _, name := range []string{"entries.txtar", "contracts.txtar"} {
		dir := unpacked(t, name)
		p := readWith(t, dir, true)
		for entry, want := range wanted(t, dir) {
			t.Run(entry, func(t *testing.T) {
				if got := answer(p.verify(t, entry)); !strings.HasPrefix(got, want) {
					t.Errorf("%s\nnot %s", got, want)
				}
			})
		}
	}
}

// TestUnasked: a test within that fails ends alone, and others see that, also if nobody asks about it.
func TestUnasked(t *testing.T) {
	p := readWith(t, unpacked(t, "entries.txtar"), true)
	p.Options.Checks = Panic
	for entry, want := range map[string]string{
		"TestPasses": "unknown (unsupported term: t.Run where t.Fatal may be called, without --check=fail",
		"TestResult": "unknown: panic: behind",
	} {
		if got := answer(p.verify(t, entry)); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s\nnot %s", entry, got, want)
		}
	}
}

// wanted returns the answers that comments of functions want, by entries.
func wanted(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			_, want, ok := strings.Cut(d.Doc.Text(), "want: ")
			if !ok {
				continue
			}
			entry := d.Name.Name
			if d.Recv != nil {
				typ := d.Recv.List[0].Type
				if p, ok := typ.(*ast.StarExpr); ok {
					typ = p.X
				}
				entry = typ.(*ast.Ident).Name + "." + entry
			}
			out[entry], _, _ = strings.Cut(want, "\n")
		}
	}
	return out
}
