package annotate

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

const (
	// maxInvariants bounds the formulas that are tried as invariants of the loops of a procedure.
	maxInvariants = 400
	// maxSplit bounds the loops of a procedure that are tried one by one, after all of them at once.
	maxSplit = 8
)

// placeLoops puts the loops that have invariants back where they were.
func (b *builder) placeLoops(ctx context.Context) error {
	if err := b.placeEntry(ctx); err != nil {
		return err
	}
	for i, reached := range b.reached() {
		id := prog.ProcID(i)
		if !reached || id == b.p.Entry || b.inlined[b.p.Procs[i].Name] {
			continue
		}
		all := b.loops([]prog.ProcID{id})
		ok, err := b.place(ctx, []prog.ProcID{id}, all)
		if err == nil && !ok {
			err = b.placeSome(ctx, []prog.ProcID{id}, all)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unplaced returns a procedure that has invariants of a loop as contracts; "" if there is none.
func (b *builder) unplaced() string {
	for i, reached := range b.reached() {
		q := b.p.Procs[i]
		if !reached || b.inlined[q.Name] {
			continue
		}
		for _, l := range b.Invariants {
			if b.Back.Proc(b.System.Procs[l.Proc]) == b.from[i] {
				return q.Name
			}
		}
	}
	return ""
}

// placeEntry places the loops of the entry and of what it inlines. Where loops are in place, contracts may do for
// what was unfolded, since the proof unfolded calls in an iteration that was apart from the loop.
func (b *builder) placeEntry(ctx context.Context) error {
	copies := b.copies()
	procs := append(slices.Clip(copies), b.p.Entry)
	all := b.loops(procs)
	if len(all) == 0 {
		return nil
	}
	before := slices.Clone(b.p.Procs)
	b.fold(procs, copies)
	ok, err := b.place(ctx, []prog.ProcID{b.p.Entry}, b.loops([]prog.ProcID{b.p.Entry}))
	if ok || err != nil {
		return err
	}
	copy(b.p.Procs, before)
	if ok, err = b.place(ctx, procs, all); err != nil {
		return err
	} else if !ok {
		return b.placeSome(ctx, procs, all)
	}
	after := slices.Clone(b.p.Procs)
	reached := b.reached()
	copies = slices.DeleteFunc(copies, func(id prog.ProcID) bool { return !reached[id] })
	return b.foldSome(ctx, copies, before, after)
}

// copies returns what the entry inlines.
func (b *builder) copies() (out []prog.ProcID) {
	for i, reached := range b.reached() {
		if reached && b.inlined[b.p.Procs[i].Name] {
			out = append(out, prog.ProcID(i))
		}
	}
	return out
}

// foldSome tries one copy after the other whether its contract does.
func (b *builder) foldSome(ctx context.Context, copies []prog.ProcID, before, after []*prog.Proc) error {
	if len(copies) > maxSplit {
		return nil
	}
	for i := len(copies) - 1; i >= 0; i-- {
		fewer := slices.Delete(slices.Clone(copies), i, i+1)
		trial := slices.Clone(before)
		copy(b.p.Procs, trial)
		procs := append(fewer, b.p.Entry)
		b.fold(procs, copies[i:i+1])
		trial = slices.Clone(b.p.Procs)
		ok, err := b.place(ctx, procs, b.loops(procs))
		if err != nil {
			return err
		}
		if ok {
			before, after, copies = trial, slices.Clone(b.p.Procs), fewer
		}
	}
	copy(b.p.Procs, after)
	return nil
}

// fold makes calls of copies in procedures calls of what they are copies of.
func (b *builder) fold(procs, copies []prog.ProcID) {
	for _, id := range procs {
		q := *b.p.Procs[id]
		q.Blocks = slices.Clone(q.Blocks)
		for i := range q.Blocks {
			q.Blocks[i].Cmds = slices.Clone(q.Blocks[i].Cmds)
		}
		eachCall(&q, func(c *prog.Cmd) {
			if slices.Contains(copies, c.Callee) {
				c.Callee = b.from[c.Callee]
			}
		})
		b.p.Procs[id] = &q
	}
}

// site is a loop of a procedure.
type site struct {
	proc prog.ProcID // in the annotated program
	loop passes.Loop
}

func (b *builder) loops(procs []prog.ProcID) (out []site) {
	for _, id := range procs {
		for _, l := range b.Prepared.Loops {
			if l.Of == b.from[id] {
				out = append(out, site{id, l})
			}
		}
	}
	return out
}

// place puts loops of some procedures in place, if they have invariants, all together. The last procedure may inline
// the others.
func (b *builder) place(ctx context.Context, procs []prog.ProcID, loops []site) (bool, error) {
	if len(loops) == 0 {
		return false, nil
	}
	x, err := b.tryPlace(ctx, procs, loops)
	b.take(x)
	return x != nil, err
}

// take puts the procedures of a placer in place; none of nil.
func (b *builder) take(x *placer) {
	if x == nil {
		return
	}
	x.bare = nil
	for _, id := range x.procs {
		x.bare = append(x.bare, b.p.Procs[id])
	}
	for i, id := range x.procs {
		b.p.Procs[id] = x.out[i]
	}
	b.placers[x.procs[len(x.procs)-1]] = x
}

// placeSome places as many of several loops as it can: one after the other, outer ones first.
func (b *builder) placeSome(ctx context.Context, procs []prog.ProcID, all []site) error {
	if len(all) < 2 || len(all) > maxSplit {
		return nil
	}
	var some []site
	var best *placer
	for i := len(all) - 1; i >= 0; i-- {
		some = append(some, all[i])
		out, err := b.tryPlace(ctx, procs, some)
		switch {
		case err != nil:
			return err
		case out == nil:
			some = some[:len(some)-1]
		default:
			best = out
		}
	}
	b.take(best)
	return nil
}

// tryPlace returns what has the procedures with these loops in place and their invariants, or nil if none were found.
func (b *builder) tryPlace(ctx context.Context, procs []prog.ProcID, loops []site) (*placer, error) {
	x := &placer{builder: b, procs: procs}
	for _, l := range loops {
		x.add(l)
	}
	if len(x.invs) > maxInvariants {
		return nil, nil
	}
	c, err := newChecker(x, false)
	if err != nil {
		return nil, err
	}
	defer inline.Close(c.s)
	if !c.choose(ctx) {
		return nil, nil
	}
	c.settle(ctx)
	for _, id := range procs {
		x.out = append(x.out, x.output(id))
	}
	return x, nil
}
