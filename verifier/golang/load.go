package golang

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/muster-smt/muster/verifier/prog"
)

// source is a Go program as it has been read: nothing of it is changed.
type source struct {
	ssa   *ssa.Program
	fset  *token.FileSet
	sizes types.Sizes
	main  *ssa.Package // that the question is about
	pkg   *packages.Package
	// tests is the same package with its tests, and of that the one outside of it; nil if there is none, or it is not
	// read.
	tests *source
	dir   string // where the go command has found it
	files map[string][]byte
	users map[*types.Package]bool // packages that are not of the standard library
	// directed are variables whose values are from elsewhere; nil: nobody has looked.
	directed  map[string]bool
	contracts *contracts
	// modelled are functions of the standard library in the place of which there are models, and primitive those that
	// only models call. own has what no package declares.
	modelled, primitive map[string]bool
	own                 *ssa.Package
}

// mode is what is read of packages, and of all that they import: bodies of the library's functions, too.
const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo |
	packages.NeedModule

// ssaMode is how functions are brought into static single assignment form.
const ssaMode = ssa.InstantiateGenerics | ssa.GlobalDebug | ssa.BareInits

// errNoGo says that packages cannot be found.
var errNoGo = errors.New("a Go program is read by means of the go command, and there is none in PATH")

// read reads the package that files or a pattern name, with the user's own environment.
func (o *Options) read(files prog.Files, tests bool) (*source, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, errNoGo
	}
	stated := &contracts{texts: map[string]string{}}
	lib, err := newLibrary(stated.parse)
	if err != nil {
		return nil, err
	}
	cfg := &packages.Config{
		Mode: mode, Tests: tests, Fset: token.NewFileSet(), BuildFlags: o.buildFlags(), ParseFile: lib.parse,
	}
	var patterns []string
	for _, f := range files { // each module is read from inside, as the go command wants it
		dir, pattern, file := o.locate(f.Name)
		cfg.Dir = dir
		if file == "" {
			patterns = append(patterns, pattern)
		} else {
			patterns = append(patterns, "file="+file)
		}
	}
	found, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil, refused(files[0].Name, err)
	}
	if err := firstError(found); err != nil {
		return nil, err
	}
	all := subjects(found)
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no Go package", files[0].Name)
	}
	program, made := ssautil.AllPackages(all, ssaMode)
	own := ownPackage(program)
	texts, users := map[string][]byte{}, users(all)
	var src *source
	for k := len(all) - 1; k >= 0; k-- {
		src = &source{
			ssa: program, fset: cfg.Fset, sizes: all[k].TypesSizes, main: made[k], pkg: all[k], files: texts,
			users: users, tests: src, contracts: stated, dir: cfg.Dir, modelled: lib.modelled,
			primitive: lib.primitive, own: own,
		}
	}
	return src, nil
}

// locate returns the directory in which a package is found, and by which pattern; of a file its name there.
func (o *Options) locate(name string) (dir, pattern, file string) {
	at := name
	if !filepath.IsAbs(name) {
		at = filepath.Join(o.Dir, name)
	}
	switch info, err := os.Stat(at); {
	case err == nil && info.IsDir():
		return at, ".", ""
	case err != nil && !strings.HasSuffix(name, ".go"): // an import path
		return cmp.Or(o.Dir, "."), name, ""
	}
	return filepath.Dir(at), ".", filepath.Base(at)
}

func (o *Options) buildFlags() []string {
	if o.Tags == "" {
		return nil
	}
	return []string{"-tags=" + o.Tags}
}

// users returns which packages, of some and all that they import, are not of the standard library.
func users(mains []*packages.Package) map[*types.Package]bool {
	out := map[*types.Package]bool{}
	for _, p := range mains {
		out[p.Types] = true
	}
	packages.Visit(mains, nil, func(p *packages.Package) {
		first, _, _ := strings.Cut(p.PkgPath, "/")
		if p.Module != nil || strings.Contains(first, ".") {
			out[p.Types] = true
		}
	})
	return out
}

// subjects returns the packages that are asked about: one as others import it and, if tests are read, with those in it,
// and those outside of it. Of each there may be none.
func subjects(found []*packages.Package) (out []*packages.Package) {
	var all [3]*packages.Package
	for _, p := range found {
		k := 0
		switch {
		case strings.HasSuffix(p.ID, ".test") || len(p.CompiledGoFiles) == 0:
			continue
		case strings.HasSuffix(p.PkgPath, "_test") && strings.HasSuffix(p.Name, "_test") && strings.Contains(p.ID, "["):
			k = 2
		case strings.Contains(p.ID, "["):
			k = 1
		}
		if all[k] == nil {
			all[k] = p
		}
	}
	return slices.DeleteFunc(all[:], func(p *packages.Package) bool { return p == nil })
}

// firstError returns the first error of packages, and of what they import.
func firstError(found []*packages.Package) (err error) {
	packages.Visit(found, func(p *packages.Package) bool { return err == nil }, func(p *packages.Package) {
		for _, e := range p.Errors {
			if err == nil {
				err = loadError(p, e)
			}
		}
	})
	return err
}

// refused returns the error with which the go command ends that lists packages: what it says.
func refused(name string, err error) error {
	text := err.Error()
	if _, said, ok := strings.Cut(text, "stderr: "); ok {
		text = said
	}
	return fmt.Errorf("%s: %s", name, strings.TrimSpace(text))
}

func loadError(p *packages.Package, e packages.Error) error {
	at := strings.TrimSuffix(e.Pos, ":-")
	if at == "" || at == "-" {
		return fmt.Errorf("%s: %s", cmp.Or(p.PkgPath, p.ID), strings.TrimSpace(e.Msg))
	}
	at = shownName(at)
	if strings.Count(at, ":") == 1 {
		at += ":1"
	}
	return fmt.Errorf("%s: %s", at, strings.TrimSpace(e.Msg))
}

// shownName returns a name that begins where the user is, if that is above.
func shownName(name string) string {
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, name); err == nil && !strings.HasPrefix(rel, "..") {
			return rel
		}
	}
	return name
}

// entry finds a function or a method by its name: F, T.M or (*T).M. Tests may be in the other packages.
func (s *source) entry(name string) (*source, *ssa.Function, error) {
	s.main.Build()
	f, err := s.function(name)
	if err != nil && s.tests != nil && inTests(name) {
		if in, f, err := s.tests.entry(name); err == nil {
			return in, f, nil
		}
	}
	return s, f, err
}

func (s *source) function(name string) (*ssa.Function, error) {
	typ, method, ok := strings.Cut(strings.NewReplacer("(", "", ")", "", "*", "").Replace(name), ".")
	if !ok {
		if f := s.main.Func(name); f != nil {
			return f, nil
		}
		return nil, fmt.Errorf("%s: no function %s", s.main.Pkg.Path(), name)
	}
	t := s.main.Type(typ)
	if t == nil {
		return nil, fmt.Errorf("%s: no type %s", s.main.Pkg.Path(), typ)
	}
	named, ok := t.Type().(*types.Named)
	if ok {
		for m := range named.Methods() {
			if m.Name() == method {
				return s.ssa.FuncValue(m), nil
			}
		}
	}
	return nil, fmt.Errorf("%s: no method %s of %s", s.main.Pkg.Path(), method, typ)
}

// text returns the text of a file.
func (s *source) text(name string) []byte {
	text, ok := s.files[name]
	if !ok {
		text, _ = os.ReadFile(name) // without it statements have no text
		s.files[name] = text
	}
	return text
}
