package validate

import (
	"context"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

const (
	// basisBudget limits each question of what a proof rests on, in conflicts. The same was proved before.
	basisBudget = 20_000
	// basisEffort bounds the questions whether a proof does without a fact, each in terms of its solver's store.
	basisEffort = 2_000_000
)

// Basis returns the facts on which the proof of a safe answer for all bounds rests, those of the templates included:
// the refutation needs them, or the proof of another one of them does. A fact is left out if all goes through without
// it, as far as basisEffort goes. The facts of blocks follow from the rest, and are not named.
//
// Each fact holds only under an activation, which checks assume. The cores of the refutation and of the steps of the
// induction (Facts) say which are needed, and then one fact after the other is left out.
func Basis(ctx context.Context, sys *vc.System, p *verifier.Proof, c inline.Config) ([]verifier.Fact, error) {
	b := &basis{ctx: ctx, config: c, loops: newLoops(sys, p.Loops), number: map[term.Term]int{}}
	defer func() {
		for _, s := range b.solvers {
			inline.Close(s)
		}
	}()
	whole := verifier.WithFacts(sys, p.Facts)
	b.sys = whole
	root, err := b.refutation(p)
	if err != nil {
		return nil, err
	}
	b.root = root
	b.live = slices.Repeat([]bool{true}, len(b.claims))
	if err := b.close(); err != nil {
		return nil, err
	}
	b.minimize()
	var out []verifier.Fact
	for i, x := range b.claims {
		if b.live[i] && x.block < 0 {
			out = append(out, verifier.Fact{Proc: x.proc, Formula: x.fact})
		}
	}
	return out, nil
}

// basis finds what a proof rests on.
type basis struct {
	ctx     context.Context
	config  inline.Config
	sys     *vc.System // in which facts hold under activations
	loops   loops
	claims  []*claim
	number  map[term.Term]int // of claims, by activation; never ranged over
	asked   map[vc.ProcID]bool
	root    *question
	live    []bool // claims that are needed
	effort  int
	solvers []inline.Solver
}

// claim is a fact of a procedure, or of one of its blocks.
type claim struct {
	proc  vc.ProcID
	block int // -1 if it is about the procedure
	fact  term.Term
	use   term.Term // its activation
	steps []*question
}

// question is a step of the proof.
type question struct {
	s     inline.Solver
	st    *term.Store // of s
	with  []term.Term // assumed
	uses  []term.Term // activations in the solver's terms, by claim; 0 where the step must not use it
	cites []int       // claims
}

func (b *basis) solver(st *term.Store) (inline.Solver, error) {
	s, err := b.config.NewSolver(st)
	if err == nil {
		inline.Limit(s, basisBudget)
		b.solvers = append(b.solvers, s)
	}
	return s, err
}

// refutation opens the call sites of a proof, in a system of which it gives the facts activations.
func (b *basis) refutation(p *verifier.Proof) (*question, error) {
	plain := inline.Rebuild(b.sys, b.config.Maker(b.sys.Store), nothing{}, p)
	if err := reopen(plain, p); err != nil {
		return nil, err
	}
	b.activate(used(b.sys, plain))
	s, err := b.solver(b.sys.Store)
	if err != nil {
		return nil, err
	}
	if err := reopen(inline.Rebuild(b.sys, b.config.Maker(b.sys.Store), s, p), p); err != nil {
		return nil, err
	}
	q := &question{s: s, st: b.sys.Store}
	for _, x := range b.claims {
		q.uses = append(q.uses, x.use)
	}
	return q, nil
}

func reopen(tree *inline.Tree, p *verifier.Proof) error {
	for i, ref := range p.Opened {
		if _, ok := tree.Reopen(ref); !ok {
			return fmt.Errorf("validate: opened call site %d does not exist", i)
		}
	}
	return nil
}

// activate makes the facts of procedures hold under activations.
func (b *basis) activate(procs []*vc.Proc) {
	out := *b.sys
	out.Procs = slices.Clone(out.Procs)
	for _, p := range procs {
		q := *p
		q.Blocks = slices.Clone(p.Blocks)
		for i := range q.Blocks {
			q.Blocks[i].Facts = b.guarded(p.ID, i, q.Blocks[i].Facts)
		}
		q.Facts = b.guarded(p.ID, -1, p.Facts)
		out.Procs[p.ID] = &q
	}
	b.sys = &out
}

func (b *basis) guarded(id vc.ProcID, block int, facts []term.Term) []term.Term {
	st := b.sys.Store
	out := make([]term.Term, len(facts))
	for i, f := range facts {
		use := st.FreshConst("use", term.Bool)
		b.number[use] = len(b.claims)
		b.claims = append(b.claims, &claim{proc: id, block: block, fact: f, use: use})
		out[i] = st.Or(st.Not(use), f)
	}
	return out
}

// close proves all that is needed, from the refutation on, and notes on what that rests.
func (b *basis) close() error {
	b.asked = map[vc.ProcID]bool{}
	if !b.prove(b.root, b.live) {
		return fmt.Errorf("validate: no refutation again")
	}
	met := make([]bool, len(b.claims))
	for work := slices.Clone(b.root.cites); len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if met[n] {
			continue
		}
		met[n] = true
		x := b.claims[n]
		if !b.asked[x.proc] {
			b.asked[x.proc] = true
			if err := b.questions(x.proc); err != nil {
				return err
			}
		}
		for _, q := range x.steps {
			if !b.prove(q, b.live) {
				return fmt.Errorf("validate: a fact of %s is not proved again", b.sys.Procs[x.proc].Name)
			}
			work = append(work, q.cites...)
		}
	}
	b.live = met
	return nil
}

// prove asks a question with live facts, and notes which ones the answer rests on. If it fails, it changes nothing.
func (b *basis) prove(q *question, live []bool) bool {
	if b.ctx.Err() != nil {
		return false
	}
	with := slices.Clone(q.with)
	for i, t := range q.uses {
		if t != 0 && live[i] {
			with = append(with, t)
		}
	}
	if q.s.Check(b.ctx, with).Status != inline.StatusUnsat {
		return false
	}
	in := map[term.Term]bool{}
	for _, t := range q.s.Core() {
		in[t] = true
	}
	q.cites = nil
	for i, t := range q.uses {
		if t != 0 && live[i] && in[t] {
			q.cites = append(q.cites, i)
		}
	}
	return true
}

// questions makes those of which the proof of the facts of a procedure consists.
func (b *basis) questions(id vc.ProcID) error {
	st := term.NewStore()
	copier := term.NewCopier(b.sys.Store, st)
	sys := vc.Extract(b.sys, id, copier, st)
	p := b.sys.Procs[id]
	n := &noted{basis: b, proc: id, st: st, number: map[term.Term]int{}, uses: make([]term.Term, len(b.claims))}
	for i, x := range b.claims {
		calls := func(s vc.Site) bool { return s.Callee == x.proc }
		if x.proc == id || x.block < 0 && slices.ContainsFunc(p.Sites, calls) {
			n.uses[i] = copier.Term(x.use)
			n.number[n.uses[i]] = i
		}
	}
	var err error
	if n.s, err = b.solver(st); err != nil {
		return err
	}
	r := step{ctx: b.ctx, st: st, s: n.s, note: n}.facts(sys, id, b.loops[id], b.config.Maker(st))
	if !r.Confirmed {
		return fmt.Errorf("validate: %s", r.Wrong)
	}
	return nil
}

// noted takes the questions about a procedure.
type noted struct {
	*basis
	proc   vc.ProcID
	st     *term.Store
	s      inline.Solver
	number map[term.Term]int // of claims, by activation in st; never ranged over
	uses   []term.Term
}

// take notes a question: whether f, which may be a fact under its activation, holds under guards. What is no fact is
// needed for all facts of the procedure.
func (n *noted) take(f term.Term, guards []term.Term) {
	st := n.st
	args := []term.Term{f}
	if st.Op(f) == term.OpOr {
		args = slices.Clone(st.Args(f))
	}
	of := -1
	args = slices.DeleteFunc(args, func(a term.Term) bool {
		if st.Op(a) == term.OpNot {
			if k, ok := n.number[st.Arg(a, 0)]; ok {
				of = k
				return true
			}
		}
		return false
	})
	no := st.FreshConst("no", term.Bool)
	for _, a := range args {
		n.s.Assert(st.Or(st.Not(no), st.Not(a)))
	}
	q := &question{s: n.s, st: st, with: append(slices.Clone(guards), no), uses: slices.Clone(n.uses)}
	if of >= 0 && n.claims[of].block >= 0 { // it follows from what is known before
		for i := of; i < len(q.uses); i++ {
			if x := n.claims[i]; x.proc == n.proc && x.block >= 0 {
				q.uses[i] = 0
			}
		}
	}
	for i, x := range n.claims {
		if i == of || of < 0 && x.proc == n.proc && x.block < 0 {
			x.steps = append(x.steps, q)
		}
	}
}

// minimize leaves out one fact after the other, if the proof does without it.
func (b *basis) minimize() {
	for n := len(b.claims) - 1; n >= 0 && b.effort < basisEffort && b.ctx.Err() == nil; n-- {
		if b.live[n] && b.claims[n].block < 0 {
			b.without(n)
		}
	}
}

// without leaves a fact out if what cites it can be proved without it.
func (b *basis) without(n int) {
	live := slices.Clone(b.live)
	live[n] = false
	citing := []*question{}
	if slices.Contains(b.root.cites, n) {
		citing = append(citing, b.root)
	}
	for i, x := range b.claims {
		if !live[i] {
			continue
		}
		for _, q := range x.steps {
			if slices.Contains(q.cites, n) && !slices.Contains(citing, q) {
				citing = append(citing, q)
			}
		}
	}
	before := make([][]int, len(citing))
	for i, q := range citing {
		before[i] = q.cites
		b.effort += q.st.Len()
		if !b.prove(q, live) {
			for k, q := range citing[:i] {
				q.cites = before[k]
			}
			return
		}
	}
	b.live = b.reached()
}

// reached returns the facts to which the refutation leads.
func (b *basis) reached() []bool {
	met := make([]bool, len(b.claims))
	term.TopDown(func(n int) (next []int) {
		if met[n] {
			return nil
		}
		met[n] = true
		for _, q := range b.claims[n].steps {
			next = append(next, q.cites...)
		}
		return next
	}, b.root.cites...)
	return met
}

// nothing is a Solver to which nothing is asserted.
type nothing struct{ inline.Solver }

// Assert implements inline.Solver.
func (nothing) Assert(term.Term) {}

// AssertFlow implements inline.Solver.
func (nothing) AssertFlow(term.Term) {}

// Hint implements inline.Solver.
func (nothing) Hint(term.Term, bool) {}
