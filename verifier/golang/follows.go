package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// follows refuses a global variable of which the value does not follow from Go code: of a package of which only types
// are known; of the runtime, which begins before any initialiser; one that the compiler fills from a file, or that the
// linker takes for another one.
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
			if !embeds(v.Doc) && (g.Lparen.IsValid() || !embeds(g.Doc)) {
				continue
			}
			for _, name := range v.Names {
				out[of.Path()+"."+name.Name] = true
			}
		}
	}
}

func embeds(c *ast.CommentGroup) bool {
	if c == nil {
		return false
	}
	for _, x := range c.List {
		if strings.HasPrefix(x.Text, "//go:embed") {
			return true
		}
	}
	return false
}
