package boogie

import (
	"fmt"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// measures checks measures, of which a procedure and a loop have at most one.
func (c *checker) measures(list []syntax.Measure) {
	for i, m := range list {
		if i > 0 {
			c.failf(m.Pos, "more than one measure")
		}
		for _, e := range m.Exprs {
			t := c.expr(e, oneState)
			if t = c.types.deref(t); t != intType && t != boolType {
				c.failf(c.file.Exprs[e].Pos, "measure has type %s, not int or bool", c.show(t))
			}
		}
	}
}

// callMeasures finds which calls of procedures with a measure may lead back to the caller. Their measures must be as
// long.
func (c *checker) callMeasures() {
	for i := range c.procs {
		p := &c.procs[i]
		if len(p.decl.Measures) == 0 {
			continue
		}
		p.recursive = map[int32]bool{}
		for _, q := range p.calls {
			if !c.reaches(q, int32(i)) {
				continue
			}
			p.recursive[q] = true
			n := 0
			for _, m := range c.procs[q].decl.Measures {
				n = len(m.Exprs)
			}
			if n != len(p.decl.Measures[0].Exprs) {
				c.failf(p.decl.Measures[0].Pos, "measure of %s is not as long as that of %s, which it calls",
					c.quote(p.decl.Name), c.quote(c.procs[q].decl.Name))
			}
		}
	}
}

// reaches reports whether a procedure is another one, or calls procedures from which that is reached.
func (c *checker) reaches(from, to int32) bool {
	seen := map[int32]bool{from: true}
	for work := []int32{from}; len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if i == to {
			return true
		}
		for _, q := range c.procs[i].calls {
			if !seen[q] {
				seen[q] = true
				work = append(work, q)
			}
		}
	}
	return false
}

// bounded makes contracts of which numbers in a measure must not be negative.
func (l *lowerer) bounded(m syntax.Measure, add func(prog.Contract)) {
	for _, e := range m.Exprs {
		if t := l.eval(e); l.st.Sort(t) == term.Int {
			add(prog.Contract{Cond: l.st.Le(l.st.Int(0), t), Node: l.nodeAt(l.f.Exprs[e].Pos)})
		}
	}
}

// less says that of the first values that differ those of a list are less.
func (l *lowerer) less(list, than []term.Term) term.Term {
	st := l.st
	less, same := st.False(), st.True()
	for i, t := range list {
		var down term.Term
		if st.Sort(t) == term.Int {
			down = st.Lt(t, than[i])
		} else {
			down = st.And(st.Not(t), than[i])
		}
		less, same = st.Or(less, st.And(same, down)), st.And(same, st.Eq(t, than[i]))
	}
	return less
}

// measureAtHead keeps in locals what a loop is measured by, at its head, and returns what has to hold at the end of
// an iteration; 0 if the loop is not measured.
func (l *lowerer) measureAtHead(list []syntax.Measure) term.Term {
	if len(list) == 0 || l.unsupported {
		return 0
	}
	var now, before []term.Term
	l.bounded(list[0], func(c prog.Contract) {
		b := &l.blocks[l.cur]
		b.Cmds = append(b.Cmds, prog.Cmd{Kind: prog.Assert, Cond: c.Cond, Given: true, Node: c.Node})
	})
	keep := prog.Cmd{Kind: prog.Assign}
	for _, e := range list[0].Exprs {
		t := l.eval(e)
		v := l.prog.NewVar(fmt.Sprintf("measure#%d", len(l.measured)), prog.Local, l.st.Sort(t), l.nodeAt(list[0].Pos))
		l.whereOf = append(l.whereOf, 0)
		l.measured = append(l.measured, v)
		keep.Targets, keep.Values = append(keep.Targets, v), append(keep.Values, t)
		now, before = append(now, t), append(before, l.prog.Var(v).Term)
	}
	l.emit(keep, list[0].Pos)
	return l.less(now, before)
}

// measureAtCall asserts before a call that may lead back to the caller that the measure of the callee is less than
// that of the caller was at its entry.
func (l *lowerer) measureAtCall(callee *procedure, c *prog.Cmd, at syntax.Pos) {
	if l.unsupported || !l.caller.recursive[l.c.procDecl[callee.decl.Name]-1] {
		return
	}
	l.sub.Reset()
	for i, v := range l.prog.Procs[c.Callee].Ins {
		l.sub.Bind(l.prog.Var(v).Term, c.Values[i])
	}
	var its, own []term.Term
	for _, e := range callee.decl.Measures[0].Exprs {
		its = append(its, l.sub.Apply(l.eval(e)))
	}
	for _, e := range l.caller.decl.Measures[0].Exprs {
		own = append(own, l.at(e, true))
	}
	l.emit(prog.Cmd{Kind: prog.Assert, Cond: l.less(its, own)}, at)
}
