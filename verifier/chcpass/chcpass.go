package chcpass

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// row is a row of the table of passes.
type row struct {
	name string
	// run replaces the system of a pass by one that is as good. It returns the way back, nil if it left all as it was.
	run func(*pass) back
}

// rows returns the table. Each row makes the next ones see more.
func rows() []row {
	return []row{
		{"quantifiers", quantifiers},
		{"reach", reach},
		{"equal", equal},
		{"slice", slice},
		{"local", local},
		{"inline", inlined},
		{"join", join},
		{"relations", relations},
		{"congruences", congruences},
	}
}

// Rows returns the names of the rows.
func Rows() []string {
	var names []string
	for _, r := range rows() {
		names = append(names, r.name)
	}
	return names
}

// back leads from the system that a row has made to the one before.
type back interface {
	// solution returns the facts that are a solution of the system before, given those that are one of the system after.
	solution(ctx context.Context, facts []verifier.Fact) ([]verifier.Fact, error)
	// derivation returns a derivation for the system after, whose steps go to one for the system before.
	derivation(to inline.Derivation) inline.Derivation
	// in returns the same in a clone of the store.
	in(m *move) back
}

// Back leads from the system that Run returns to the one that it was given.
type Back struct {
	backs sequence // in the order of the rows that made them
	// Counts has how often each row changed the system.
	Counts map[string]int
}

// Solution returns facts about the procedures of the system before that are a solution of it if those that are given
// are one of the system after. That rests on the rows: it is checked by others.
func (b *Back) Solution(ctx context.Context, facts []verifier.Fact) ([]verifier.Fact, error) {
	return b.backs.solution(ctx, facts)
}

// Derivation returns a derivation for the system after, whose steps become steps of one for the system before.
func (b *Back) Derivation(to inline.Derivation) inline.Derivation {
	return b.backs.derivation(to)
}

// Empty reports whether the systems are the same.
func (b *Back) Empty() bool { return len(b.backs) == 0 }

// sequence leads back through several steps.
type sequence []back

func (s sequence) solution(ctx context.Context, facts []verifier.Fact) (_ []verifier.Fact, err error) {
	for i := len(s) - 1; i >= 0 && err == nil; i-- {
		facts, err = s[i].solution(ctx, facts)
	}
	return facts, err
}

func (s sequence) derivation(to inline.Derivation) inline.Derivation {
	for _, x := range s {
		to = x.derivation(to)
	}
	return to
}

// same leads back to a system that has the same solutions.
type same struct{}

func (same) solution(_ context.Context, facts []verifier.Fact) ([]verifier.Fact, error) {
	return facts, nil
}

// Limits of a run: rounds over the table, and how many terms, blocks and conditions the rows may look at, with so many
// for each term of the store: what takes longer than reading the clauses has to bring something to all of them. Scripts
// of the bench need 7 for each in the median and 27 at most.
const (
	maxRounds   = 8
	minWork     = 100_000
	workPerTerm = 50
)

// Options of Run.
type Options struct {
	// Without has the names of rows that are left out.
	Without []string
	// Observe, if not nil, is called with the system before the first row, which has no name, and after each row.
	Observe func(row string, sys *vc.System)
}

// Run returns a smaller system with the same answer, in the same store, and the way back; the system itself if it is
// not plain (see the package comment). It stops early, with what it has, when ctx ends.
func Run(ctx context.Context, sys *vc.System, rw *rewrite.Rewriter, opt Options) (*vc.System, *Back) {
	p := &pass{ctx: ctx, sys: sys, st: sys.Store, rw: rw, sub: term.NewSubst(sys.Store, rw),
		left: minWork + workPerTerm*sys.Store.Len()}
	back := p.run(opt)
	return p.sys, back
}

// run runs the rows in turn.
func (p *pass) run(opt Options) *Back {
	if opt.Observe == nil {
		opt.Observe = func(string, *vc.System) {}
	}
	opt.Observe("", p.sys)
	b := &Back{Counts: map[string]int{}}
	if !plain(p.sys) {
		return b
	}
	table := slices.DeleteFunc(rows(), func(r row) bool { return slices.Contains(opt.Without, r.name) })
	for round, idle := 0, 0; round < maxRounds; round++ {
		for _, r := range table {
			if idle == len(table) || p.stopped() {
				return b
			}
			idle++
			if x := r.run(p); x != nil {
				b.backs = append(b.backs, x)
				b.Counts[r.name]++
				idle = 0
			}
			opt.Observe(r.name, p.sys)
		}
	}
	return b
}

// pass is the state of a run.
type pass struct {
	ctx  context.Context
	sys  *vc.System // templates are never changed, but replaced
	st   *term.Store
	rw   *rewrite.Rewriter
	sub  *term.Subst
	left int // to look at

	related   bool // row relations has run
	congruent bool // row congruences has run

	values *model.Model // without any, for the values of terms in derivations; nil until needed
}

// spend counts work.
func (p *pass) spend(n int) { p.left -= n }

func (p *pass) stopped() bool { return p.left <= 0 || p.ctx.Err() != nil }

// plain reports whether a system has the form that package chc makes.
func plain(sys *vc.System) bool {
	if len(sys.Axioms) > 0 {
		return false
	}
	for _, p := range sys.Procs {
		if len(p.In) > 0 || len(p.Defs) > 0 || len(p.Summary) > 0 || len(p.Facts) > 0 {
			return false
		}
		for i := range p.Blocks {
			b := &p.Blocks[i]
			if len(b.Facts) > 0 {
				return false
			}
			for _, e := range b.Succs {
				if e.Guard != p.Blocks[e.To].Guard {
					return false
				}
			}
		}
		if !ownResults(p) {
			return false
		}
	}
	return true
}

// ownResults reports whether each result of a call is an owned constant that no other call has as a result.
func ownResults(p *vc.Proc) bool {
	seen := map[term.Term]bool{}
	for _, o := range p.Out {
		seen[o] = true
	}
	for i := range p.Sites {
		for _, o := range p.Sites[i].Outs {
			if seen[o] {
				return false
			}
			seen[o] = true
		}
	}
	return true
}
