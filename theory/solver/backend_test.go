package solver

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestBackends checks that only way.go knows which backends there are: a question of which one
// decides, asked elsewhere, belongs to the interface.
func TestBackends(t *testing.T) {
	allowed := map[string]string{
		"combination": "combination.go way.go", "newCombination": "combination.go way.go",
		"blaster": "blaster.go bitquant.go systems.go way.go", "newBlaster": "blaster.go way.go",
		"combined": "way.go", "mixed": "way.go", "direct": "way.go",
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && allowed[id.Name] != "" {
				found[id.Name] = true
				if !slices.Contains(strings.Fields(allowed[id.Name]), file) {
					t.Errorf("%s names %s, which belongs to %s", file, id.Name, allowed[id.Name])
				}
			}
			return true
		})
	}
	for name := range allowed {
		if !found[name] {
			t.Errorf("nothing is called %s", name)
		}
	}
}
