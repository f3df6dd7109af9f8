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

// loops are the procedures whose facts in a proof are invariants.
type loops map[vc.ProcID]*loop // never ranged over

// loop says how a procedure is a loop.
type loop struct {
	verifier.Loop
	known int // the facts before those of the proof, which are no invariants
}

func newLoops(sys *vc.System, list []verifier.Loop) loops {
	out := loops{}
	for _, l := range list {
		if l.Proc >= 0 && int(l.Proc) < len(sys.Procs) {
			out[l.Proc] = &loop{l, len(sys.Procs[l.Proc].Facts)}
		}
	}
	return out
}

// Invariants returns the loops of a proof whose facts follow from the iteration before only, not from that to come:
// they are no contracts of a procedure that calls itself.
func Invariants(ctx context.Context, sys *vc.System, p *verifier.Proof, c inline.Config) (out []verifier.Loop,
	err error) {
	sys = verifier.WithFacts(sys, p.Facts)
	for _, l := range p.Loops {
		r, err := prove(ctx, sys, sys.Procs[l.Proc:l.Proc+1], nil, c)
		if err != nil {
			return nil, err
		}
		if !r.Confirmed {
			out = append(out, l)
		}
	}
	return out, nil
}

// wellFormed checks what the solver is not asked about: each result is the new value of an argument, and no path
// passes two calls of the procedure itself.
func (l *loop) wellFormed(p *vc.Proc, entry vc.ProcID) error {
	if p.ID == entry {
		return fmt.Errorf("the entry %s is no loop: its contracts need not hold at its own calls", p.Name)
	}
	if len(l.State) != len(p.Out) {
		return fmt.Errorf("the loop %s has %d results, not %d", p.Name, len(p.Out), len(l.State))
	}
	for _, j := range l.State {
		if j < 0 || int(j) >= len(p.In) {
			return fmt.Errorf("the loop %s has no argument %d", p.Name, j)
		}
	}
	var self []int32
	for i := range p.Sites {
		if p.Sites[i].Callee != p.ID {
			continue
		}
		for _, k := range self {
			if onePath(p, k, int32(i)) {
				return fmt.Errorf("the loop %s calls itself twice on a path", p.Name)
			}
		}
		self = append(self, int32(i))
	}
	return nil
}

// loopRule proves facts about a loop that are invariants: they relate the entry of the loop to the state at its head,
// and follow from the iteration before. They are asked about on the template of the procedure, which calls itself for
// the iterations to come. An execution of the loop is a chain of calls. The instance stands for any call of the
// chain, so its results are those of all; the constants of entry stand for the arguments of the first.
//
//   - What is returned is what the procedure's own call returns, or, without such a call, the state;
//   - arguments that are no state are passed on as they are;
//   - each fact holds of the entry and the state there;
//   - if all facts hold of the entry and the state of a call, then each holds of the entry and the state that this
//     passes on.
//
// Then the facts hold of the entry and the state at the end of the chain, which is what is returned. Calls that are
// made on the way are of less height, so the facts about callees hold for them, as elsewhere.
type loopRule struct {
	step
	l       *loop
	p       *vc.Proc
	stamper *stamp.Stamper
	x       *stamp.Instance

	in, out, entry []term.Term
}

// invariants proves the facts.
func (r *loopRule) invariants() Report {
	for _, v := range r.p.In {
		r.in = append(r.in, r.stamper.Image(v))
	}
	for _, v := range r.p.Out {
		r.out = append(r.out, r.stamper.Image(v))
	}
	facts := r.p.Facts[r.l.known:]
	for k, f := range facts {
		if rep := r.implies(r.at(f, r.in, r.in)); !rep.Confirmed {
			return r.because(rep, "fact %d at the entry", k)
		}
	}
	if rep := r.exits(); !rep.Confirmed {
		return rep
	}
	hold := r.begin(facts)
	for i := range r.p.Sites {
		if r.p.Sites[i].Callee != r.p.ID || !r.stamper.Alive(r.p.Sites[i].Block) {
			continue
		}
		args := r.images(r.p.Sites[i].Args)
		guard := r.stamper.Site(r.x, int32(i))
		for k, f := range facts {
			if rep := r.implies(r.at(f, r.entry, args), hold, guard); !rep.Confirmed {
				return r.because(rep, "fact %d after an iteration", k)
			}
		}
	}
	return Report{Confirmed: true, Instances: 1}
}

func (r *loopRule) because(rep Report, format string, args ...any) Report {
	rep.Wrong = fmt.Sprintf("the loop %s: %s: %s", r.p.Name, fmt.Sprintf(format, args...), rep.Wrong)
	return rep
}

func (r *loopRule) images(ts []term.Term) []term.Term {
	out := make([]term.Term, len(ts))
	for i, t := range ts {
		out[i] = r.stamper.Image(t)
	}
	return out
}

// at returns a fact about the entry of the loop, given by arguments, and the state in other arguments.
func (r *loopRule) at(fact term.Term, entry, now []term.Term) term.Term {
	out := make([]term.Term, len(r.out))
	for k, j := range r.l.State {
		out[k] = now[j]
	}
	return r.over(fact, entry, out)
}

// over returns a formula over the interface of the procedure for other terms.
func (r *loopRule) over(t term.Term, in, out []term.Term) term.Term {
	sub := term.NewSubst(r.st, r.st)
	sub.BindAll(r.p.In, in)
	sub.BindAll(r.p.Out, out)
	return sub.Apply(t)
}

// exits proves what is returned, and that what is no state is passed on.
func (r *loopRule) exits() Report {
	state := make([]term.Term, len(r.out))
	isState := make([]bool, len(r.in))
	for k, j := range r.l.State {
		state[k], isState[j] = r.in[j], true
	}
	var none []term.Term // it makes no call of its own
	for i := range r.p.Sites {
		s := &r.p.Sites[i]
		if s.Callee != r.p.ID || !r.stamper.Alive(s.Block) {
			continue
		}
		guard := r.stamper.Site(r.x, int32(i))
		none = append(none, r.st.Not(guard))
		if rep := r.implies(r.equal(r.out, r.images(s.Outs)), guard); !rep.Confirmed {
			return r.because(rep, "what its own call returns is returned")
		}
		for j, a := range r.images(s.Args) {
			if isState[j] {
				continue
			}
			if rep := r.implies(r.st.Eq(r.in[j], a), guard); !rep.Confirmed {
				return r.because(rep, "argument %d is passed on", j)
			}
		}
	}
	if rep := r.implies(r.equal(r.out, state), none...); !rep.Confirmed {
		return r.because(rep, "without a call of its own the state is returned")
	}
	return Report{Confirmed: true}
}

func (r *loopRule) equal(xs, ys []term.Term) term.Term {
	var eqs []term.Term
	for i := range xs {
		eqs = append(eqs, r.st.Eq(xs[i], ys[i]))
	}
	return r.st.And(eqs...)
}

// begin makes the constants of the entry, and returns an assumption that the facts hold there and for the state of
// the instance.
func (r *loopRule) begin(facts []term.Term) term.Term {
	r.entry = append([]term.Term(nil), r.in...)
	for _, j := range r.l.State {
		r.entry[j] = r.st.FreshConst("entry", r.st.Sort(r.in[j]))
	}
	hold := r.st.FreshConst("hold", term.Bool)
	no := r.st.Not(hold)
	for _, f := range facts {
		r.s.Assert(r.st.Or(no, r.at(f, r.entry, r.in)))
	}
	for _, c := range r.p.Summary {
		r.s.Assert(r.st.Or(no, r.over(c, r.entry, r.out)))
	}
	return hold
}
