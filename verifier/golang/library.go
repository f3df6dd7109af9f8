package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os/exec"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/golang/models"
)

// stdlib is the standard library as it is read: with models in the place of some functions.
type stdlib struct {
	root                string
	read                func(fset *token.FileSet, name string, text []byte) (*ast.File, error)
	mu                  sync.Mutex
	modelled, primitive map[string]bool
}

// newLibrary has the library be read with models, by what parses a file.
func newLibrary(parse func(*token.FileSet, string, []byte) (*ast.File, error)) (*stdlib, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	return &stdlib{
		root: strings.TrimSpace(string(root)), read: parse, modelled: map[string]bool{}, primitive: map[string]bool{},
	}, nil
}

func (l *stdlib) parse(fset *token.FileSet, name string, text []byte) (*ast.File, error) {
	file, err := l.read(fset, name, text)
	if err != nil {
		return file, err
	}
	replaced, added, err := models.Bodies(fset, l.root, name, file)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range replaced {
		l.modelled[f] = true
	}
	for _, f := range added {
		l.primitive[f] = true
	}
	return file, err
}

// ownPackage adds the package of what only this front end has.
func ownPackage(program *ssa.Program) *ssa.Package {
	file, err := models.Own(program.Fset)
	if err != nil {
		panic(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	p := types.NewPackage(models.Prefix+"own", "own")
	if err := types.NewChecker(&types.Config{}, program.Fset, p, info).Files([]*ast.File{file}); err != nil {
		panic(err)
	}
	out := program.CreatePackage(p, []*ast.File{file}, info, false)
	out.Build()
	return out
}

// byModel reports whether a function is one in the place of which there is a model.
func (s *source) byModel(f *ssa.Function) bool {
	return f.Pkg != nil && s.modelled[nameIn(f)]
}

// nameIn names a function by its package, as models do: path.F or path.T.M.
func nameIn(f *ssa.Function) string {
	name := f.Name()
	if r := f.Signature.Recv(); r != nil {
		t := types.Unalias(r.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if n, ok := t.(*types.Named); ok {
			name = n.Obj().Name() + "." + name
		}
	}
	return f.Pkg.Pkg.Path() + "." + name
}

// primitive returns what a function does that only models call; nil of another one.
func (l *lowerer) primitive(g *ssa.Function) library {
	if g.Pkg == nil || !l.src.primitive[nameIn(g)] && (g.Pkg != l.src.own || !models.Primitive(g.Name())) {
		return nil
	}
	switch name := g.Name(); name {
	case "anyText":
		return func(f *fn, _ value, _ types.Type) value {
			f.inexact("the text of a panic of the runtime")
			return f.anyText()
		}
	case "assume":
		return func(f *fn, args value, _ types.Type) value {
			f.assume(f.b.Truth(args[0]))
			return nil
		}
	case "blocks":
		return func(f *fn, _ value, _ types.Type) value {
			refuse("a lock that is not free, or is not locked when it is unlocked")
			return nil
		}
	case "hashable":
		return func(f *fn, args value, _ types.Type) value { return value{f.b.Boolean(f.hashable(args))} }
	case "assigns":
		return func(f *fn, args value, t types.Type) value { return f.assigned(args[:1+words], args[1+words:], t) }
	case "overlap":
		return func(f *fn, args value, _ types.Type) value {
			return value{f.b.Boolean(f.overlap(args[:4], args[4:]))}
		}
	}
	return func(f *fn, _ value, _ types.Type) value { return f.anyOf(g.Signature.Results().At(0).Type()) }
}

// hashable is the condition that an interface holds a value whose type has ==. A type that is not known may have it.
func (f *fn) hashable(x value) term.Term {
	known := f.st.Le(f.st.Int(0), x[0].Term)
	all := []term.Term{f.st.Or(known, f.b.Truth(f.anyOf(types.Typ[types.Bool])[0]))}
	for _, t := range f.facts.dynamic {
		if !types.Comparable(t) {
			all = append(all, f.st.Not(f.st.Eq(x[0].Term, f.st.Int(f.number(t)))))
		}
	}
	return f.st.And(all...)
}

// assigned sets what a pointer in an interface points to, if an error may be assigned to that, and says whether it is.
func (f *fn) assigned(err, target value, result types.Type) value {
	var cases []oneCase
	for _, d := range f.facts.dynamic {
		p, ok := d.Underlying().(*types.Pointer)
		if !ok {
			continue
		}
		t := p.Elem()
		wanted := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
		if !types.IsInterface(t) && !types.Implements(t, wanted) {
			continue
		}
		cases = append(cases, oneCase{f.st.Eq(target[0].Term, f.st.Int(f.number(d))), func() value {
			return f.assignedTo(err, t, f.held(target, d))
		}})
	}
	return f.cascade(result, cases, "errors.As with such a target")
}

// assignedTo does so where it is known to which type.
func (f *fn) assignedTo(err value, t types.Type, to value) value {
	some := f.st.Not(f.st.Eq(to[0].Term, f.st.Int(0)))
	f.unless(some, "errors.As with a nil target")
	f.assume(some)
	if ofRuntime(t) {
		f.noPanic(err, "errors.As with")
	}
	c := f.kept(f.isType(err, t), "assignable")
	f.when(c, func() {
		x := err
		if !types.IsInterface(t) {
			x = f.held(err, t)
		}
		f.store(f.at(t, to[0].Term, f.b.Number(to[1])), x)
	})
	return value{f.b.Boolean(c)}
}

// overlap is the condition that slices of bytes, of which neither is empty, have an element in common.
func (f *fn) overlap(a, b value) term.Term {
	begin := func(x value) term.Term { return f.b.Number(x[1]) }
	end := func(x value) term.Term { return f.st.Add(begin(x), f.b.Number(f.b.Ranged(x[2]))) }
	return f.st.And(f.st.Eq(a[0].Term, b[0].Term), f.st.Lt(begin(a), end(b)), f.st.Lt(begin(b), end(a)))
}
