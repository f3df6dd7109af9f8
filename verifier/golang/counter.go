package golang

import (
	"go/token"
	"go/types"
	"math/big"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/verifier/machine"
)

// interval is what an integer is between, both ends included.
type interval struct{ lo, hi *big.Int }

func (i interval) join(k interval) interval {
	return interval{machine.Min(i.lo, k.lo), machine.Max(i.hi, k.hi)}
}
func (i interval) in(k interval) bool { return k.lo.Cmp(i.lo) <= 0 && i.hi.Cmp(k.hi) <= 0 }
func (i interval) minus(k *big.Int) interval {
	return interval{new(big.Int).Sub(i.lo, k), new(big.Int).Sub(i.hi, k)}
}

func (i interval) empty() bool { return i.lo.Cmp(i.hi) > 0 }

// counters finds bounds of the integers of a function that follow from how its loops count: a counter that begins at 0
// and grows while it is less than a length is never negative, and does not overflow. Without that each sum with it has
// a case in which it wraps, and engines have to find an invariant that excludes it.
//
// All bounds hold in all executions: those of a value as often as it is computed, since a branch that leads to the
// block where it is used, and to no other way there, has compared what it is then.
type counters struct {
	integer func(types.Type) machine.Type
	known   map[ssa.Value]interval
	order   []ssa.Value        // those that are known, in the order in which they were found
	open    map[ssa.Value]bool // of which the bounds are being found
	steps   int
}

// mostCounting is how many values are looked at in a function: those of a loop are looked at for each loop around it.
const mostCounting = 100_000

func newCounters(integer func(types.Type) machine.Type) *counters {
	return &counters{integer: integer, known: map[ssa.Value]interval{}, open: map[ssa.Value]bool{}}
}

// of returns the bounds of an integer.
func (c *counters) of(v ssa.Value) interval {
	if out, ok := c.known[v]; ok {
		return out
	}
	lo, hi := c.integer(v.Type()).Range()
	whole := interval{lo, hi}
	if c.steps++; c.open[v] || c.steps > mostCounting {
		return whole
	}
	c.open[v] = true
	out := c.find(v, whole)
	delete(c.open, v)
	if out.empty() || !out.in(whole) { // the first is where no execution gets
		out = whole
	}
	c.note(v, out)
	return out
}

func (c *counters) note(v ssa.Value, i interval) {
	c.known[v] = i
	c.order = append(c.order, v)
}

// forget drops all but so many of the bounds that were found.
func (c *counters) forget(n int) {
	for _, v := range c.order[n:] {
		delete(c.known, v)
	}
	c.order = c.order[:n]
}

// find returns the bounds of an integer, if it did not wrap.
func (c *counters) find(v ssa.Value, whole interval) interval {
	switch v := v.(type) {
	case *ssa.Const:
		if k, ok := number(v); ok {
			return interval{big.NewInt(k), big.NewInt(k)}
		}
	case *ssa.Call:
		if isLength(v) {
			return interval{new(big.Int), maxLength()}
		}
	case *ssa.BinOp:
		x, y := c.at(v.X, v.Block()), c.at(v.Y, v.Block())
		switch v.Op {
		case token.ADD, token.SUB, token.MUL:
			lo, hi := machine.Bounds(operations[v.Op], machine.Value{Lo: x.lo, Hi: x.hi}, machine.Value{Lo: y.lo, Hi: y.hi})
			return interval{lo, hi}
		case token.QUO, token.REM, token.SHR, token.AND:
			if x.lo.Sign() >= 0 && (v.Op != token.QUO || y.lo.Sign() > 0) {
				return interval{new(big.Int), x.hi} // a part of x
			}
		}
	case *ssa.Phi:
		return c.phi(v, whole)
	}
	return whole
}

// isLength reports whether a call is that of len or cap of what is in memory, which suffices.
func isLength(v *ssa.Call) bool {
	b, ok := v.Call.Value.(*ssa.Builtin)
	if !ok || b.Name() != "len" && b.Name() != "cap" {
		return false
	}
	t := v.Call.Args[0].Type()
	_, slice := t.Underlying().(*types.Slice)
	return slice || isString(t)
}

// at returns the bounds of an integer where a block uses it. Those of what it is compared with are where that is.
func (c *counters) at(v ssa.Value, b *ssa.BasicBlock) interval { return c.guarded(v, b, c.shallow) }

// shallow returns them with what all executions say of what it is compared with.
func (c *counters) shallow(v ssa.Value, b *ssa.BasicBlock) interval {
	return c.guarded(v, b, func(x ssa.Value, _ *ssa.BasicBlock) interval { return c.of(x) })
}

// bounding gives the bounds of an integer where a block uses it.
type bounding func(ssa.Value, *ssa.BasicBlock) interval

// guarded returns the bounds of an integer where a block uses it.
func (c *counters) guarded(v ssa.Value, b *ssa.BasicBlock, others bounding) interval {
	i := c.of(v)
	for out := i; ; b = b.Idom() {
		if b.Idom() == nil {
			if out.empty() { // no execution gets there
				return i
			}
			return out
		}
		if len(b.Preds) == 1 {
			out = c.branched(out, v, b.Preds[0], b, others)
		}
	}
}

// branched returns the bounds of an integer with what the branch says by which a block leads to another one.
func (c *counters) branched(i interval, v ssa.Value, from, to *ssa.BasicBlock, others bounding) interval {
	branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok || from.Succs[0] == from.Succs[1] {
		return i
	}
	x, ok := branch.Cond.(*ssa.BinOp)
	if !ok || opposite[x.Op] == token.ILLEGAL || !isInt(x.X.Type()) {
		return i
	}
	op := x.Op
	if to == from.Succs[1] {
		op = opposite[op]
	}
	if by := c.offset(x.X, v); by != nil {
		i = compared(i, op, others(x.Y, from).minus(by))
	}
	if by := c.offset(x.Y, v); by != nil {
		i = compared(i, mirrored[op], others(x.X, from).minus(by))
	}
	return i
}

// offset returns what is added to an integer to get another one, without overflow; nil if that is not known.
func (c *counters) offset(sum, v ssa.Value) *big.Int {
	if sum == v {
		return new(big.Int)
	}
	x, ok := sum.(*ssa.BinOp)
	if !ok || x.X != v || x.Op != token.ADD && x.Op != token.SUB {
		return nil
	}
	k, ok := number(x.Y)
	if !ok {
		return nil
	}
	by := big.NewInt(k)
	if x.Op == token.SUB {
		by.Neg(by)
	}
	lo, hi := c.integer(v.Type()).Range()
	if all := c.of(v); !all.minus(new(big.Int).Neg(by)).in(interval{lo, hi}) {
		return nil
	}
	return by
}

// compared returns bounds of an integer with what a comparison says with one that has other bounds.
func compared(i interval, op token.Token, with interval) interval {
	one := big.NewInt(1)
	switch op {
	case token.LSS:
		i.hi = machine.Min(i.hi, new(big.Int).Sub(with.hi, one))
	case token.LEQ:
		i.hi = machine.Min(i.hi, with.hi)
	case token.GTR:
		i.lo = machine.Max(i.lo, new(big.Int).Add(with.lo, one))
	case token.GEQ:
		i.lo = machine.Max(i.lo, with.lo)
	case token.EQL:
		i.lo, i.hi = machine.Max(i.lo, with.lo), machine.Min(i.hi, with.hi)
	}
	return i
}

// mirrored has comparisons with their sides exchanged, opposite those that hold where others do not.
var (
	mirrored = map[token.Token]token.Token{
		token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ, token.EQL: token.EQL,
		token.NEQ: token.NEQ,
	}
	opposite = map[token.Token]token.Token{
		token.LSS: token.GEQ, token.LEQ: token.GTR, token.GTR: token.LEQ, token.GEQ: token.LSS, token.NEQ: token.EQL,
		token.EQL: token.NEQ,
	}
)

// phi returns the bounds of a phi. Where a loop begins they are an invariant: they include those where the loop is
// entered, and those behind each iteration, which are found with the bounds taken for granted. What an iteration
// exceeds grows to the next limit. If the bounds are an invariant, so are those behind an iteration, which are closer.
func (c *counters) phi(p *ssa.Phi, whole interval) interval {
	begin, ok := c.edges(p, false)
	if !ok {
		return whole
	}
	next, again := c.behind(p, begin)
	if !again {
		return begin
	}
	all := begin
	for limits := newLimits(whole); !next.in(all); next, _ = c.behind(p, all) {
		if all, ok = limits.beyond(all, next.join(all)); !ok {
			return whole
		}
	}
	if next = next.join(begin); next.in(all) {
		if last, _ := c.behind(p, next); last.in(next) {
			return next
		}
	}
	return all
}

// behind returns the bounds of what a phi becomes behind an iteration, if it has some in that; false if there is none.
func (c *counters) behind(p *ssa.Phi, all interval) (next interval, again bool) {
	n, open := len(c.order), c.open
	c.open = map[ssa.Value]bool{} // what led here may be an edge of the phi, too
	c.note(p, all)
	next, again = c.edges(p, true)
	c.open = open
	c.forget(n)
	return next, again
}

// limits are what the bounds of a counter grow to: a sum may overflow at the last ones.
type limits struct{ down, up []*big.Int }

func newLimits(whole interval) *limits {
	one, far := big.NewInt(1), machine.Pow2(41)
	inner := interval{new(big.Int).Add(whole.lo, one), new(big.Int).Sub(whole.hi, one)}
	low, high := machine.Max(new(big.Int).Neg(far), inner.lo), machine.Min(far, inner.hi)
	return &limits{[]*big.Int{low, inner.lo, whole.lo}, []*big.Int{high, inner.hi, whole.hi}}
}

// beyond returns bounds that include some, which have grown; false if none do.
func (l *limits) beyond(from, to interval) (interval, bool) {
	if to.lo.Cmp(from.lo) < 0 {
		for len(l.down) > 0 && (l.down[0].Cmp(to.lo) > 0 || l.down[0].Cmp(from.lo) >= 0) {
			l.down = l.down[1:]
		}
		if len(l.down) == 0 {
			return from, false
		}
		from.lo = l.down[0]
	}
	if to.hi.Cmp(from.hi) > 0 {
		for len(l.up) > 0 && (l.up[0].Cmp(to.hi) < 0 || l.up[0].Cmp(from.hi) <= 0) {
			l.up = l.up[1:]
		}
		if len(l.up) == 0 {
			return from, false
		}
		from.hi = l.up[0]
	}
	return from, true
}

// edges returns the bounds of what a phi becomes where a loop is entered, or behind an iteration; none if there is no
// such way.
func (c *counters) edges(p *ssa.Phi, again bool) (out interval, any bool) {
	b := p.Block()
	for k, from := range b.Preds {
		if b.Dominates(from) != again {
			continue
		}
		e := c.branched(c.at(p.Edges[k], from), p.Edges[k], from, b, c.shallow)
		if e.empty() {
			e = c.of(p.Edges[k])
		}
		if any {
			e = e.join(out)
		}
		out, any = e, true
	}
	return out, any
}

// bounded returns the operand of an instruction: an integer with the bounds that it has where it is used.
func (f *fn) bounded(v ssa.Value) value {
	out := f.value(v)
	if _, constant := v.(*ssa.Const); constant || !isInt(v.Type()) {
		return out
	}
	i := f.counters.at(v, f.now)
	if x := out[0].Clip(i.lo, i.hi); x.Lo.Cmp(x.Hi) <= 0 {
		return value{x}
	}
	return out
}
