package validate

import (
	"context"
	"fmt"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

// claims proves what the tree takes to hold of single instances (inline.Tree.Claims), as far as a refutation rests
// on it. What holds of an instance when it is entered follows at each call from what holds of its caller when that
// is entered: so it holds by induction from the entry down. What holds when it returns follows from that, and from
// what holds when its callees return: by induction on the height of the instances.
type claims struct {
	ctx    context.Context
	sys    *vc.System
	tree   *inline.Tree
	said   func(inline.InstID) (entry, exit []term.Term)
	used   func(inline.InstID) (entry, exit bool) // that the refutation uses; nil: all
	config inline.Config
	procs  map[vc.ProcID]*claimant
}

// claimant is a procedure of which instances are asked about, in a store and a solver of its own.
type claimant struct {
	step
	copier  *term.Copier
	p       *vc.Proc
	stamper *stamp.Stamper
	x       stamp.Instance
	iface   []term.Term
	asked   int
	done    func()
}

// claimsAsked is how many questions a solver is asked: each leaves what it asserted, so the next take longer.
const claimsAsked = 64

func newClaims(ctx context.Context, sys *vc.System, tree *inline.Tree, c inline.Config) *claims {
	return &claims{ctx: ctx, sys: sys, tree: tree, said: tree.Claims, config: c, procs: map[vc.ProcID]*claimant{}}
}

// only limits the claims to prove to those among assertions with the given numbers, and those on which they rest.
func (q *claims) only(cone []int32) {
	if cone != nil {
		q.used = func(c inline.InstID) (entry, exit bool) { return q.tree.Claimed(c, cone) }
	}
}

// needed returns of which instances what is claimed of In is proved, and of In and Out. What is claimed of a result
// rests on In of the instance, and on the results of its calls; what is claimed of In on that of the callers.
func (q *claims) needed(opened *calls) (entry, exit []bool) {
	n := q.tree.NumInstances()
	entry, exit = make([]bool, n), make([]bool, n)
	for c := range n {
		if q.used == nil {
			entry[c], exit[c] = true, true
		} else {
			entry[c], exit[c] = q.used(inline.InstID(c))
		}
	}
	for callee := range n { // callers come first
		for _, ref := range opened.of[inline.InstID(callee)] {
			exit[callee] = exit[callee] || exit[ref.Instance]
		}
	}
	for callee := n - 1; callee >= 0; callee-- {
		if entry[callee] = entry[callee] || exit[callee]; entry[callee] {
			for _, ref := range opened.of[inline.InstID(callee)] {
				entry[ref.Instance] = true
			}
		}
	}
	return entry, exit
}

// prove proves all claims, given the opened call sites by what they enter.
func (q *claims) prove(opened *calls) (Report, error) {
	defer func() {
		for _, p := range q.procs {
			p.done()
		}
	}()
	needEntry, needExit := q.needed(opened)
	for i := range q.tree.NumInstances() {
		c := inline.InstID(i)
		entry, exit := q.said(c)
		for _, ref := range opened.of[c] {
			if int(ref.Instance) >= i {
				return Report{Wrong: fmt.Sprintf("instance %d is entered by instance %d, not an earlier one", i, ref.Instance)}, nil
			}
			if !needEntry[i] {
				break
			}
			if r, err := q.passes(inline.InstID(ref.Instance), ref.Site, entry); err != nil || !r.Confirmed {
				return r, err
			}
		}
		if !needExit[i] {
			continue
		}
		if r, err := q.returns(c, exit); err != nil || !r.Confirmed {
			return r, err
		}
	}
	return Report{Confirmed: true}, nil
}

// claimant returns what asks about instances of a procedure.
func (q *claims) claimant(id vc.ProcID) (*claimant, error) {
	if c := q.procs[id]; c != nil {
		if c.asked++; c.asked < claimsAsked {
			return c, nil
		}
		c.done()
		delete(q.procs, id)
	}
	st := term.NewStore()
	copier := term.NewCopier(q.sys.Store, nil)
	copier.Reset(st)
	sys := vc.Extract(q.sys, id, copier, st)
	s, mk, done, err := tools(sys, q.config)
	if err != nil {
		return nil, err
	}
	c := &claimant{step: step{ctx: q.ctx, st: st, s: s}, copier: copier, p: sys.Procs[id], done: done}
	c.stamper = stamp.New(sys, mk, &standalone{Solver: s})
	c.x = alone(sys, id, s, c.stamper)
	for _, list := range [][]term.Term{c.p.In, c.p.Out} {
		for _, t := range list {
			c.iface = append(c.iface, c.stamper.Image(t))
		}
	}
	q.procs[id] = c
	return c, nil
}

// passes proves that a call in an instance passes what is claimed of In of the callee.
func (q *claims) passes(caller inline.InstID, site int32, entry []term.Term) (Report, error) {
	if len(entry) == 0 {
		return Report{Confirmed: true}, nil
	}
	c, err := q.claimant(q.tree.Proc(caller).ID)
	if err != nil {
		return Report{}, err
	}
	x := &c.p.Sites[site]
	r := c.follow(x.Block, c.at(x, entry), q.given(c, caller))
	if !r.Confirmed {
		r.Wrong = fmt.Sprintf("what call %d of instance %d passes: %s", site, caller, r.Wrong)
	}
	return r, nil
}

// returns proves what is claimed of In and Out of an instance, from what is claimed of those that its calls enter.
func (q *claims) returns(inst inline.InstID, exit []term.Term) (Report, error) {
	if len(exit) == 0 {
		return Report{Confirmed: true}, nil
	}
	c, err := q.claimant(q.tree.Proc(inst).ID)
	if err != nil {
		return Report{}, err
	}
	given := q.given(c, inst)
	for i := range c.p.Sites {
		x := &c.p.Sites[i]
		s, _ := q.tree.SiteOf(verifier.SiteRef{Instance: int32(inst), Site: int32(i)})
		child, ok := q.tree.Child(s)
		if !ok || !c.stamper.Alive(x.Block) {
			continue
		}
		_, facts := q.said(child)
		for _, f := range c.at(x, facts) {
			c.s.Assert(c.st.Or(c.st.Not(given), c.st.Not(c.stamper.Block(&c.x, x.Block)), f))
		}
	}
	facts := c.stamper.Facts(c.p.ID, c.iface, c.copied(exit))
	for b := range c.p.Blocks {
		if len(c.p.Blocks[b].Succs) > 0 {
			continue
		}
		if r := c.follow(int32(b), facts, given); !r.Confirmed {
			r.Wrong = fmt.Sprintf("what instance %d returns: %s", inst, r.Wrong)
			return r, nil
		}
	}
	return Report{Confirmed: true}, nil
}

// given returns a constant under which what is claimed of In of an instance holds.
func (q *claims) given(c *claimant, inst inline.InstID) term.Term {
	given := c.st.FreshConst("given", term.Bool)
	entry, _ := q.said(inst)
	for _, f := range c.stamper.Facts(c.p.ID, c.iface, c.copied(entry)) {
		c.s.Assert(c.st.Or(c.st.Not(given), f))
	}
	return given
}

// follow proves that formulas hold where a block is reached, if given does.
func (c *claimant) follow(block int32, formulas []term.Term, given term.Term) Report {
	if !c.stamper.Alive(block) {
		return Report{Confirmed: true}
	}
	return c.implies(c.st.And(formulas...), given, c.stamper.Block(&c.x, block))
}

// at returns what formulas over In and Out of a callee say of a call.
func (c *claimant) at(x *vc.Site, formulas []term.Term) []term.Term {
	c.stamper.Bind(&c.x, c.iface)
	var iface []term.Term
	for _, list := range [][]term.Term{x.Args, x.Outs} {
		for _, t := range list {
			iface = append(iface, c.stamper.Image(t))
		}
	}
	return c.stamper.Facts(x.Callee, iface, c.copied(formulas))
}

// copied returns formulas in the store of c.
func (c *claimant) copied(formulas []term.Term) (out []term.Term) {
	for _, f := range formulas {
		out = append(out, c.copier.Term(f))
	}
	return out
}
