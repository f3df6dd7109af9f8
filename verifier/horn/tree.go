package horn

import (
	"context"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/interpolate"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxParts bounds the instances of a proof from which a solution is made: each costs an interpolant.
const maxParts = 400

// instance is an instance of a template in the tree of a proof, which is a part of the formula that the proof refutes.
type instance struct {
	proc  vc.ProcID
	guard term.Term
	outs  []term.Term
	part  []term.Term
	kids  []int
}

// interpolated returns the facts that a proof gives about its instances: at each one, the interpolant between what
// the tree below it says and the rest. With the facts of the proof they are a solution: where an instance has no
// instance below a call, the facts of the callee were enough.
func interpolated(ctx context.Context, sys *vc.System, mk term.Maker, p *verifier.Proof) ([]verifier.Fact, error) {
	sys = verifier.WithFacts(sys, p.Facts)
	all, err := unshared(sys, mk, p)
	if err != nil {
		return nil, err
	}
	order, first := postOrder(all)
	parts := make([][]term.Term, len(order))
	for i, n := range order {
		parts[i] = all[n].part
	}
	found, err := interpolate.New(sys.Store, interpolate.Options{}).Tree(ctx, parts, first)
	if err != nil {
		return nil, err
	}
	facts := slices.Clone(p.Facts)
	subst := term.NewSubst(sys.Store, mk)
	for i, formulas := range found {
		x := &all[order[i]]
		subst.Reset()
		subst.Bind(x.guard, sys.Store.True())
		subst.BindAll(x.outs, sys.Procs[x.proc].Out)
		for _, f := range formulas {
			f := verifier.Fact{Proc: x.proc, Formula: subst.Apply(f)}
			if !slices.Contains(facts, f) {
				facts = append(facts, f)
			}
		}
	}
	return facts, nil
}

// unshared returns the instances of a proof, callers first, as a tree in which none are shared.
func unshared(sys *vc.System, mk term.Maker, p *verifier.Proof) ([]instance, error) {
	opened, tree, err := reopen(sys, mk, p)
	if err != nil {
		return nil, err
	}
	var rec stamp.Recorder
	s := stamp.New(sys, mk, &rec)
	b := s.Own(sys.Entry)
	inst := instance{proc: sys.Entry, guard: b.Guard}
	rec.Formulas = append(slices.Clone(sys.Axioms), b.Guard)
	type task struct {
		parent int
		at     inline.InstID
		guard  term.Term // of its block
		outs   []term.Term
	}
	var all []instance
	work := []task{{parent: -1}}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		if t.parent >= 0 {
			id := tree.Proc(t.at).ID
			b = s.Passed(id, stamp.Nowhere, t.guard, t.outs)
			inst = instance{proc: id, guard: b.Guard, outs: b.Iface}
			all[t.parent].kids = append(all[t.parent].kids, len(all))
		}
		if len(all) >= maxParts {
			return nil, fmt.Errorf("the proof has more than %d instances", maxParts)
		}
		x := s.Stamp(inst.proc, b)
		n := len(all)
		inst.part = rec.Formulas
		all = append(all, inst)
		for _, site := range rec.Sites {
			if c, ok := opened[verifier.SiteRef{Instance: int32(t.at), Site: site.Index}]; ok {
				guard := s.Block(&x, sys.Procs[inst.proc].Sites[site.Index].Block)
				work = append(work, task{parent: n, at: c, guard: guard, outs: site.Iface})
			}
		}
		rec = stamp.Recorder{}
	}
	return all, nil
}

// reopen opens the call sites of a proof again, and returns what each enters.
func reopen(sys *vc.System, mk term.Maker, p *verifier.Proof) (map[verifier.SiteRef]inline.InstID, *inline.Tree,
	error) {
	tree := inline.Rebuild(sys, mk, deaf{}, p)
	opened := map[verifier.SiteRef]inline.InstID{}
	for _, ref := range p.Opened {
		inst, ok := tree.Reopen(ref)
		if !ok {
			return nil, nil, fmt.Errorf("the proof opens a call site that does not exist")
		}
		opened[ref] = inst
	}
	return opened, tree, nil
}

// postOrder returns the instances, callees before callers, and by position the first one of each subtree.
func postOrder(all []instance) (order, first []int) {
	type visit struct{ node, next, first int }
	stack := []visit{{}}
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if kids := all[v.node].kids; v.next < len(kids) {
			v.next++
			stack = append(stack, visit{node: kids[v.next-1], first: len(order)})
			continue
		}
		order, first = append(order, v.node), append(first, v.first)
		stack = stack[:len(stack)-1]
	}
	return order, first
}

// deaf is a solver that is asked nothing.
type deaf struct{}

func (deaf) Assert(term.Term)                                      {}
func (deaf) AssertFlow(term.Term)                                  {}
func (deaf) Hint(term.Term, bool)                                  {}
func (deaf) Check(context.Context, []term.Term) (o inline.Outcome) { return o }
func (deaf) Core() []term.Term                                     { return nil }
func (deaf) Reached(term.Term) bool                                { return false }
func (deaf) Model() (*model.Model, error)                          { return nil, fmt.Errorf("there is no model") }
func (deaf) Stats() []stat.Counter                                 { return nil }
