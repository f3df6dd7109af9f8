package syntax

import (
	"math/big"
	"slices"
	"sort"
)

// choice is a switch.
type choice struct {
	typ   *Type
	cases []span // in the order of their values, of which no two have one in common
	other *Stmt  // default
	live  *live  // where it begins
}

// span is a case with the values that it has after conversion.
type span struct {
	low, high *big.Int
	at        Pos
}

// switchStatement reads a switch.
func (p *parser) switchStatement(at Pos) *Stmt {
	p.advance()
	p.expect("(")
	where := p.pos()
	x := p.value()
	p.expect(")")
	if x.Type.Kind != Int && x.Op != Hole {
		p.fail(where, "switch quantity not an integer")
	}
	s := &Stmt{Kind: Switch, Pos: at, X: p.promote(x)}
	p.fn.around = append(p.fn.around, &choice{typ: s.X.Type, live: p.fn.live})
	outer := p.fn.brk
	p.fn.brk = p.fn.live
	s.Then = p.substatement()
	p.fn.brk = outer
	p.fn.around = p.fn.around[:len(p.fn.around)-1]
	return s
}

// caseStatement reads a case with its statement.
func (p *parser) caseStatement(at Pos) *Stmt {
	if len(p.fn.around) == 0 {
		p.fail(at, "case label not within a switch statement")
	}
	p.advance()
	s := &Stmt{Kind: Case, Pos: at, sees: p.scope.sees()}
	start := p.at
	s.Low = p.constant("case label does not reduce to an integer constant")
	s.source = p.since(start)
	s.High = s.Low
	if p.accept("...") {
		s.High = p.constant("case label does not reduce to an integer constant")
	}
	if !p.accept(":") {
		p.expected("':' or '...'")
	}
	p.distinct(s)
	s.Then = p.behindLabel(at)
	return s
}

// other notes the default of a switch.
func (p *parser) other(s *Stmt) {
	n := len(p.fn.around)
	if n == 0 {
		p.fail(s.Pos, "'default' label not within a switch statement")
	}
	if x := p.fn.around[n-1]; x.other != nil {
		p.fail(s.Pos, "multiple default labels in one switch, the first at %s", p.files.At(x.other.Pos))
	}
	p.outside(p.fn.around[n-1].live, p.fn.live, "switch jumps", s.Pos)
	s.cross = &crossing{here: p.fn.around[n-1].live, there: p.fn.live}
	p.fn.around[n-1].other = s
}

// distinct notes a case of a switch, which has no value of another one.
func (p *parser) distinct(s *Stmt) {
	x := p.fn.around[len(p.fn.around)-1]
	p.outside(x.live, p.fn.live, "switch jumps", s.Pos)
	s.cross = &crossing{here: x.live, there: p.fn.live}
	if x.typ.Kind != Int {
		return
	}
	y := span{wrapped(s.Low, x.typ), wrapped(s.High, x.typ), s.Pos}
	if y.low.Cmp(y.high) > 0 {
		return // there is none
	}
	i := sort.Search(len(x.cases), func(i int) bool { return x.cases[i].high.Cmp(y.low) >= 0 })
	if i < len(x.cases) && x.cases[i].low.Cmp(y.high) <= 0 {
		p.fail(s.Pos, "duplicate case value, previously used at %s", p.files.At(x.cases[i].at))
	}
	x.cases = slices.Insert(x.cases, i, y)
}
