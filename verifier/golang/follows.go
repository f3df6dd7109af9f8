package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// follows refuses a global variable of which the value does not follow from Go code: of a package of which only types
// are known; of the runtime, which begins before any initialiser; one that the compiler fills from a file, or that the
// linker takes for another one. What the runtime finds out of the processor, in internal/cpu, is taken to be nothing:
// it only chooses between ways to compute the same.
func (f *fn) follows(g *ssa.Global) {
	if g.Pkg == nil {
		return
	}
	path := g.Pkg.Pkg.Path()
	switch {
	case len(g.Pkg.Func("init").Blocks) == 0:
		refuse("variable %s, whose package has no source here", g.RelString(nil))
	case path == "runtime" || strings.HasPrefix(path, "internal/runtime/"):
		refuse("variable %s of the runtime", g.RelString(nil))
	case f.lowerer.src.elsewhere()[path+"."+g.Name()]:
		refuse("variable %s, whose value is not from Go code", g.RelString(nil))
	}
}

// elsewhere returns the variables, by package and name, which directives say to have their values from elsewhere. Files
// with such a directive import unsafe or embed.
func (s *source) elsewhere() map[string]bool {
	if s.directed == nil {
		s.directed = map[string]bool{}
		packages.Visit([]*packages.Package{s.pkg}, nil, func(p *packages.Package) {
			for _, file := range p.Syntax {
				if imports(file, "unsafe") {
					linked(p.Types, file, s.directed)
				}
				if imports(file, "embed") {
					embedded(p.Types, file, s.directed)
				}
			}
		})
	}
	return s.directed
}

func imports(file *ast.File, path string) bool {
	for _, i := range file.Imports {
		if i.Path.Value == `"`+path+`"` {
			return true
		}
	}
	return false
}

// linked notes what is named by //go:linkname, here and elsewhere.
func linked(of *types.Package, file *ast.File, out map[string]bool) {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if names := strings.Fields(c.Text); len(names) > 1 && names[0] == "//go:linkname" {
				out[of.Path()+"."+names[1]] = true
				if len(names) > 2 {
					out[names[2]] = true
				}
			}
		}
	}
}

// embedded notes what has a comment //go:embed.
func embedded(of *types.Package, file *ast.File, out map[string]bool) {
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if !commented(v.Doc, "//go:embed") && (g.Lparen.IsValid() || !commented(g.Doc, "//go:embed")) {
				continue
			}
			for _, name := range v.Names {
				out[of.Path()+"."+name.Name] = true
			}
		}
	}
}

// commented reports whether a line of a comment begins with a directive.
func commented(c *ast.CommentGroup, directive string) bool {
	begins := func(x *ast.Comment) bool { return strings.HasPrefix(x.Text, directive) }
	return c != nil && slices.ContainsFunc(c.List, begins)
}
