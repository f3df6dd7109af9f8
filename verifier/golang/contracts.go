package golang

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
)

// contracts are the conditions that comments of functions state: //muster:requires EXPR and //muster:ensures EXPR.
//
// Each becomes a function beside the one that it is of, with the same parameters, of ensures with the results, too,
// which returns the expression: so the type checker, ssa and the lowering know nothing of contracts, an expression may
// say all that Go says, and errors have their places.
type contracts struct {
	mu    sync.Mutex
	texts map[string]string // of the expressions, by the names of the functions and the files that they are in
}

// directive begins comments that are contracts.
const directive = "//muster:"

// The kinds of contracts.
const (
	requires = "requires"
	ensures  = "ensures"
)

// parse parses a file as go/packages does, and adds the functions.
func (c *contracts) parse(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	const mode = parser.AllErrors | parser.ParseComments
	f, err := parser.ParseFile(fset, name, src, mode)
	if err != nil || !bytes.Contains(src, []byte(directive)) {
		return f, err
	}
	var wrong scanner.ErrorList
	refuse := func(at token.Pos, format string, args ...any) {
		wrong.Add(fset.PositionFor(at, false), fmt.Sprintf(format, args...))
	}
	of := map[*ast.Comment]int{} // declarations
	for k, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Doc != nil {
			for _, x := range d.Doc.List {
				of[x] = k
			}
		}
	}
	count := map[string]int{}
	var added []ast.Decl
	for _, group := range f.Comments {
		for _, x := range group.List {
			text, ok := strings.CutPrefix(x.Text, directive)
			if !ok {
				continue
			}
			kind, expr, _ := strings.Cut(text, " ")
			k, attached := of[x]
			switch {
			case kind != requires && kind != ensures:
				refuse(x.Pos(), "no %s%s: there are %s and %s", directive, kind, directive+requires, directive+ensures)
				continue
			case !attached:
				refuse(x.Pos(), "%s%s belongs to no function: it is not in the comment before one", directive, kind)
				continue
			}
			at := fset.PositionFor(x.Pos(), false)
			at.Column += len(x.Text) - len(strings.TrimLeft(expr, " \t"))
			e, err := parser.ParseExprFrom(fset, name, padded(at, strings.TrimSpace(expr)), 0)
			if list := (scanner.ErrorList)(nil); err != nil {
				list, _ = err.(scanner.ErrorList)
				wrong = append(wrong, list[:min(len(list), 1)]...)
				continue
			}
			again, err := parser.ParseFile(fset, name, src, 0) // what belongs to a declaration cannot belong to another one
			if err != nil {
				return nil, err
			}
			d := again.Decls[k].(*ast.FuncDecl)
			if d.Type.TypeParams != nil || d.Recv != nil && generic(d.Recv.List[0].Type) {
				refuse(x.Pos(), "%s%s of a function with type parameters is not supported", directive, kind)
				continue
			}
			base := clauseName(kind, d)
			n := fmt.Sprintf("%s$%d", base, count[base])
			count[base]++
			c.mu.Lock()
			c.texts[name+"\x00"+n] = strings.TrimSpace(expr)
			c.mu.Unlock()
			added = append(added, clause(d, kind, n, e))
		}
	}
	f.Decls = append(f.Decls, added...)
	return f, wrong.Err()
}

// padded returns a text that has an expression at a place.
func padded(at token.Position, expr string) string {
	return strings.Repeat("\n", at.Line-1) + strings.Repeat(" ", at.Column-1) + expr
}

func generic(recv ast.Expr) bool {
	_, is := receiverName(recv)
	return is
}

// clauseName returns that of the functions for contracts of a kind, without a number.
func clauseName(kind string, d *ast.FuncDecl) string {
	if d.Recv == nil {
		return kind + "$" + d.Name.Name
	}
	typ, _ := receiverName(d.Recv.List[0].Type)
	return kind + "$" + strings.Trim(typ, "(*)") + "." + d.Name.Name
}

// clause returns the function for a contract, of a declaration that is nowhere else.
func clause(d *ast.FuncDecl, kind, name string, e ast.Expr) *ast.FuncDecl {
	params := &ast.FieldList{}
	if d.Recv != nil {
		params.List = append(params.List, d.Recv.List...)
	}
	for _, p := range d.Type.Params.List {
		if v, ok := p.Type.(*ast.Ellipsis); ok {
			p.Type = &ast.ArrayType{Lbrack: v.Pos(), Elt: v.Elt}
		}
		params.List = append(params.List, p)
	}
	if kind == ensures && d.Type.Results != nil {
		params.List = append(params.List, d.Type.Results.List...)
		only := d.Type.Results.NumFields() == 1
		for k, r := range d.Type.Results.List {
			if len(r.Names) == 0 && only {
				r.Names = []*ast.Ident{{Name: "result", NamePos: r.Type.Pos()}}
			} else if len(r.Names) == 0 {
				r.Names = []*ast.Ident{{Name: fmt.Sprintf("result%d", k), NamePos: r.Type.Pos()}}
			}
		}
	}
	for _, p := range params.List {
		if len(p.Names) == 0 {
			p.Names = []*ast.Ident{{Name: "_", NamePos: p.Type.Pos()}}
		}
	}
	return &ast.FuncDecl{
		Name: &ast.Ident{Name: name, NamePos: e.Pos()},
		Type: &ast.FuncType{Func: e.Pos(), Params: params,
			Results: &ast.FieldList{List: []*ast.Field{{Type: &ast.Ident{Name: "bool", NamePos: e.Pos()}}}}},
		Body: &ast.BlockStmt{Lbrace: e.Pos(), Rbrace: e.End(),
			List: []ast.Stmt{&ast.ReturnStmt{Return: e.Pos(), Results: []ast.Expr{e}}}},
	}
}

// clauses returns the functions for the contracts of a kind that a function has.
func clauses(g *ssa.Function, kind string) (out []*ssa.Function) {
	fn, ok := g.Object().(*types.Func)
	if !ok || g.Pkg == nil || g.Parent() != nil {
		return nil
	}
	base := kind + "$" + fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		named := receiverType(recv.Type())
		if named == nil {
			return nil
		}
		base = kind + "$" + named.Obj().Name() + "." + fn.Name()
	}
	for {
		x := g.Pkg.Func(fmt.Sprintf("%s$%d", base, len(out)))
		if x == nil {
			return out
		}
		out = append(out, x)
	}
}

// clauseText returns the expression of a contract.
func (s *source) clauseText(x *ssa.Function) string {
	return s.contracts.texts[s.fset.PositionFor(x.Pos(), false).Filename+"\x00"+x.Name()]
}

// holdsFor returns whether a contract holds for some arguments.
func (f *fn) holdsFor(x *ssa.Function, args value) term.Term {
	if f.facts.busy(x, map[*ssa.Function]bool{}) {
		refuse("a contract that may have effects")
	}
	return f.b.Truth(f.callsTo(x, args, 0, x.Signature.Results())[0])
}

// required assumes what a function requires that is called with arguments of any value. What panics does not hold.
func (f *fn) required(g *ssa.Function, args value) {
	all := clauses(g, requires)
	if len(all) == 0 {
		return
	}
	before := f.kept(f.prog.Var(f.early).Term, "early")
	f.set(f.early, f.st.True())
	for _, x := range all {
		f.assume(f.holdsFor(x, args))
	}
	f.set(f.early, before)
}

// meets checks what a function requires at a call.
func (f *fn) meets(g *ssa.Function, args value) {
	for _, x := range clauses(g, requires) {
		c := f.holdsFor(x, args)
		f.clause = x
		f.checkAs(Requires, c, said(fmt.Sprintf("this call does not satisfy a requires of %s: %s", g.Name(),
			f.lowerer.src.clauseText(x))))
		f.clause = nil
	}
}

// ensured checks what the entry ensures where it returns.
func (f *fn) ensured(g *ssa.Function, args, results value) {
	for _, x := range clauses(g, ensures) {
		c := f.holdsFor(x, append(append(value(nil), args...), results...))
		f.pos, f.clause = x.Pos(), x
		f.checkAs(Ensures, c, said(fmt.Sprintf("%s returns, and its ensures does not hold: %s", g.Name(),
			f.lowerer.src.clauseText(x))))
		f.clause = nil
	}
}

// contracted reports whether a function has a contract of a kind.
func contracted(g *ssa.Function, kind string) bool { return len(clauses(g, kind)) > 0 }
