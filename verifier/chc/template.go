package chc

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// Back leads from the templates of Generate back to the script.
type Back struct {
	Script *Script
	// values has, by rule and by variable of its assertion, the constant of the template; 0 if the variable does not
	// occur.
	values [][]term.Term
}

// In returns the same for a script in a clone of the store.
func (b *Back) In(s *Script) *Back { return &Back{s, b.values} }

// Entry is the procedure whose branches are the rules without a predicate in the head.
const Entry vc.ProcID = 0

// Proc returns the procedure of the predicate with an index in Script.Preds.
func Proc(pred int) vc.ProcID { return vc.ProcID(pred + 1) }

// Pred returns the predicate of a procedure, 0 for the entry's.
func (b *Back) Pred(p vc.ProcID) term.Sym {
	if p == Entry {
		return 0
	}
	return b.Script.Preds[p-1]
}

// Rule returns the rule that a block of a template belongs to; false for the entry block, which all share.
func (b *Back) Rule(x *vc.Block) (int, bool) { return int(x.Origin), x.Origin >= 0 }

// Values returns, for each variable of the rule's assertion, the constant of the template that holds its value, 0 if
// the variable does not occur in the rule.
func (b *Back) Values(rule int) []term.Term { return b.values[rule] }

// Generate makes the system of a script: a procedure for each predicate, which returns the arguments for which it
// holds, and the entry, which returns if false is derived. So the entry's exit is reached exactly if the clauses have
// no solution. Conditions are built by mk; nil stands for the store.
func Generate(s *Script, mk term.Maker) (*vc.System, *Back) {
	if mk == nil {
		mk = s.Store
	}
	g := &generator{
		s: s, st: s.Store, m: newMasks(s), subst: term.NewSubst(s.Store, mk),
		back: &Back{Script: s, values: make([][]term.Term, len(s.Rules))}, procs: map[term.Sym]vc.ProcID{},
	}
	sys := &vc.System{Store: s.Store, Entry: Entry}
	rules := make([][]int, len(s.Preds)+1)
	for i, f := range s.Preds {
		g.procs[f] = Proc(i)
	}
	for i := range s.Rules {
		id := Entry
		if h := s.Rules[i].Head; h != 0 {
			id = g.procs[g.st.Sym(h)]
		}
		rules[id] = append(rules[id], i)
	}
	for id := range rules {
		sys.Procs = append(sys.Procs, g.proc(vc.ProcID(id), rules[id]))
	}
	return sys, g.back
}

// generator makes one template after the other.
type generator struct {
	s     *Script
	st    *term.Store
	m     *masks
	subst *term.Subst // from the variables of a rule to constants of the template
	back  *Back
	procs map[term.Sym]vc.ProcID

	p       *vc.Proc
	raw     [][]term.Term // by block: conditions over the variables of the rule
	binding []varBinding  // of the rule
	bound   map[term.Term]bool
}

type varBinding struct{ variable, constant term.Term }

// proc makes the template of a predicate, or of the entry.
func (g *generator) proc(id vc.ProcID, rules []int) *vc.Proc {
	p := &vc.Proc{ID: id, Name: "false", CountName: "false"}
	if f := g.back.Pred(id); f != 0 {
		p.Name = g.st.SymName(f)
		// Predicates of different ranks may share a name, and one may be called |false|.
		p.CountName = fmt.Sprintf("%d %s", id, p.Name)
		args, _ := g.st.SymSorts(f)
		for k, sort := range args {
			p.Out = append(p.Out, g.st.FreshConst(fmt.Sprintf("%s#%d", p.Name, k), sort))
		}
	}
	g.p, g.raw = p, nil
	g.reserve(rules)
	g.block(-1)
	if len(rules) == 0 {
		p.Blocks[0].Conds = []term.Term{g.st.False()}
	}
	for _, r := range rules {
		g.rule(r)
	}
	p.Shape()
	return p
}

// reserve makes room for what the bodies of large rules bring: blocks are large, and growing by append would allocate
// several times as much. Shared parts count once, so it can still be too little.
func (g *generator) reserve(rules []int) {
	n := 1
	for _, r := range rules {
		for _, l := range g.s.Rules[r].Body {
			g.st.Visit(func(t term.Term) bool {
				if g.m.of(t) == 0 {
					return false
				}
				n++
				return true
			}, l.Formula)
		}
	}
	g.p.Blocks = make([]vc.Block, 0, n)
	g.raw = make([][]term.Term, 0, n)
	g.p.Sites = make([]vc.Site, 0, n)
}

// own returns a new constant of the template.
func (g *generator) own(name string, sort term.Sort) term.Term {
	c := g.st.FreshConst(name, sort)
	g.p.Owned = append(g.p.Owned, c)
	return c
}

// block adds a block without edges.
func (g *generator) block(rule int) int {
	n := len(g.p.Blocks)
	guard := g.own(fmt.Sprintf("%s:%d", g.p.Name, n), term.Bool)
	g.p.Blocks = append(g.p.Blocks, vc.Block{Guard: guard, Origin: int32(rule), IPDom: -1})
	g.raw = append(g.raw, nil)
	return n
}

// edge adds an edge; Shape gives it the guard of its target.
func (g *generator) edge(from, to int) {
	b := &g.p.Blocks[from]
	b.Succs = append(b.Succs, vc.Edge{To: int32(to)})
}

// rule adds a branch: what the body says, and that the results are the arguments of the head.
func (g *generator) rule(r int) {
	rule := &g.s.Rules[r]
	a := &g.s.Assertions[rule.Assertion]
	g.binding, g.bound = g.binding[:0], map[term.Term]bool{}
	for _, v := range a.Vars {
		g.bound[v] = false
	}
	b := g.block(r)
	g.edge(0, b)
	g.body(r, b, rule.Body)
	if rule.Head != 0 {
		for k, t := range g.st.Args(rule.Head) {
			g.value(b, g.p.Out[k], t, true)
		}
	}
	g.finish(r, b)
}

// value says in a block that a constant of the template has the value of t. If t is a variable, the constant takes its
// place, where that is allowed and there is none yet.
func (g *generator) value(block int, constant, t term.Term, may bool) {
	if bound, isVar := g.bound[t]; may && isVar && !bound {
		g.bound[t] = true
		g.binding = append(g.binding, varBinding{t, constant})
		return
	}
	g.raw[block] = append(g.raw[block], g.st.Eq(constant, t))
}

// branch is a part of a body that is not in the template yet.
type branch struct {
	block int       // where it goes
	todo  []Literal // the next one last
	ors   []Literal // to come when todo is done
	join  int       // where to go then; -1: the rule ends
	inner bool      // it is below a disjunction
}

// body adds what the literals say, to a block and those that it makes after it.
func (g *generator) body(r, block int, body []Literal) {
	todo := slices.Clone(body)
	slices.Reverse(todo)
	work := []branch{{block: block, todo: todo, join: -1}}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for len(b.todo) > 0 {
			l := b.todo[len(b.todo)-1]
			b.todo = b.todo[:len(b.todo)-1]
			g.literal(&b, l)
		}
		switch {
		case len(b.ors) > 0:
			join := b.join
			if len(b.ors) > 1 {
				join = g.block(r)
				work = append(work, branch{block: join, ors: b.ors[1:], join: b.join, inner: b.inner})
			}
			var kids []branch
			for _, alt := range g.alternatives(b.ors[0]) {
				k := g.block(r)
				g.edge(b.block, k)
				kids = append(kids, branch{block: k, todo: alt, join: join, inner: true})
			}
			for k := len(kids) - 1; k >= 0; k-- {
				work = append(work, kids[k])
			}
		case b.join >= 0:
			g.edge(b.block, b.join)
		}
	}
}

// literal adds what a literal of the body says to a branch.
func (g *generator) literal(b *branch, l Literal) {
	st := g.st
	args := st.Args(l.Formula)
	switch op := st.Op(l.Formula); {
	case g.m.of(l.Formula) == 0:
		f := l.Formula
		if !l.Want {
			f = st.Not(f)
		}
		g.raw[b.block] = append(g.raw[b.block], f)
	case op == term.OpApp:
		g.site(b, l.Formula)
	case op == term.OpNot:
		b.todo = append(b.todo, Literal{args[0], !l.Want})
	case op == term.OpAnd && l.Want || op == term.OpOr && !l.Want:
		for k := len(args) - 1; k >= 0; k-- {
			b.todo = append(b.todo, Literal{args[k], l.Want})
		}
	default:
		b.ors = append(b.ors, l)
	}
}

// alternatives returns the branches of a disjunction around predicates, each a conjunction of which the last one comes
// first.
func (g *generator) alternatives(l Literal) (all [][]Literal) {
	st := g.st
	args := st.Args(l.Formula)
	switch st.Op(l.Formula) {
	case term.OpIte:
		return [][]Literal{{{args[0], true}, {args[1], l.Want}}, {{args[0], false}, {args[2], l.Want}}}
	case term.OpEq:
		return [][]Literal{{{args[0], true}, {args[1], l.Want}}, {{args[0], false}, {args[1], !l.Want}}}
	}
	for _, t := range args {
		all = append(all, []Literal{{t, l.Want}})
	}
	return all
}

// site adds a call site for an atom. Its results are constants of their own.
func (g *generator) site(b *branch, atom term.Term) {
	callee := g.st.SymName(g.st.Sym(atom))
	n := int32(len(g.p.Sites))
	s := vc.Site{Guard: g.own("call "+callee, term.Bool), Block: int32(b.block), Callee: g.procs[g.st.Sym(atom)],
		Origin: n}
	for k, t := range g.st.Args(atom) {
		o := g.own(fmt.Sprintf("%s@%d", callee, k), g.st.Sort(t))
		s.Outs = append(s.Outs, o)
		// Below a disjunction the results stand for nothing where the site is not passed.
		g.value(b.block, o, t, !b.inner)
	}
	g.p.Sites = append(g.p.Sites, s)
	g.p.Blocks[b.block].Sites = append(g.p.Blocks[b.block].Sites, n)
}

// finish gives the variables of the rule that occur, and have no constant yet, one, and makes the conditions of its
// blocks, those from first on.
func (g *generator) finish(r, first int) {
	g.subst.Reset()
	for _, x := range g.binding {
		g.subst.Bind(x.variable, x.constant)
	}
	var roots []term.Term
	for i := first; i < len(g.p.Blocks); i++ {
		roots = append(roots, g.raw[i]...)
	}
	occurs := map[term.Term]bool{}
	g.st.Visit(func(t term.Term) bool {
		if _, isVar := g.bound[t]; isVar {
			occurs[t] = true
		}
		return true
	}, roots...)
	vars := g.s.Assertions[g.s.Rules[r].Assertion].Vars
	values := make([]term.Term, len(vars))
	for _, x := range g.binding {
		occurs[x.variable] = false
	}
	for _, v := range vars {
		if occurs[v] {
			g.subst.Bind(v, g.own(g.st.SymName(g.st.Sym(v)), g.st.Sort(v)))
		}
	}
	for k, v := range vars {
		values[k], _ = g.subst.Lookup(v)
	}
	g.back.values[r] = values
	for i := first; i < len(g.p.Blocks); i++ {
		for _, t := range g.raw[i] {
			g.p.Blocks[i].Conds = g.st.Conjuncts(g.p.Blocks[i].Conds, g.subst.Apply(t))
		}
		g.raw[i] = nil
	}
}
