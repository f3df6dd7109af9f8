package gen

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// BoogieMutant changes a program in a few places. Names and types remain correct; only
// jumps may be missing or have other targets.
func BoogieMutant(r *rand.Rand, p *bpl.Program) *bpl.Program {
	m := &boogieMutator{Rand: r, p: &bpl.Program{Decls: slices.Clone(p.Decls)}}
	if m.IntN(2) == 0 {
		m.forget()
	}
	m.survey()
	for range 1 + m.IntN(6) {
		if len(m.bodies) > 0 {
			m.step()
		}
	}
	return m.p
}

type boogieMutator struct {
	*rand.Rand
	p       *bpl.Program
	globals []bpl.VarDecl // and constants
	fixed   map[string]bool
	numbers []int64
	bodies  []int // declarations with a body that the entry reaches

	// The procedure being changed.
	vars   []bpl.VarDecl
	typeOf map[string]string
	write  []bpl.VarDecl
	labels []string
	conds  []*bpl.Expr
}

// entry returns the number of the entry procedure; -1 if there is none.
func (m *boogieMutator) entry() int {
	found := -1
	for i, d := range m.p.Decls {
		switch {
		case d.Kind != bpl.ProcDecl || !d.HasBody:
		case strings.Contains(d.Attrs, "{:entrypoint"):
			return i
		case d.Name == "main":
			found = i
		}
	}
	return found
}

// forget removes the bodies of some procedures: programs become smaller, and calls may do
// anything that their contracts allow.
func (m *boogieMutator) forget() {
	entry, keep := m.entry(), 1+m.IntN(10)
	for i, d := range m.p.Decls {
		if d.Kind == bpl.ProcDecl && d.HasBody && i != entry && m.IntN(10) >= keep {
			e := *d
			e.HasBody, e.Apart, e.Locals, e.Body = false, false, nil, nil
			m.p.Decls[i] = &e
		}
	}
}

// survey collects the declarations.
func (m *boogieMutator) survey() {
	at := map[string]int{}
	m.fixed = map[string]bool{}
	for i, d := range m.p.Decls {
		switch d.Kind {
		case bpl.ConstDecl:
			m.fixed[d.Var.Name] = true
			m.globals = append(m.globals, d.Var)
		case bpl.GlobalDecl:
			m.globals = append(m.globals, d.Var)
		case bpl.ProcDecl:
			at[d.Name] = i
		}
	}
	entry := m.entry()
	if entry < 0 {
		return
	}
	seen := map[int]bool{entry: true}
	m.bodies = []int{entry}
	for k := 0; k < len(m.bodies); k++ {
		everyStmt(m.p.Decls[m.bodies[k]].Body, func(s *bpl.Stmt) {
			if i, ok := at[s.Name]; s.Kind == bpl.Call && ok && !seen[i] && m.p.Decls[i].HasBody {
				seen[i] = true
				m.bodies = append(m.bodies, i)
			}
			for _, e := range s.Values {
				m.count(e)
			}
			m.count(s.Cond)
		})
	}
}

func (m *boogieMutator) count(e *bpl.Expr) {
	if e == nil {
		return
	}
	if e.Op == bpl.Num && e.Name == "" && len(m.numbers) < 10_000 {
		m.numbers = append(m.numbers, e.Value)
	}
	for _, a := range e.Args {
		m.count(a)
	}
}

func everyStmt(list []*bpl.Stmt, f func(*bpl.Stmt)) {
	for _, s := range list {
		f(s)
		everyStmt(s.Body, f)
		everyStmt(s.Else, f)
	}
}

// enter collects the variables and expressions of a procedure.
func (m *boogieMutator) enter(d *bpl.Decl) (stmts int) {
	m.vars = slices.Concat(d.Ins, d.Outs, d.Locals, m.globals)
	m.write = slices.Concat(d.Outs, d.Locals)
	m.typeOf = map[string]string{}
	for _, v := range m.vars {
		if m.typeOf[v.Name] == "" { // the inner declaration
			m.typeOf[v.Name] = v.Type.String()
		}
	}
	for _, v := range m.globals {
		if slices.Contains(d.Modify, v.Name) && !m.fixed[v.Name] && m.typeOf[v.Name] == v.Type.String() {
			m.write = append(m.write, v)
		}
	}
	m.labels, m.conds = nil, nil
	everyStmt(d.Body, func(s *bpl.Stmt) {
		stmts++
		if s.Kind == bpl.Label {
			m.labels = append(m.labels, s.Name)
		}
		if s.Cond != nil {
			m.conds = append(m.conds, s.Cond)
		}
	})
	return stmts
}

// step changes one statement of one procedure.
func (m *boogieMutator) step() {
	i := m.bodies[m.IntN(len(m.bodies))]
	e := *m.p.Decls[i]
	n := m.enter(&e)
	if n == 0 {
		return
	}
	at := m.IntN(n)
	e.Body = m.at(e.Body, &at)
	m.p.Decls[i] = &e
}

// at changes the statement with this number, in preorder.
func (m *boogieMutator) at(list []*bpl.Stmt, at *int) []*bpl.Stmt {
	for i, s := range list {
		if *at--; *at == -1 {
			return slices.Concat(list[:i], m.change(s), list[i+1:])
		}
		if *at < 0 {
			return list
		}
		t := *s
		t.Body = m.at(s.Body, at)
		if *at >= 0 {
			t.Else = m.at(s.Else, at)
		}
		if *at < 0 {
			return slices.Concat(list[:i], []*bpl.Stmt{&t}, list[i+1:])
		}
	}
	return list
}

// change returns the statements that replace s.
func (m *boogieMutator) change(s *bpl.Stmt) []*bpl.Stmt {
	if s.Kind == bpl.Label {
		return append([]*bpl.Stmt{s}, m.extra()...)
	}
	switch m.IntN(8) {
	case 0:
		if s.Kind != bpl.Goto && s.Kind != bpl.Return {
			return nil
		}
	case 1:
		return append(m.extra(), s)
	case 2:
		return []*bpl.Stmt{s, s}
	}
	t := *s
	switch s.Kind {
	case bpl.Goto:
		t.Labels = slices.Clone(s.Labels)
		if len(m.labels) == 0 {
			break
		}
		if other := pick(m.Rand, m.labels); m.IntN(2) == 0 {
			t.Labels[m.IntN(len(t.Labels))] = other
		} else {
			t.Labels = append(t.Labels, other)
		}
	case bpl.Assign:
		k := m.IntN(len(s.Targets))
		x := s.Targets[k]
		if v := m.other(m.write, m.typeOf[x.Name]); x.Op == bpl.Var && v != "" && len(s.Targets) == 1 && m.IntN(2) == 0 {
			t.Targets = []*bpl.Expr{bpl.V(v)}
			break
		}
		if x.Op == bpl.Var && m.IntN(4) == 0 {
			t = bpl.Stmt{Kind: bpl.Havoc, Targets: []*bpl.Expr{x}}
			break
		}
		t.Values = m.oneOf(s.Values)
	case bpl.Call:
		t.Values = m.oneOf(s.Values)
	default:
		if s.Cond != nil && m.IntN(3) == 0 {
			t.Cond = bpl.E(bpl.Not, s.Cond)
		} else if s.Cond != nil {
			t.Cond = m.expr(s.Cond)
		}
	}
	return []*bpl.Stmt{&t}
}

// extra returns a new statement of parts of the procedure.
func (m *boogieMutator) extra() []*bpl.Stmt {
	var writable []bpl.VarDecl
	for _, v := range m.write {
		if v.Type.Elem == nil {
			writable = append(writable, v)
		}
	}
	switch k := m.IntN(5); {
	case k < 2 && len(m.conds) > 0:
		c := m.expr(pick(m.Rand, m.conds))
		if k == 0 {
			return []*bpl.Stmt{{Kind: bpl.Assert, Cond: c}}
		}
		return []*bpl.Stmt{{Kind: bpl.If, Cond: c, Else: []*bpl.Stmt{{Kind: bpl.Return}}}}
	case k < 4 && len(writable) > 0:
		v := pick(m.Rand, writable)
		if x := m.other(m.vars, v.Type.String()); x != "" {
			return []*bpl.Stmt{{Kind: bpl.Assign, Targets: []*bpl.Expr{bpl.V(v.Name)}, Values: []*bpl.Expr{bpl.V(x)}}}
		}
	}
	return []*bpl.Stmt{{Kind: bpl.If, Body: []*bpl.Stmt{{Kind: bpl.Return}}}}
}

// other returns another variable of this type, or "".
func (m *boogieMutator) other(vs []bpl.VarDecl, typ string) string {
	if typ == "" || len(vs) == 0 {
		return ""
	}
	for range 30 {
		if v := pick(m.Rand, vs); v.Type.String() == typ && m.typeOf[v.Name] == typ {
			return v.Name
		}
	}
	return ""
}

func (m *boogieMutator) oneOf(es []*bpl.Expr) []*bpl.Expr {
	if len(es) == 0 {
		return es
	}
	es = slices.Clone(es)
	k := m.IntN(len(es))
	es[k] = m.expr(es[k])
	return es
}

var relations = [...]bpl.Op{bpl.Lt, bpl.Le, bpl.Gt, bpl.Ge}

// expr changes an expression in one place outside quantifiers.
func (m *boogieMutator) expr(e *bpl.Expr) *bpl.Expr {
	if e.Op == bpl.Forall || e.Op == bpl.Exists || e.Op == bpl.Old {
		return e
	}
	if n := len(e.Args); n > 0 && m.IntN(3) > 0 {
		x := *e
		x.Args = m.oneOf(e.Args)
		return &x
	}
	x := *e
	switch e.Op {
	case bpl.Num:
		if e.Name != "" {
			return e
		}
		return bpl.N(m.number(e.Value))
	case bpl.True:
		return bpl.E(bpl.False)
	case bpl.False:
		return bpl.E(bpl.True)
	case bpl.Var:
		if v := m.other(m.vars, m.typeOf[e.Name]); v != "" {
			return bpl.V(v)
		}
	case bpl.Not:
		return e.Args[0]
	case bpl.And, bpl.Or:
		if m.IntN(2) == 0 {
			return e.Args[m.IntN(2)]
		}
		x.Op = bpl.And + bpl.Or - e.Op
	case bpl.Implies:
		x.Args = []*bpl.Expr{e.Args[1], e.Args[0]}
	case bpl.Eq, bpl.Ne:
		x.Op = bpl.Eq + bpl.Ne - e.Op
	case bpl.Lt, bpl.Le, bpl.Gt, bpl.Ge:
		x.Op = relations[m.IntN(len(relations))]
	case bpl.Add, bpl.Sub:
		x.Op = bpl.Add + bpl.Sub - e.Op
	case bpl.Ite:
		x.Args = []*bpl.Expr{e.Args[0], e.Args[2], e.Args[1]}
	}
	return &x
}

func (m *boogieMutator) number(n int64) int64 {
	switch k := m.IntN(6); {
	case k == 0:
		return 0
	case k == 1:
		return -n
	case k == 2:
		return []int64{1 << 31, 1 << 32, 1 << 62, 1<<63 - 1}[m.IntN(4)]
	case k == 3 && len(m.numbers) > 0:
		return pick(m.Rand, m.numbers)
	}
	return n + int64(2*m.IntN(2)) - 1
}
