package annotate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// ErrNoFacts says that there is nothing to write: opening calls shows that the program is safe, and it has neither
// loops nor recursion.
var ErrNoFacts = errors.New("the proof needs no facts: opening calls suffices")

// Input is a program that is safe for all bounds, and why.
type Input struct {
	Prepared *passes.Result
	System   *vc.System // of Prepared.Program
	Back     *vcgen.Back
	Proof    *verifier.Proof
	Config   inline.Config // makes solvers that know what a refutation rests on (inline.Coner)
	// Invariants are loops of Proof whose facts are no contracts of a procedure that calls itself (validate.Invariants).
	Invariants []verifier.Loop
}

// Program returns the core program with the facts of the proof as contracts.
func Program(ctx context.Context, in Input) (*Annotated, error) {
	p := *in.Proof
	in.Proof = &p
	u, err := unfold(ctx, verifier.WithFacts(in.System, p.Facts), p, in.Config)
	if err != nil {
		return nil, err
	}
	s := &summarizer{sys: in.System, facts: p.Facts, proof: p, c: in.Config, tried: map[vc.ProcID]bool{}}
	u = s.summarize(ctx, u)
	p.Facts = s.facts
	nodes := u.fold()
	if n := expanded(nodes); n > maxExpanded {
		return nil, fmt.Errorf("the proof unfolds more than %d calls, too many to write", maxExpanded)
	}
	p.Opened = u.opened
	needed := in.needed(ctx)
	b, err := build(ctx, in, nodes, needed)
	if err != nil {
		return nil, err
	}
	if len(needed) == 0 && !b.repeats() {
		return nil, ErrNoFacts
	}
	if b.apart() > 0 { // an invariant may need more than what a contract does
		if all, err := build(ctx, in, nodes, in.all()); err == nil && all.apart() < b.apart() {
			b = all
		}
	}
	if name := b.unplaced(); name != "" {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("the loop %s is not put in place: %w", name, reason.Of(limit.ContextReason(ctx)))
		}
		return nil, fmt.Errorf("what the proof says of the loop %s holds in a loop only, and it is not put in place", name)
	}
	b.trim(ctx)
	b.dropUnused()
	return &Annotated{Program: b.p, inlined: b.inlined, files: b.p.Files}, nil
}

// build makes the program with some of the facts.
func build(ctx context.Context, in Input, nodes []*node, facts []verifier.Fact) (*builder, error) {
	b := newBuilder(in)
	b.contracts(facts)
	b.unfold(nodes)
	return b, b.placeLoops(ctx)
}

// apart returns how many loops are procedures.
func (b *builder) apart() (n int) {
	for i, reached := range b.reached() {
		if reached && b.p.Procs[i].LoopOf != "" && !b.inlined[b.p.Procs[i].Name] {
			n++
		}
	}
	return n
}

// repeats reports whether the program has loops or recursion.
func (b *builder) repeats() bool {
	if len(b.Prepared.Loops) > 0 {
		return true
	}
	for _, c := range vc.Cycles(b.System) {
		p := b.System.Procs[c[0]]
		if len(c) > 1 || slices.ContainsFunc(p.Sites, func(s vc.Site) bool { return s.Callee == p.ID }) {
			return true
		}
	}
	return false
}

// builder makes the annotated program.
type builder struct {
	Input
	core, p *prog.Program
	writes  [][]prog.VarID // by procedure of core
	sub     *term.Subst
	inlined map[string]bool         // names of the procedures to be inlined
	from    []prog.ProcID           // by procedure of p: that of core
	placers map[prog.ProcID]*placer // that put loops of a procedure in place; never ranged over
}

func newBuilder(in Input) *builder {
	core := in.Prepared.Core
	p := *core
	p.Procs, p.Vars = slices.Clone(core.Procs), slices.Clone(core.Vars)
	b := &builder{Input: in, core: core, p: &p, writes: writes(core), sub: term.NewSubst(core.Store, core.Store),
		placers: map[prog.ProcID]*placer{}}
	for i := range p.Procs {
		b.from = append(b.from, prog.ProcID(i))
	}
	return b
}

// fixed returns what is the same at all calls: the values of some formals, and what is known of globals that only the
// entry sets.
func (b *builder) fixed(q *prog.Proc) []prog.Contract {
	if b.Prepared.Uncalled[q.ID] {
		return []prog.Contract{{Cond: b.core.Store.False(), Node: q.Node}}
	}
	var out []prog.Contract
	for _, d := range b.Prepared.Fixed[q.ID] {
		out = append(out, prog.Contract{Cond: b.eq(b.core.Var(d.Const).Term, d.Value), Node: q.Node})
	}
	for _, x := range b.Prepared.Settled {
		if x.Readers[q.ID] {
			out = append(out, prog.Contract{Cond: x.Holds, Node: q.Node})
		}
	}
	return out
}

// contracts gives every procedure of core, except as the entry, its contracts: facts, and what the passes found.
func (b *builder) contracts(list []verifier.Fact) {
	known := b.known(list)
	for i, src := range b.core.Procs {
		q := b.plain(src)
		q.Requires = append(q.Requires, b.fixed(q)...)
		if !q.HasBody() {
			b.p.Procs[i] = q
			continue
		}
		b.assumeFree(q)
		for _, t := range known[i] {
			q.Ensures = append(q.Ensures, prog.Contract{Cond: t, Node: q.Node})
		}
		b.assumeExtensional(q)
		b.p.Procs[i] = q
	}
}

// known returns, by procedure, what holds at returns of calls for which what is fixed holds: given facts, and what
// the passes found.
func (b *builder) known(list []verifier.Fact) [][]term.Term {
	facts := make([][]term.Term, len(b.core.Procs))
	for _, f := range b.stated(list) {
		facts[f.proc] = append(facts[f.proc], f.cond)
	}
	out := make([][]term.Term, len(b.core.Procs))
	for i, q := range b.core.Procs {
		if !q.HasBody() {
			continue
		}
		if b.Prepared.Never[i] {
			out[i] = append(out[i], b.p.Store.False())
		}
		for _, g := range b.writes[i] {
			if !slices.Contains(b.Prepared.Writes[i], g) {
				v := b.p.Var(g)
				out[i] = append(out[i], b.eq(v.Term, v.Old))
			}
		}
		out[i] = append(out[i], facts[i]...)
	}
	return out
}

func (b *builder) eq(x, y term.Term) term.Term {
	switch st := b.p.Store; y {
	case st.True():
		return x
	case st.False():
		return st.Not(x)
	default:
		return st.Eq(x, y)
	}
}

// plain returns a copy of a procedure of core with the contracts that it has there: what it requires freely
// holds whenever a call of it returns, which Boogie assumes at a call only if it is ensured.
func (b *builder) plain(src *prog.Proc) *prog.Proc {
	q := *src
	q.Modifies = b.writes[src.ID]
	q.Requires, q.Ensures = slices.Clone(src.Requires), nil
	for _, c := range src.Requires {
		q.Ensures = append(q.Ensures, prog.Contract{Cond: b.atEntry(&q, c.Cond), Free: true, Node: c.Node})
	}
	q.Ensures = append(q.Ensures, src.Ensures...)
	return &q
}

// ofSource returns how many contracts of a procedure the source has: they come first.
func (b *builder) ofSource(id prog.ProcID, requires bool) int {
	src := b.core.Procs[b.from[id]]
	if requires {
		return len(src.Requires)
	}
	return len(src.Requires) + len(src.Ensures)
}

// atEntry returns a formula about the entry of q as one about its exit.
func (b *builder) atEntry(q *prog.Proc, t term.Term) term.Term {
	b.sub.Reset()
	for _, g := range q.Modifies {
		b.sub.Bind(b.p.Var(g).Term, b.p.Var(g).Old)
	}
	return b.sub.Apply(t)
}

// assumeFree assumes at the returns of q what callers assume of it, since facts hold of these executions.
func (b *builder) assumeFree(q *prog.Proc) {
	if len(q.Ensures) == 0 {
		return
	}
	b.atReturns(q, func(cmds []prog.Cmd) []prog.Cmd {
		for _, c := range q.Ensures {
			cmds = append(cmds, prog.Cmd{Kind: prog.Assume, Cond: c.Cond, Node: c.Node})
		}
		return cmds
	})
}

// atReturns changes the commands before the returns of q.
func (b *builder) atReturns(q *prog.Proc, change func([]prog.Cmd) []prog.Cmd) {
	q.Blocks = slices.Clone(q.Blocks)
	for i := range q.Blocks {
		if x := &q.Blocks[i]; len(x.Succs) == 0 && !x.Dead {
			x.Cmds = change(slices.Clone(x.Cmds))
		}
	}
}

// unfold makes the copies of procedures that are inlined, and the entry.
func (b *builder) unfold(nodes []*node) {
	b.inlined = map[string]bool{}
	names := map[string]bool{}
	for _, q := range b.core.Procs {
		names[q.Name] = true
	}
	for _, n := range nodes[:len(nodes)-1] {
		q := b.plain(b.core.Procs[n.proc])
		b.redirect(q, n)
		q.Name = b.copyName(q.Name, names)
		n.copy = b.add(q, n.proc)
		b.inlined[q.Name] = true
	}
	root := nodes[len(nodes)-1]
	src := b.core.Procs[root.proc]
	q := b.plain(src)
	q.Ensures = nil // no call assumes them
	b.redirect(q, root)
	b.atReturns(q, func(cmds []prog.Cmd) []prog.Cmd {
		return append(cmds, prog.Cmd{Kind: prog.Assert, Cond: b.p.Store.False(), Node: q.Node})
	})
	q.Name = b.copyName(src.Name, names)
	b.p.Entry = b.add(q, src.ID)
}

// copyName returns a name that no procedure has.
func (b *builder) copyName(name string, names map[string]bool) string {
	for n := 1; ; n++ {
		if try := fmt.Sprintf("%s#%d", name, n); !names[try] {
			names[try] = true
			return try
		}
	}
}

func (b *builder) add(q *prog.Proc, from prog.ProcID) prog.ProcID {
	q.ID = prog.ProcID(len(b.p.Procs))
	b.from = append(b.from, from)
	b.p.Procs = append(b.p.Procs, q)
	return q.ID
}

// redirect makes the calls of q that n unfolds calls of copies.
func (b *builder) redirect(q *prog.Proc, n *node) {
	q.Blocks = slices.Clone(q.Blocks)
	for i := range q.Blocks {
		cmds := slices.Clone(q.Blocks[i].Cmds)
		for j := range cmds {
			c := &cmds[j]
			if c.Kind != prog.Call {
				continue
			}
			if k, ok := slices.BinarySearch(n.calls, c.ID); ok {
				c.Callee = n.to[k].copy
			}
		}
		q.Blocks[i].Cmds = cmds
	}
}

// dropUnused drops the procedures that the entry does not reach, and gives the last copy of a procedure that was
// dropped its name.
func (b *builder) dropUnused() {
	reached := b.reached()
	free := map[string]bool{} // names
	for i, q := range b.core.Procs {
		free[q.Name] = !reached[i]
	}
	number := make([]prog.ProcID, len(b.p.Procs))
	var kept []*prog.Proc
	for i, q := range b.p.Procs {
		if !reached[i] {
			continue
		}
		number[i] = prog.ProcID(len(kept))
		kept = append(kept, q)
		if q.CountName != q.Name && free[q.CountName] {
			b.inlined[q.CountName] = b.inlined[q.Name]
			free[q.CountName] = false
			delete(b.inlined, q.Name)
			q.Name = q.CountName
		}
	}
	for _, q := range kept {
		q.ID = number[q.ID]
		blocks := slices.Clone(q.Blocks)
		for i := range blocks {
			blocks[i].Cmds = slices.Clone(blocks[i].Cmds)
		}
		q.Blocks = blocks
		eachCall(q, func(c *prog.Cmd) { c.Callee = number[c.Callee] })
	}
	b.p.Procs, b.p.Entry = kept, number[b.p.Entry]
}

// reached says, by procedure, whether the entry calls it, directly or not.
func (b *builder) reached() []bool {
	reached := make([]bool, len(b.p.Procs))
	term.TopDown(func(id prog.ProcID) (callees []prog.ProcID) {
		if !reached[id] {
			reached[id] = true
			eachCall(b.p.Procs[id], func(c *prog.Cmd) { callees = append(callees, c.Callee) })
		}
		return callees
	}, b.p.Entry)
	return reached
}

func eachCall(q *prog.Proc, f func(*prog.Cmd)) {
	for c := range q.Cmds {
		if c.Kind == prog.Call {
			f(c)
		}
	}
}

// writes returns the globals that each procedure may change, by itself or by what it calls, in the order of
// Program.Globals.
func writes(p *prog.Program) [][]prog.VarID {
	sets := make([]map[prog.VarID]bool, len(p.Procs))
	for i, q := range p.Procs {
		sets[i] = map[prog.VarID]bool{}
		if !q.HasBody() {
			for _, g := range q.Modifies {
				sets[i][g] = true
			}
		}
		for c := range q.Cmds {
			for _, v := range c.Targets {
				if p.Var(v).Kind == prog.Global {
					sets[i][v] = true
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(p.Procs) - 1; i >= 0; i-- {
			n := len(sets[i])
			eachCall(p.Procs[i], func(c *prog.Cmd) {
				for _, g := range p.Globals {
					if sets[c.Callee][g] {
						sets[i][g] = true
					}
				}
			})
			changed = changed || len(sets[i]) > n
		}
	}
	out := make([][]prog.VarID, len(p.Procs))
	for i := range out {
		for _, g := range p.Globals {
			if sets[i][g] {
				out[i] = append(out[i], g)
			}
		}
	}
	return out
}
