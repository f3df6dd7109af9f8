package chcpass

import (
	"context"

	"github.com/muster-smt/muster/theory/interpolate"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxConflicts bounds each question asked for an interpolant.
const maxConflicts = 20_000

// between returns interpolants between what the clauses of the predicate say and what each caller needs, given the
// facts about the others.
func (d *defining) between(ctx context.Context) (fs []term.Term, err error) {
	var all []verifier.Fact
	for id, formulas := range d.facts {
		for _, f := range formulas {
			all = append(all, verifier.Fact{Proc: vc.ProcID(id), Formula: f})
		}
	}
	sys := verifier.WithFacts(d.before, all)
	last := vc.ProcID(-1)
	for k := range d.uses {
		if caller := d.uses[k].proc; caller != last {
			last = caller
			found, err := d.caller(ctx, sys, caller)
			if err != nil {
				return nil, err
			}
			fs = append(fs, found...)
		}
	}
	return fs, nil
}

// caller returns interpolants between the predicate's instances at the calls of one caller and what that needs: a tree
// of which the instances are the leaves.
func (d *defining) caller(ctx context.Context, sys *vc.System, id vc.ProcID) (fs []term.Term, err error) {
	st := d.p.st
	if id != sys.Entry && len(d.facts[id]) == 0 {
		return nil, nil
	}
	var rec stamp.Recorder
	s := stamp.New(sys, d.p.rw, &rec)
	own := s.Own(id)
	rec.Formulas = append(rec.Formulas, own.Guard)
	inst := s.Stamp(id, own)
	if id != sys.Entry {
		s.Bind(&inst, own.Iface)
		var wrong []term.Term
		for _, f := range d.facts[id] {
			wrong = append(wrong, st.Not(s.Image(f)))
		}
		rec.Formulas = append(rec.Formulas, st.Or(wrong...))
	}
	root := rec
	var parts [][]term.Term
	var first []int
	var callees []stamp.Binding
	for _, x := range root.Sites {
		if site := &sys.Procs[id].Sites[x.Index]; site.Callee == d.id {
			rec = stamp.Recorder{}
			b := s.Passed(d.id, stamp.Nowhere, s.Block(&inst, site.Block), x.Iface)
			s.Stamp(d.id, b)
			first = append(first, len(parts))
			parts = append(parts, rec.Formulas)
			callees = append(callees, b)
		}
	}
	parts, first = append(parts, root.Formulas), append(first, 0)
	found, err := interpolate.New(st, interpolate.Options{Conflicts: maxConflicts}).Tree(ctx, parts, first)
	if err != nil {
		return nil, err
	}
	for k, b := range callees {
		d.p.sub.Reset()
		d.p.sub.Bind(b.Guard, st.True())
		d.p.sub.BindAll(b.Iface, d.before.Procs[d.id].Out)
		fs = append(fs, d.p.sub.ApplyAll(found[k])...)
	}
	return fs, nil
}
