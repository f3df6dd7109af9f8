package syntax

import "github.com/muster-smt/muster/verifier/c/cpp"

// Objects with a function that cleans them up (cleanup) are handled here: that function is called where control
// leaves their scope, by what end, jump or return whatsoever. The lowering sees calls only.

// cleanups returns the calls that clean up what lives here, but not there.
func (p *parser) cleanups(here, there *live) (out []*Stmt) {
	part(here, there, func(l *live) bool {
		if l.obj.Cleanup != nil {
			out = append(out, p.cleanup(l))
		}
		return true
	}, pass)
	return out
}

// cleanup returns the call that cleans up an object, where that is declared: several may be cleaned up in one place.
func (p *parser) cleanup(l *live) *Stmt {
	o := l.obj
	at := o.Pos
	f := &Expr{Op: Var, Obj: o.Cleanup, Type: o.Cleanup.Type, Pos: at}
	x := &Expr{Op: AddrOf, X: &Expr{Op: Var, Obj: o, Type: o.Type, Pos: at}, Type: p.pointerTo(o.Type), Pos: at}
	e := &Expr{Op: Call, Obj: o.Cleanup, Args: []*Expr{x}, Type: o.Cleanup.Type.Result, Pos: at, End: at}
	e.source = []cpp.Token{{Text: o.Cleanup.Name + "(&" + o.Name + ")"}}
	p.arguments(e, o.Cleanup.Type, f)
	if o.Cleanup.nested {
		p.mention(e, o.Cleanup, l)
	}
	return &Stmt{Kind: Eval, X: e, Pos: at}
}

// leaving puts before a jump what cleans up.
func leaving(calls []*Stmt, jump *Stmt) *Stmt {
	if len(calls) == 0 {
		return jump
	}
	return &Stmt{Kind: Seq, List: append(calls, jump), Pos: jump.Pos, End: jump.Pos}
}

// outside checks that a jump does not go into the scope of an object whose type is computed.
func (p *parser) outside(from, to *live, jump string, at Pos) {
	for ; to != nil; to = to.outer {
		for from != nil && from.depth > to.depth {
			from = from.outer
		}
		if from == to {
			return
		}
		if modified(to.obj.Type) {
			p.fail(at, "%s into scope of identifier with variably modified type", jump)
		}
	}
}

// jumps ends what lives before the jumps of a function to its labels, and not there.
func (p *parser) jumps() {
	for _, g := range p.fn.gotos {
		p.outside(g.live, g.to.live, "jump", g.stmt.Pos)
		before := p.cleanups(g.live, g.to.live)
		before = append(before, crossing{g.live, g.to.live, g.from, g.to.scope}.crossed(g.stmt.Pos)...)
		if len(before) > 0 {
			jump := *g.stmt
			*g.stmt = *leaving(before, &jump)
		}
	}
}

// leavingFunction cleans up before a function returns. The value is computed first.
func (p *parser) leavingFunction(s *Stmt) *Stmt {
	var calls []*Stmt
	calls, s.X = p.kept(s.X, p.cleanups(p.fn.live, nil))
	return leaving(calls, s)
}

// kept has a value be computed before calls, if there are any: it returns what is done, and the value behind that.
func (p *parser) kept(e *Expr, calls []*Stmt) ([]*Stmt, *Expr) {
	switch {
	case len(calls) == 0 || e == nil:
		return calls, e
	case e.Type.Kind == Void:
		return append([]*Stmt{{Kind: Eval, X: e, Pos: e.Pos}}, calls...), nil
	}
	o := p.hidden(e, e.Pos)
	value := loaded(o, e.Pos)
	value.source = e.source
	return append([]*Stmt{{Kind: Decl, Obj: o, Pos: e.Pos}}, calls...), value
}
