package golang

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/golang/gotest"
)

// Stated returns a file of the program that panics where a contract does not hold, if that is what fails in an
// execution: the function begins with a check of what it requires or, deferred, of what it ensures. Lines stay as they
// are. It returns nil if something else fails.
func (r *Result) Stated(t *verifier.Trace) (*gotest.Stated, error) {
	x := r.faults[t.Assertion.At]
	if x == nil || x.clause == nil {
		return nil, nil
	}
	src := r.lowerer.src
	name, expr := src.fset.PositionFor(x.clause.Pos(), false).Filename, src.clauseText(x.clause)
	text := string(src.text(name))
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, 0)
	if err != nil {
		return nil, err
	}
	base := x.clause.Name()[:strings.LastIndex(x.clause.Name(), "$")]
	kind := x.kind.String()
	for _, d := range f.Decls {
		d, ok := d.(*ast.FuncDecl)
		if !ok || clauseName(kind, d) != base {
			continue
		}
		out := &gotest.Stated{File: name, Line: fset.PositionFor(d.Body.Lbrace, false).Line, Message: kind + " " + expr}
		check := fmt.Sprintf("if !(%s) { panic(%q) }", expr, out.Message)
		e := editor{text: text, fset: fset}
		if kind == ensures {
			check = e.deferred(d, check)
		}
		at := e.offset(d.Body.Lbrace) + 1
		text = text[:at] + " " + check + "; " + text[at:]
		if kind == ensures {
			text = e.named(d, text)
		}
		out.Text = text
		return out, nil
	}
	return nil, fmt.Errorf("%s has changed", name)
}

// editor takes parts of a text.
type editor struct {
	text string
	fset *token.FileSet
}

func (e editor) offset(p token.Pos) int { return e.fset.PositionFor(p, false).Offset }

func (e editor) of(n ast.Node) string { return e.text[e.offset(n.Pos()):e.offset(n.End())] }

// deferred has a check be made where a function returns, with the arguments that it was called with.
func (e editor) deferred(d *ast.FuncDecl, check string) string {
	var params, args []string
	add := func(list *ast.FieldList) {
		if list == nil {
			return
		}
		for _, p := range list.List {
			typ := e.of(p.Type)
			if v, ok := p.Type.(*ast.Ellipsis); ok {
				typ = "[]" + e.of(v.Elt)
			}
			for _, n := range p.Names {
				if n.Name != "_" {
					params, args = append(params, n.Name+" "+typ), append(args, n.Name)
				}
			}
		}
	}
	add(d.Recv)
	add(d.Type.Params)
	return fmt.Sprintf("defer func(%s) { %s }(%s)", strings.Join(params, ", "), check, strings.Join(args, ", "))
}

// named gives the results of a function names, if they have none, in a text that is the same up to their end.
func (e editor) named(d *ast.FuncDecl, text string) string {
	list := d.Type.Results
	if list == nil || len(list.List) == 0 || len(list.List[0].Names) > 0 {
		return text
	}
	var results []string
	for k, r := range list.List {
		name := "result"
		if len(list.List) > 1 {
			name = fmt.Sprintf("result%d", k)
		}
		results = append(results, name+" "+e.of(r.Type))
	}
	return text[:e.offset(list.Pos())] + "(" + strings.Join(results, ", ") + ")" + text[e.offset(list.End()):]
}
