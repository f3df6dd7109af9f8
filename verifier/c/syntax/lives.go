package syntax

import "iter"

// What lives is followed here: where control leaves a block, by its end or by a jump, the lives of its objects end; a
// jump into a block begins those of the objects that it jumps past. Statements say so to the lowering (Cross), which
// knows of which objects it matters.

// live is a stack of the objects that live.
type live struct {
	obj     *Object
	outer   *live
	depth   int
	scope   *scope // the block
	literal bool   // a compound literal, whose life begins where it is evaluated
}

// lives has an object live from here to the end of the block.
func (p *parser) lives(o *Object, literal bool) {
	n := 1
	if p.fn.live != nil {
		n += p.fn.live.depth
	}
	o.home, o.block = p.fn, p.scope
	p.fn.live = &live{o, p.fn.live, n, p.scope, literal}
}

// part calls left for what lives here and not there, and entered for what lives there and not here, the innermost
// first.
func part(here, there *live, left, entered func(*live) bool) {
	for here != there {
		if there == nil || here != nil && here.depth >= there.depth {
			if !left(here) {
				return
			}
			here = here.outer
		} else {
			if !entered(there) {
				return
			}
			there = there.outer
		}
	}
}

func pass(*live) bool { return true }

// crossing is a way of control out of blocks, and into others.
type crossing struct {
	here, there  *live
	from, target *scope // of a goto, which may stay in the block of what it jumps past
}

// crossed returns the statement that control goes another way than to the next one, if something lives on one side
// only.
func (x crossing) crossed(at Pos) (out []*Stmt) {
	if x.here != x.there {
		out = []*Stmt{{Kind: Cross, Pos: at, cross: &x}}
	}
	return out
}

// left returns what is done before control leaves blocks.
func (p *parser) left(there *live, at Pos) []*Stmt {
	return append(p.cleanups(p.fn.live, there), crossing{here: p.fn.live, there: there}.crossed(at)...)
}

// Ended lists the objects that live no more. Those of a block that control stays in do, even if it goes back to
// before their declarations, but for arrays of a computed length.
func (s *Stmt) Ended() iter.Seq[*Object] {
	return func(yield func(*Object) bool) {
		if x := s.cross; x != nil {
			part(x.here, x.there, func(l *live) bool { return x.target.in(l.scope) && !computed(l.obj.Type) || yield(l.obj) },
				pass)
		}
	}
}

// Begun lists the objects that control jumps past, which live now, and whether it comes from outside of their block.
func (s *Stmt) Begun() iter.Seq2[*Object, bool] {
	return func(yield func(*Object, bool) bool) {
		if x := s.cross; x != nil {
			part(x.here, x.there, pass, func(l *live) bool { return l.literal || yield(l.obj, !x.from.in(l.scope)) })
		}
	}
}

// in reports whether a scope is another one, or within it.
func (s *scope) in(other *scope) bool {
	for ; s != nil; s = s.outer {
		if s == other {
			return true
		}
	}
	return false
}

// Inner reports whether a local may die before its function returns.
func (o *Object) Inner() bool { return o.block != nil && o.block != o.home.scope || computed(o.Type) }

// Outlives reports whether a local lives when the life of another one ends, of a block of the same function.
func (o *Object) Outlives(other *Object) bool {
	if o.home != other.home || !other.Inner() {
		return false
	}
	return o.Kind == Param || o.block != nil && !o.block.in(other.block)
}

// In returns the function that a local is of; nil if the source does not have it.
func (o *Object) In() *Object {
	if o.home == nil {
		return nil
	}
	return o.home.obj
}

// Fixed reports whether an object is where nothing may be written, as gcc has it: it is static, and const.
func (o *Object) Fixed() bool {
	q := element(o.Type).quals
	return o.Kind == Static && q&constQual != 0 && q&volatileQual == 0
}
