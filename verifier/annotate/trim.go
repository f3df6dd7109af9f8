package annotate

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/prog"
)

const (
	// maxShrunk bounds the contracts that one refutation rests on, if they are tried one by one.
	maxShrunk = 60
	// maxTrimmed bounds the procedures of a program of which contracts are dropped: all of them are verified for that.
	maxTrimmed = 50
)

// clause names a contract that is checked: what a procedure requires, or ensures.
type clause struct {
	proc     prog.ProcID
	requires bool
	k        int // in the list of the procedure
}

// trimmer finds the contracts that are needed: those on which the refutations rest that show what is asserted and
// that loops have their invariants, and those that these need in turn. What the passes found often matters nowhere,
// and once loops are in place, less is needed of what they call.
type trimmer struct {
	*builder
	ctx     context.Context
	reached []bool
	needed  map[clause]bool          // never ranged over
	due     map[prog.ProcID][]clause // what a procedure still has to show; never ranged over
	work    []prog.ProcID
}

// trim drops contracts that are not needed.
func (b *builder) trim(ctx context.Context) {
	t := &trimmer{builder: b, ctx: ctx, reached: b.reached(), needed: map[clause]bool{}, due: map[prog.ProcID][]clause{}}
	if count(t.reached) > maxTrimmed {
		return
	}
	for i := range b.p.Procs {
		if id := prog.ProcID(i); id == b.p.Entry || t.reached[i] && b.placers[id] != nil {
			t.work = append(t.work, id)
		}
	}
	for first := len(t.work); len(t.work) > 0; first-- {
		if ctx.Err() != nil {
			return // all stay
		}
		id := t.work[0]
		t.work = t.work[1:]
		if first > 0 || len(t.due[id]) > 0 {
			t.show(id, first > 0)
		}
	}
	for i, q := range b.p.Procs {
		id := prog.ProcID(i)
		if !t.reached[i] || id == b.p.Entry || b.inlined[q.Name] {
			continue
		}
		q = &prog.Proc{}
		*q = *b.p.Procs[i]
		q.Requires = t.kept(id, true, q.Requires)
		q.Ensures = t.kept(id, false, q.Ensures)
		b.p.Procs[i] = q
	}
}

func count(which []bool) (n int) {
	for _, yes := range which {
		if yes {
			n++
		}
	}
	return n
}

func (t *trimmer) kept(id prog.ProcID, requires bool, list []prog.Contract) (out []prog.Contract) {
	for k, c := range list {
		if c.Free || k < t.ofSource(id, requires) || t.needed[clause{id, requires, k}] {
			out = append(out, c)
		}
	}
	return out
}

// show refutes that a procedure violates what is due, and with all also what it asserts, and notes on which contracts
// that rests. If it cannot, all are needed.
func (t *trimmer) show(id prog.ProcID, all bool) {
	due := t.due[id]
	t.due[id] = nil
	c, err := newChecker(t.unplaced(id), true)
	if err != nil {
		t.need(c.clauses)
		return
	}
	defer inline.Close(c.s)
	if all {
		for n := range len(c.use) + 1 {
			t.need(t.basis(c, n))
		}
	}
	for _, x := range due {
		t.need(t.basis(c, int(c.obligation(x))))
	}
}

// unplaced returns what checks a procedure with the contracts that there are: its loops are not in place, since
// checking does that.
func (t *trimmer) unplaced(id prog.ProcID) *placer {
	x := t.placers[id]
	if x == nil {
		procs := []prog.ProcID{id}
		if id == t.p.Entry {
			procs = append(t.copies(), id)
		}
		return &placer{builder: t.builder, procs: procs}
	}
	b, y := *t.builder, *x
	p := *t.p
	p.Procs = slices.Clone(p.Procs)
	for k, i := range x.procs {
		p.Procs[i] = x.bare[k]
	}
	b.p, y.builder = &p, &b
	return &y
}

// basis returns the contracts on which it rests that an obligation holds.
func (t *trimmer) basis(c *checker, n int) []clause {
	live := make([]bool, len(c.clauses))
	for i := range live {
		live[i] = true
	}
	if !c.refutes(t.ctx, n, live) {
		return c.clauses
	}
	rests := func() (out []int) {
		core := c.s.Core()
		for i := range live {
			if live[i] = live[i] && slices.Contains(core, c.under[i]); live[i] {
				out = append(out, i)
			}
		}
		return out
	}
	first := rests()
	for k := len(first) - 1; k >= 0 && len(first) <= maxShrunk; k-- {
		if i := first[k]; live[i] && !t.needed[c.clauses[i]] {
			live[i] = false
			if c.refutes(t.ctx, n, live) {
				rests()
			} else {
				live[i] = true
			}
		}
	}
	var out []clause
	for i, x := range c.clauses {
		if live[i] {
			out = append(out, x)
		}
	}
	return out
}

// need notes that contracts are needed. What is required all have to show that call.
func (t *trimmer) need(list []clause) {
	for _, x := range list {
		if t.needed[x] {
			continue
		}
		t.needed[x] = true
		users := []prog.ProcID{x.proc}
		if x.requires {
			users = t.users(x.proc)
		}
		for _, id := range users {
			t.due[id] = append(t.due[id], x)
			t.work = append(t.work, id)
		}
	}
}

// users returns what is verified with calls of a procedure.
func (t *trimmer) users(id prog.ProcID) (out []prog.ProcID) {
	for i, q := range t.p.Procs {
		if !t.reached[i] {
			continue
		}
		calls := false
		eachCall(q, func(c *prog.Cmd) { calls = calls || c.Callee == id })
		user := prog.ProcID(i)
		if t.inlined[q.Name] {
			user = t.p.Entry // what is inlined is verified there
		}
		if calls && !slices.Contains(out, user) {
			out = append(out, user)
		}
	}
	return out
}

// activate has the contracts on which the root relies, or which it has to show, hold under constants and have numbers:
// its own, and those of what it calls. Contracts that the source has always hold.
func (c *checker) activate(root prog.ProcID) {
	add := func(id prog.ProcID, requires bool, contracts []prog.Contract) {
		for k, x := range contracts {
			if !x.Free && k >= c.x.ofSource(id, requires) {
				c.index[clause{id, requires, k}] = len(c.clauses)
				c.clauses = append(c.clauses, clause{id, requires, k})
				c.under = append(c.under, c.p.Var(c.constant("under", term.Bool)).Term)
			}
		}
	}
	for i, q := range c.x.p.Procs {
		if id := prog.ProcID(i); id == root || c.called[id] && !slices.Contains(c.x.procs, id) {
			add(id, true, q.Requires)
			add(id, false, q.Ensures)
		}
	}
}

// guarded returns contracts that hold under their constants.
func (c *checker) guarded(id prog.ProcID, requires bool, contracts []prog.Contract) []prog.Contract {
	out := slices.Clone(contracts)
	for k := range out {
		if i, ok := c.index[clause{id, requires, k}]; ok {
			out[k].Cond = c.p.Store.Or(c.p.Store.Not(c.under[i]), out[k].Cond)
		}
	}
	return out
}

// obligation returns the number of one that shows a contract; 0 if it has none of its own.
func (c *checker) obligation(x clause) int32 {
	if i, ok := c.index[x]; ok {
		return int32(len(c.use) + 1 + i)
	}
	return 0
}

// refutes decides whether an obligation holds by all invariants and the live contracts.
func (c *checker) refutes(ctx context.Context, n int, live []bool) bool {
	with := append([]term.Term{c.ask[n]}, c.own...)
	for i, t := range c.under {
		if live[i] {
			with = append(with, t)
		}
	}
	return c.s.Check(ctx, with).Status == inline.StatusUnsat
}

// settle drops invariants that are used, if all goes through without them, and the placer keeps only the others.
func (c *checker) settle(ctx context.Context) {
	live := make([]bool, len(c.use))
	for k := range live {
		live[k] = c.x.invs[k].used
	}
	for k := len(live) - 1; k >= 0 && ctx.Err() == nil; k-- {
		if !live[k] {
			continue
		}
		live[k] = false
		for n := 0; n <= len(live) && !live[k]; n++ {
			if n == 0 || live[n-1] {
				live[k] = !c.holds(ctx, n, live)
			}
		}
		c.x.invs[k].used = live[k]
	}
	c.x.invs = slices.DeleteFunc(c.x.invs, func(y invariant) bool { return !y.used })
}
