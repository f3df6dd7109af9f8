package vcgen

import (
	"fmt"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
)

// Options are the options of Generate.
type Options struct {
	// Interfaces, by prog.ProcID, must contain every live variable of every
	// procedure with a body; nil means every variable that may matter (see Wide).
	Interfaces []prog.Interface
	// Maker builds the terms of the templates; nil means without simplification.
	Maker term.Maker
}

// Generate makes the partial VCs of all procedures that the entry reaches.
// Back leads from a model back to the program.
func Generate(p *prog.Program, opt Options) (*vc.System, *Back, error) {
	g := &generator{p: p, st: p.Store, mk: opt.Maker, ifaces: opt.Interfaces}
	if g.mk == nil {
		g.mk = p.Store
	}
	if g.ifaces == nil {
		g.ifaces = Wide(p)
	}
	g.sub = term.NewSubst(g.st, g.mk)
	if err := g.order(); err != nil {
		return nil, nil, err
	}
	g.indexVars()
	g.bodiless()
	g.axioms()
	for _, q := range g.procs {
		if err := g.declare(q); err != nil {
			return nil, nil, err
		}
	}
	b := newBody(g)
	for i, q := range g.procs {
		if err := b.generate(q, g.sys.Procs[i]); err != nil {
			return nil, nil, err
		}
		g.back.Procs = append(g.back.Procs, b.back)
	}
	return g.sys, g.back, nil
}

type generator struct {
	p      *prog.Program
	st     *term.Store
	mk     term.Maker
	ifaces []prog.Interface

	sys   *vc.System
	back  *Back
	procs []*prog.Proc // by vc.ProcID
	ids   []vc.ProcID  // by prog.ProcID; -1 if it is not reached or has no body

	// refs gives the variable whose value a term is, by term.
	refs []varRef
	uses uses
	sub  *term.Subst // shared, since its tables are as long as the store
}

// varRef is a variable (even) or a global's value at entry (odd); 0 is none.
type varRef int32

func now(v prog.VarID) varRef { return varRef(v) << 1 }
func old(v prog.VarID) varRef { return varRef(v)<<1 | 1 }

func (r varRef) id() prog.VarID { return prog.VarID(r >> 1) }
func (r varRef) isOld() bool    { return r&1 != 0 }

// order finds the procedures with a body that the entry reaches.
func (g *generator) order() error {
	p := g.p
	if p.Entry < 0 || int(p.Entry) >= len(p.Procs) {
		return fmt.Errorf("%s: no entry procedure chosen", p.File)
	}
	if e := p.Proc(p.Entry); !e.HasBody() {
		return fmt.Errorf("%s: entry procedure %s has no body", p.Place(p.Pos(e.Node)), e.Name)
	}
	reached := make([]bool, len(p.Procs))
	reached[p.Entry] = true
	work := []prog.ProcID{p.Entry}
	for len(work) > 0 {
		q := p.Proc(work[len(work)-1])
		work = work[:len(work)-1]
		if q.Unsupported != nil {
			return q.Unsupported
		}
		for i := range q.Blocks {
			for j := range q.Blocks[i].Cmds {
				c := &q.Blocks[i].Cmds[j]
				if c.Kind == prog.Call && !reached[c.Callee] {
					reached[c.Callee] = true
					work = append(work, c.Callee)
				}
			}
		}
	}
	g.ids = make([]vc.ProcID, len(p.Procs))
	g.sys = &vc.System{Store: p.Store}
	g.back = &Back{}
	for i, q := range p.Procs {
		g.ids[i] = -1
		if !reached[i] || !q.HasBody() {
			continue
		}
		g.ids[i] = vc.ProcID(len(g.procs))
		g.procs = append(g.procs, q)
	}
	g.sys.Entry = g.ids[p.Entry]
	return nil
}

func (g *generator) indexVars() {
	var last term.Term
	for i := 1; i < len(g.p.Vars); i++ {
		last = max(last, g.p.Vars[i].Term, g.p.Vars[i].Old)
	}
	g.refs = make([]varRef, last+1)
	for i := 1; i < len(g.p.Vars); i++ {
		v := &g.p.Vars[i]
		if v.Kind == prog.Constant {
			continue // its term is the same in all templates
		}
		g.refs[v.Term] = now(prog.VarID(i))
		if v.Old != 0 {
			g.refs[v.Old] = old(prog.VarID(i))
		}
	}
}

func (g *generator) ref(t term.Term) varRef {
	if int(t) < len(g.refs) {
		return g.refs[t]
	}
	return 0
}

// axioms collects the axioms, and states that unique constants differ.
func (g *generator) axioms() {
	for _, a := range g.p.Axioms {
		g.sys.Axioms = append(g.sys.Axioms, a.Cond)
	}
	unique := map[term.Sort][]term.Term{}
	var sorts []term.Sort
	for _, c := range g.p.Consts {
		v := g.p.Var(c)
		if !v.Unique {
			continue
		}
		s := g.p.Sort(c)
		if unique[s] == nil {
			sorts = append(sorts, s)
		}
		unique[s] = append(unique[s], v.Term)
	}
	for _, s := range sorts {
		if ts := unique[s]; len(ts) > 1 {
			g.sys.Axioms = append(g.sys.Axioms, g.st.Distinct(ts...))
		}
	}
}

// declare makes the template of q with its interface, so that callers can be
// generated before it.
func (g *generator) declare(q *prog.Proc) error {
	t := &vc.Proc{
		ID: vc.ProcID(len(g.sys.Procs)), Name: q.Name, CountName: q.CountName,
		ExtraBound: q.ExtraBound, Eager: q.Eager, Origin: int32(q.ID),
	}
	if t.CountName == "" {
		t.CountName = q.Name
	}
	f := &g.ifaces[q.ID]
	declare := func(v prog.VarID, name string) term.Term {
		c := g.st.FreshConst(name, g.p.Sort(v))
		if g.p.Var(v).Kind == prog.Global {
			t.State = append(t.State, c)
		}
		return c
	}
	for _, v := range f.In {
		t.In = append(t.In, declare(v, g.p.Var(v).Name))
	}
	for _, v := range f.Out {
		t.Out = append(t.Out, declare(v, g.p.Var(v).Name+"'"))
	}
	g.sys.Procs = append(g.sys.Procs, t)
	return g.summarize(q, t)
}

// summarize writes the contracts and candidates of q over the interface of its template.
func (g *generator) summarize(q *prog.Proc, t *vc.Proc) error {
	f := &g.ifaces[q.ID]
	sub := g.sub
	sub.Reset()
	bindAll := func(vars []prog.VarID, to []term.Term) {
		for i, v := range vars {
			sub.Bind(g.p.Var(v).Term, to[i])
		}
	}
	bindAll(f.In, t.In)
	for _, c := range q.Requires {
		if err := g.covered(q, &c, f, false); err != nil {
			return err
		}
		t.Summary = g.st.Conjuncts(t.Summary, sub.Apply(c.Cond))
	}
	sub.Reset()
	bindAll(f.In, t.In)
	for i, v := range f.In {
		if o := g.p.Var(v).Old; o != 0 {
			sub.Bind(o, t.In[i])
		}
	}
	bindAll(f.Out, t.Out) // after In: a variable that may change has its value at exit
	for _, c := range q.Ensures {
		if err := g.covered(q, &c, f, true); err != nil {
			return err
		}
		t.Summary = g.st.Conjuncts(t.Summary, sub.Apply(c.Cond))
	}
	for _, c := range q.Candidates {
		if g.covered(q, &prog.Contract{Cond: c.Cond}, f, !c.Entry) == nil {
			t.Candidates = append(t.Candidates,
				vc.Candidate{Formula: sub.Apply(c.Cond), Entry: c.Entry, Origin: int32(c.Node)})
		}
	}
	return nil
}

// covered returns an error if a contract mentions a variable that the interface
// lacks: dropping the contract would change the answer.
func (g *generator) covered(q *prog.Proc, c *prog.Contract, f *prog.Interface, post bool) error {
	in, out := g.contractReads(q, c, post)
	for _, v := range in {
		if !contains(f.In, v) {
			return g.lacks(q, c, v)
		}
	}
	for _, v := range out {
		if !contains(f.Out, v) {
			return g.lacks(q, c, v)
		}
	}
	return nil
}

func (g *generator) lacks(q *prog.Proc, c *prog.Contract, v prog.VarID) error {
	return reason.Internalf("%s: a contract of %s mentions %s, which its interface lacks",
		g.p.Place(g.p.Pos(c.Node)), q.Name, g.p.Var(v).Name)
}

// contractReads returns the variables that a contract reads at entry and those
// that it reads at exit. A variable that cannot change is read at entry.
func (g *generator) contractReads(q *prog.Proc, c *prog.Contract, post bool) (in, out []prog.VarID) {
	for _, r := range g.uses.of(g, c.Cond) {
		v := r.id()
		changes := g.p.Var(v).Kind == prog.Out || contains(q.Modifies, v)
		if post && changes && !r.isOld() {
			out = append(out, v)
		} else {
			in = append(in, v)
		}
	}
	return in, out
}

// bodiless gives procedures without a body the interface that their contracts
// need, since a call of them depends on nothing else.
func (g *generator) bodiless() {
	g.ifaces = append([]prog.Interface(nil), g.ifaces...)
	for i, q := range g.p.Procs {
		if q.HasBody() {
			continue
		}
		var f prog.Interface
		for _, c := range q.Requires {
			in, _ := g.contractReads(q, &c, false)
			f.In = appendNew(f.In, in)
		}
		for _, c := range q.Ensures {
			in, out := g.contractReads(q, &c, true)
			f.In = appendNew(f.In, in)
			f.Out = appendNew(f.Out, out)
		}
		g.ifaces[i] = f
	}
}

func appendNew(dst, vs []prog.VarID) []prog.VarID {
	for _, v := range vs {
		if !contains(dst, v) {
			dst = append(dst, v)
		}
	}
	return dst
}

func contains(vs []prog.VarID, v prog.VarID) bool {
	for _, w := range vs {
		if w == v {
			return true
		}
	}
	return false
}

// eq returns the simplified equality.
func (g *generator) eq(a, b term.Term) term.Term {
	if a == b {
		return g.st.True()
	}
	t := g.st.Eq(a, b)
	return g.mk.Rebuild(t, g.st.Args(t))
}
