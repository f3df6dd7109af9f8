package passes

import (
	"maps"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// withTrips returns the rows with countTrips, which looks at loops before threads and checks give them more ways out.
func withTrips(rows []pass) []pass {
	at := slices.IndexFunc(rows, func(x pass) bool { return x.name == "target" })
	return slices.Insert(rows, at, pass{"trips", (*state).countTrips})
}

// countTrips has the recursion bound not count the iterations that a loop needs before it can be left, as Corral does
// with /maxStaticLoopBound (LoopBound in its sources): so what is behind a loop from 0 to 9 is reached whatever the
// bound. It goes by constants: an iteration is executed with the locals that have known values, all ways at once, until
// a way out is open. (Corral asks a solver, of the procedure without its globals.) As there, the entry of the loop
// counts, too, and a loop that needs more than Options.Trips gets nothing. The bound says how much is tried, so nothing
// is wrong if a loop gets too little.
func (s *state) countTrips() error {
	counted := 0
	for _, q := range s.p.Procs {
		if !newFlow(q).cyclic() || !reducible(q) {
			continue
		}
		t := &tripper{state: s, q: q}
		before := t.run(0, values{}, func(int32) bool { return true }, -1)
		for _, l := range loops(q) {
			n, err := t.count(l, t.entry(l, before))
			if err != nil {
				return err
			}
			if n > 0 {
				counted++
				q.Blocks[l.header].Trips = max(q.Blocks[l.header].Trips, n)
			}
		}
	}
	s.count("loops counted", counted)
	return nil
}

// values are the locals of which the value is known. A nil map is that of a place that control does not get to.
type values map[prog.VarID]term.Term

// meet returns what is known on two ways.
func meet(a, b values) values {
	if a == nil {
		return maps.Clone(b)
	}
	maps.DeleteFunc(a, func(v prog.VarID, t term.Term) bool { return b[v] != t })
	return a
}

// tripper propagates constants in q.
type tripper struct {
	*state
	q *prog.Proc
}

// entry returns what is known when control gets to a loop from outside, by what is known at the end of each block.
func (t *tripper) entry(l *loop, after []values) (at values) {
	for b := range t.q.Blocks {
		if !l.in[int32(b)] && after[b] != nil && slices.Contains(t.q.Blocks[b].Succs, l.header) {
			at = meet(at, after[b])
		}
	}
	return at
}

// count returns how many calls of a loop's procedure it takes at least, for what constants tell, to leave the loop, if
// that is more than one and no more than Options.Trips, else 0.
func (t *tripper) count(l *loop, at values) (int, error) {
	for n := 1; n <= t.opt.Trips && at != nil; n++ {
		if t.ctx.Err() != nil {
			return 0, reason.Of(limit.ContextReason(t.ctx))
		}
		after := t.run(l.header, at, func(b int32) bool { return l.in[b] }, l.header)
		if t.leaves(l, after) {
			if n == 1 {
				return 0, nil
			}
			return n, nil
		}
		var next values
		for _, b := range l.sources {
			if after[b] != nil {
				next = meet(next, after[b])
			}
		}
		if maps.Equal(next, at) {
			break
		}
		at = next
	}
	return 0, nil
}

// leaves reports whether control gets out of a loop. What it gets to may still assume that the guard is false.
func (t *tripper) leaves(l *loop, after []values) bool {
	for _, b := range l.blocks {
		if after[b] == nil {
			continue
		}
		for _, to := range t.q.Blocks[b].Succs {
			if !l.in[to] && t.block(to, maps.Clone(after[b])) != nil {
				return true
			}
		}
	}
	return false
}

// run executes what is inside a region from a block on, all ways at once, and does not come back to a block that ends
// them. It returns what is known at the end of each block.
func (t *tripper) run(start int32, at values, inside func(int32) bool, end int32) (after []values) {
	n := len(t.q.Blocks)
	before := make([]values, n)
	after = make([]values, n)
	before[start] = at
	for work := []int32{start}; len(work) > 0; {
		b := work[0]
		work = work[1:]
		after[b] = t.block(b, maps.Clone(before[b]))
		if after[b] == nil {
			continue
		}
		for _, to := range t.q.Blocks[b].Succs {
			if to == end || !inside(to) {
				continue
			}
			size := len(before[to])
			first := before[to] == nil
			before[to] = meet(before[to], after[b])
			if (first || len(before[to]) < size) && !slices.Contains(work, to) {
				work = append(work, to)
			}
		}
	}
	return after
}

// block executes a block, and changes what is known; it returns nil if control does not get to the end.
func (t *tripper) block(b int32, at values) values {
	for i := range t.q.Blocks[b].Cmds {
		c := &t.q.Blocks[b].Cmds[i]
		switch c.Kind {
		case prog.Assume:
			if t.value(at, c.Cond) == t.st.False() {
				return nil
			}
			continue
		case prog.Assign:
			images := make([]term.Term, len(c.Values))
			for k, x := range c.Values {
				images[k] = t.value(at, x)
			}
			for k, v := range c.Targets {
				delete(at, v)
				if t.st.IsValue(images[k]) && t.p.Var(v).Kind != prog.Global {
					at[v] = images[k]
				}
			}
			continue
		}
		for _, v := range c.Targets {
			delete(at, v)
		}
	}
	return at
}

// value returns what a term is where locals have known values.
func (t *tripper) value(at values, x term.Term) term.Term {
	sub := term.NewSubst(t.st, t.rw)
	for v, value := range at {
		sub.Bind(t.p.Var(v).Term, value)
	}
	return sub.Apply(t.rw.Simplify(x))
}
