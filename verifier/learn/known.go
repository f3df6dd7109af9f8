package learn

import (
	"context"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// Known returns what a search knows of procedures for all recursion bounds, with the level that says so: its own facts,
// and those of others. It is called between questions, when all of them are proved. Each rests on others of them.
func (d *Demand) Known() (out []verifier.LevelledFact) {
	if d.refiner == nil {
		for _, s := range d.run.Options().Exchange.Port(d.run.Tree.System()).From(0) {
			if s.Formula != 0 {
				out = append(out, always(s.Proc, s.Formula))
			}
		}
		return out
	}
	d.l.receive()
	for i := range d.l.facts {
		if f := &d.l.facts[i]; f.live && f.by < 0 {
			out = append(out, always(f.proc, f.t))
		}
	}
	return out
}

func always(id vc.ProcID, t term.Term) verifier.LevelledFact {
	return verifier.LevelledFact{Fact: verifier.Fact{Proc: id, Formula: t}, Level: AllLevels}
}

// Prove returns those of some facts that hold for all recursion bounds, whoever says so and whatever levels are given:
// the largest set that it finds to be inductive together. It asks so many questions at most, each within a limit on
// conflicts; if these do not suffice it returns none.
func Prove(ctx context.Context, sys *vc.System, c inline.Config, said []verifier.LevelledFact, questions int) (
	proved []verifier.Fact, err error) {
	f := NewFrames(sys, c)
	defer f.Close()
	for _, x := range said {
		p, err := f.Pred(x.Proc)
		if err != nil {
			return nil, err
		}
		inline.Limit(p.body.s, checkBudget)
		f.Add(x.Proc, []term.Term{sys.Store.Not(x.Formula)}, 0)
	}
	if err := f.Inductive(ctx, questions); err != nil {
		return nil, err
	}
	for i := range f.facts {
		if x := &f.facts[i]; x.Level == AllLevels && !x.dead {
			proved = append(proved, verifier.Fact{Proc: x.Proc, Formula: x.formula})
		}
	}
	return proved, nil
}
