package golang

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// unit is a statement, or the part of one that controls others.
type unit struct {
	node ast.Node
	text string
}

// step is what the commands of a statement do at a place.
type step struct {
	of *unit
	at prog.Pos
}

// meaning is what a variable of the program stands for.
type meaning struct {
	name string
	leaf
}

// turn is one of the ways that control goes at a statement.
type turn struct {
	node      prog.NodeID
	unit      *unit
	condition string
	holds     bool
	loop      bool
}

// stands notes what a variable stands for, if the source has that.
func (l *lowerer) stands(v prog.VarID, name string, x leaf) {
	if !strings.HasPrefix(name, "$") {
		l.res.vars[l.prog.Var(v).Term] = meaning{name, x}
	}
}

// node returns the node of the commands of the present statement at a place.
func (f *fn) node(at token.Pos) prog.NodeID {
	x := step{f.unitAt(at), f.position(at)}
	if x.at.Line == 0 {
		return 0
	}
	n, ok := f.nodes[x]
	if !ok {
		n = f.prog.NewNode(x.at)
		f.nodes[x] = n
		if x.of != nil {
			f.res.units[n] = x.of
		}
	}
	return n
}

// unitAt returns the innermost statement at a place of the present function.
func (f *fn) unitAt(at token.Pos) *unit {
	if f.src == nil || f.src.Syntax() == nil || !at.IsValid() {
		return nil
	}
	var inner ast.Node
	for _, s := range f.statements(f.src) {
		if s.Pos() <= at && at < s.End() {
			inner = s
		}
	}
	if inner == nil {
		return nil
	}
	u := f.res.statements[inner]
	if u == nil {
		u = &unit{inner, f.header(inner)}
		f.res.statements[inner] = u
	}
	return u
}

// statements returns those of a function, inner ones behind those around them.
func (l *lowerer) statements(g *ssa.Function) []ast.Node {
	out, ok := l.res.bodies[g]
	if ok {
		return out
	}
	ast.Inspect(g.Syntax(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == g.Syntax()
		case *ast.BlockStmt, *ast.LabeledStmt:
		case ast.Stmt:
			out = append(out, n)
		}
		return true
	})
	l.res.bodies[g] = out
	return out
}

// header returns the text of a statement without the statements in it.
func (l *lowerer) header(n ast.Node) string {
	end := n.End()
	switch s := n.(type) {
	case *ast.IfStmt:
		end = s.Body.Pos()
	case *ast.ForStmt:
		end = s.Body.Pos()
	case *ast.RangeStmt:
		end = s.Body.Pos()
	case *ast.SwitchStmt:
		end = s.Body.Pos()
	case *ast.TypeSwitchStmt:
		end = s.Body.Pos()
	case *ast.SelectStmt:
		end = s.Body.Pos()
	case *ast.CaseClause:
		end = s.Colon
	}
	return l.between(n.Pos(), end)
}

// longest is how many characters of a statement are shown.
const longest = 120

// between returns the text between two places.
func (l *lowerer) between(from, to token.Pos) string {
	p, q := l.src.fset.PositionFor(from, false), l.src.fset.PositionFor(to, false)
	text := l.src.text(p.Filename)
	if p.Filename != q.Filename || q.Offset > len(text) {
		return ""
	}
	s := strings.Join(strings.Fields(string(text[p.Offset:q.Offset])), " ")
	if len(s) > longest {
		s = s[:longest] + " ..."
	}
	return s
}

// goes notes what it means that control goes one of two ways.
func (f *fn) goes(v *ssa.If, then, els int32) {
	at := f.pos
	if p := v.Cond.Pos(); p.IsValid() {
		at = p
	}
	u := f.unitAt(at)
	if u == nil {
		return
	}
	condition := f.condition(v.Cond, u)
	loop := false
	switch u.node.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		loop = strings.HasPrefix(v.Block().Comment, "for.") || strings.HasPrefix(v.Block().Comment, "range")
	}
	for _, w := range []struct {
		block int32
		holds bool
	}{{then, true}, {els, false}} {
		f.res.ways[f.q.Blocks[w.block].Node] = &turn{f.node(at), u, condition, w.holds, loop}
	}
}

// condition returns the text of a condition.
func (f *fn) condition(v ssa.Value, u *unit) string {
	for _, i := range *referrers(v) {
		if d, ok := i.(*ssa.DebugRef); ok {
			return f.between(d.Expr.Pos(), d.Expr.End())
		}
	}
	switch s := u.node.(type) {
	case *ast.IfStmt:
		return f.between(s.Cond.Pos(), s.Cond.End())
	case *ast.ForStmt:
		if s.Cond != nil {
			return f.between(s.Cond.Pos(), s.Cond.End())
		}
	}
	return ""
}

func referrers(v ssa.Value) *[]ssa.Instruction {
	if r := v.Referrers(); r != nil {
		return r
	}
	return new([]ssa.Instruction)
}

// callNode returns the node of a call.
func (f *fn) callNode(*ssa.Function) prog.NodeID {
	u := f.unitAt(f.pos)
	n := f.newNode(f.pos)
	if u != nil {
		f.res.units[n] = u
	}
	return n
}

// panicText writes a constant as an uncaught panic does.
func panicText(c *ssa.Const) string {
	_, basic := c.Type().(*types.Basic)
	switch {
	case c.Value.Kind() == constant.String:
		return constant.StringVal(c.Value)
	case basic:
		return c.Value.ExactString()
	}
	return fmt.Sprintf("%s(%s)", types.TypeString(c.Type(), shortName), c.Value.ExactString())
}

// Statement implements front.Source.
func (r *Result) Statement(n prog.NodeID) front.Statement {
	u := r.units[n]
	if x := r.faults[n]; u == nil && x != nil {
		u = x.unit
	}
	if u == nil {
		return front.Statement{}
	}
	return front.Statement{ID: u, Text: u.text}
}

// Way implements front.Source.
func (r *Result) Way(block prog.NodeID) *front.Way {
	w := r.ways[block]
	if w == nil {
		return nil
	}
	return &front.Way{Node: w.node, Text: w.unit.text, Condition: w.condition, Holds: w.holds, Loop: w.loop, Head: w.node}
}

// Name implements front.Source.
func (r *Result) Name(proc string) string {
	name, _, _ := strings.Cut(proc, "#")
	return name
}

// Call implements front.Compiled.
func (r *Result) Call(n prog.NodeID) (text string, end prog.Pos) {
	if u := r.units[n]; u != nil {
		return u.text, prog.Pos{}
	}
	return "", prog.Pos{}
}

// Library implements front.Compiled.
func (r *Result) Library(proc string) bool {
	p := r.Program.Lookup(proc)
	return p != nil && r.Program.Pos(p.Node).Line == 0
}

// CalledAs implements front.Compiled.
func (r *Result) CalledAs(proc string, _ prog.NodeID) string { return r.Name(proc) }

// Bookkeeping implements front.Compiled.
func (r *Result) Bookkeeping(*verifier.Command) bool { return false }

// execution is a front.Execution.
type execution struct{ *Result }

// Follow implements front.Compiled.
func (r *Result) Follow() front.Execution { return execution{r} }

// Record implements front.Execution.
func (e execution) Record(prog.NodeID, model.Value) {}

// Argument implements front.Execution.
func (e execution) Argument(string) (string, bool) { return "", false }

// Values implements front.Execution.
func (e execution) Values(bs []verifier.Binding) (out []front.Value) {
	for _, b := range bs {
		m, ok := e.vars[e.Program.Term(b.Of)]
		if !ok || len(b.At) > 1 || m.array != (len(b.At) == 1) {
			continue
		}
		name, text, ok := m.shown(b)
		if ok {
			out = append(out, front.Value{Name: name, Value: text, Global: b.Global})
		}
	}
	return out
}

// shown returns what is shown of a leaf.
func (m meaning) shown(b verifier.Binding) (name, text string, ok bool) {
	path := strings.TrimSuffix(m.path, m.suffix())
	name = m.name + path
	if len(b.At) == 1 {
		name = m.name + strings.Replace(path, "[]", "["+b.At[0].String()+"]", 1)
	}
	switch m.role {
	case scalar:
		text = b.Value.String()
		if isReal(m.typ) {
			return name, fmt.Sprint(realAt(b.Value.Int().Big())), true
		}
		if n, fits := b.Value.Int().Int64(); fits && b.Value.Kind() == model.KindInt && printable(m.typ, n) {
			text = fmt.Sprintf("%s (%d)", strconv.QuoteRune(rune(n)), n)
		}
		return name, text, b.Value.Kind() == model.KindBool || b.Value.Kind() == model.KindInt && !isFloat(m.typ)
	case length:
		return "len(" + name + ")", b.Value.String(), true
	case capacity:
		return "cap(" + name + ")", b.Value.String(), true
	case object:
		if _, pointer := m.typ.Underlying().(*types.Pointer); !pointer && !b.Value.Int().IsZero() {
			return "", "", false
		}
		if b.Value.Int().IsZero() {
			if isString(m.typ) {
				return "", "", false
			}
			return name, "nil", true
		}
		return name, "not nil", true
	case dynamic:
		if b.Value.Int().IsZero() {
			return name, "nil", true
		}
	}
	return "", "", false
}

// suffix is what a leaf's path has behind the fields.
func (m meaning) suffix() string {
	switch m.role {
	case length:
		return ".len"
	case capacity:
		return ".cap"
	case dynamic:
		return ".type"
	}
	return ""
}

// printable reports whether a number is shown as a character.
func printable(t types.Type, n int64) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Uint8 || b.Kind() == types.Int32) && n >= 32 && n < 127
}

// Fault implements front.Execution.
func (e execution) Fault(assertion prog.NodeID, read []verifier.Binding) (out front.Fault, ok bool) {
	x, ok := e.faults[assertion]
	if !ok {
		return out, false
	}
	values := map[term.Term]string{}
	for _, b := range read {
		values[e.Program.Term(b.Of)] = b.Value.String()
	}
	show := func(t term.Term) string {
		if st := e.Program.Store; st.IsNum(t) {
			return st.Num(t).String()
		}
		if s, ok := values[t]; ok {
			return s
		}
		return "?"
	}
	if x.of != nil {
		if x = x.of.began(e.lowerer, show); x == nil {
			return out, false
		}
	}
	return front.Fault{At: x.at, Kind: x.kind.String(), Message: x.say(show)}, true
}
