package golang

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Listed is a package with what is asked about it.
type Listed struct {
	File    string // by which Read reads it: its directory, or the file or import path that was named
	Name    string // of the package, behind the directories to it
	Entries []Entry
	Err     error // why it cannot be listed
}

// Entry is a function that executions begin with.
type Entry struct {
	Name string // as in Parse, (*T).Method, FuzzX
	Why  string // nothing is asked about it; empty if something is
	rank int
}

// List lists the packages that names of directories or files, import paths, or patterns such as ./..., stand for, each
// with its entries: fuzz targets, tests, exported functions or the main one of a command, exported methods of exported
// types. What is listed is not type-checked. Of a file that is named only its own entries are listed.
func List(names []string, opt Options) (out []Listed, err error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, errNoGo
	}
	for _, name := range names {
		found, err := opt.list(name)
		if err != nil {
			return nil, err
		}
		for _, x := range found {
			same := func(y Listed) bool { return x.File == y.File }
			if !slices.ContainsFunc(out, same) {
				out = append(out, x)
			}
		}
	}
	return out, nil
}

func (o *Options) list(name string) ([]Listed, error) {
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedFiles, Tests: true, BuildFlags: o.buildFlags()}
	at, only := filepath.Join(o.Dir, name), ""
	pattern, imported := ".", false
	switch rest, deep := strings.CutSuffix(filepath.ToSlash(at), "..."); {
	case deep:
		cfg.Dir, pattern = filepath.Dir(rest+"x"), "./"+rest[strings.LastIndex(rest, "/")+1:]+"..."
	case strings.HasSuffix(name, ".go"):
		cfg.Dir, pattern, only = filepath.Dir(at), "file="+filepath.Base(at), filepath.Base(at)
	default:
		cfg.Dir, pattern, _ = o.locate(name)
		imported = pattern == name && name != "."
	}
	if _, err := os.Stat(cfg.Dir); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	found, err := packages.Load(cfg, pattern)
	if err != nil {
		return nil, refused(name, err)
	}
	byDir := map[string]*Listed{}
	var order []string
	seen := map[string]bool{}
	for _, p := range found {
		if strings.HasSuffix(p.ID, ".test") {
			continue
		}
		dir := cmp.Or(p.Dir, cfg.Dir)
		if len(p.GoFiles) > 0 {
			dir = filepath.Dir(p.GoFiles[0])
		}
		x := byDir[dir]
		if x == nil {
			x = &Listed{File: shownName(dir)}
			byDir[dir] = x
			order = append(order, dir)
		}
		if !strings.HasSuffix(p.Name, "_test") || x.Name == "" {
			x.Name = strings.TrimSuffix(p.Name, "_test")
		}
		if len(p.Errors) > 0 && x.Err == nil {
			x.Err = loadError(p, p.Errors[0])
		}
		for _, file := range p.GoFiles {
			if !seen[file] && (only == "" || filepath.Base(file) == only) {
				seen[file] = true
				x.scan(file, p.Name)
			}
		}
	}
	if len(order) == 0 {
		return nil, fmt.Errorf("%s: no Go packages", name)
	}
	slices.Sort(order)
	var out []Listed
	for _, dir := range order {
		x := byDir[dir]
		if x.Name = qualified(x.File, x.Name); only != "" || imported {
			x.File = name // of an import path, too: it is where go.mod says
		}
		slices.SortStableFunc(x.Entries, func(a, b Entry) int { return cmp.Compare(a.rank, b.rank) })
		out = append(out, *x)
	}
	return out, nil
}

// qualified returns the name of a package with the directories above its own, where these are below the present one.
func qualified(dir, name string) string {
	if above := filepath.Dir(dir); dir != "." && above != "." && !filepath.IsAbs(dir) {
		return filepath.ToSlash(above) + "/" + name
	}
	return name
}

// The order of entries.
const (
	fuzzTarget = iota
	testFunction
	exportedFunction
	exportedMethod
)

// scan adds the entries in a file.
func (x *Listed) scan(name, pkg string) {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		return // reading the package says that
	}
	inTest := isTestFile(name)
	for _, d := range f.Decls {
		d, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		e := Entry{Name: d.Name.Name}
		switch {
		case d.Type.TypeParams.NumFields() > 0:
			e.Why = "has type parameters"
		case d.Body == nil:
			e.Why = "has no body in Go"
		}
		switch {
		case inTest && d.Recv == nil && isTest(d, "Fuzz", "F"):
			e.rank = fuzzTarget
		case inTest && d.Recv == nil && isTest(d, "Test", "T") && e.Name != "TestMain":
			e.rank = testFunction
		case inTest:
			continue
		case d.Recv == nil && (d.Name.IsExported() || pkg == "main" && e.Name == "main"):
			e.rank = exportedFunction
		case d.Recv == nil || !d.Name.IsExported():
			continue
		default:
			typ, generic := receiverName(d.Recv.List[0].Type)
			if !ast.IsExported(strings.Trim(typ, "(*)")) {
				continue
			}
			if e.rank, e.Name = exportedMethod, typ+"."+e.Name; generic {
				e.Why = "has type parameters"
			}
		}
		x.Entries = append(x.Entries, e)
	}
}

// isTest reports whether a function is one of the go command's, by its name and the type of its parameter.
func isTest(d *ast.FuncDecl, prefix, letter string) bool {
	if !testName(d.Name.Name, prefix) || d.Type.Params.NumFields() != 1 {
		return false
	}
	p, ok := d.Type.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	switch t := p.X.(type) {
	case *ast.SelectorExpr:
		return t.Sel.Name == letter
	case *ast.Ident: // of package testing, if that is imported so
		return t.Name == letter
	}
	return false
}

// receiverName returns the type of a receiver as entries name it, and whether it has type parameters.
func receiverName(t ast.Expr) (name string, generic bool) {
	switch t := t.(type) {
	case *ast.ParenExpr:
		return receiverName(t.X)
	case *ast.StarExpr:
		name, generic = receiverName(t.X)
		return "(*" + name + ")", generic
	case *ast.IndexExpr:
		name, _ = receiverName(t.X)
		return name, true
	case *ast.IndexListExpr:
		name, _ = receiverName(t.X)
		return name, true
	case *ast.Ident:
		return t.Name, false
	}
	return "", false
}
