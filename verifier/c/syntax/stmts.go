package syntax

import (
	"math/big"
	"slices"
	"sort"

	"modernc.org/cc/v4"
)

func (c *converter) compound(x *cc.CompoundStatement) *Stmt {
	s := &Stmt{Kind: Seq, Pos: c.pos(x), End: c.pos(x.Token2)}
	for l := x.BlockItemList; l != nil; l = l.BlockItemList {
		switch b := l.BlockItem; b.Case {
		case cc.BlockItemDecl:
			s.List = append(s.List, c.declaration(b.Declaration)...)
		case cc.BlockItemStmt:
			s.List = append(s.List, c.stmt(b.Statement))
		case cc.BlockItemLabel:
		default:
			s.List = append(s.List, &Stmt{Kind: Unsupported, Name: "a nested function", Pos: c.pos(b)})
		}
	}
	return s
}

func (c *converter) stmt(x *cc.Statement) *Stmt {
	switch x.Case {
	case cc.StatementLabeled:
		return c.labeled(x.LabeledStatement)
	case cc.StatementCompound:
		return c.compound(x.CompoundStatement)
	case cc.StatementExpr:
		if x.ExpressionStatement.ExpressionList == nil {
			return &Stmt{Kind: Empty, Pos: c.pos(x)}
		}
		e := c.value(x.ExpressionStatement.ExpressionList)
		return &Stmt{Kind: Eval, X: e, Pos: c.pos(x.ExpressionStatement)}
	case cc.StatementSelection:
		return c.selection(x.SelectionStatement)
	case cc.StatementIteration:
		return c.iteration(x.IterationStatement)
	case cc.StatementJump:
		return c.jump(x.JumpStatement)
	}
	return &Stmt{Kind: Unsupported, Name: "inline assembly", Pos: c.pos(x)}
}

func (c *converter) labeled(x *cc.LabeledStatement) *Stmt {
	s := &Stmt{Pos: c.pos(x), sees: c.seen(x.LexicalScope())}
	defer func() { // what is in front of others is told first
		s.Then = &Stmt{Kind: Empty, Pos: s.Pos}
		if x.Statement != nil {
			s.Then = c.stmt(x.Statement)
		}
	}()
	switch x.Case {
	case cc.LabeledStatementLabel:
		s.Kind, s.Name = Label, x.Token.SrcStr()
	case cc.LabeledStatementDefault:
		s.Kind = Default
		c.other(s)
	default:
		s.Kind, s.source = Case, x.ConstantExpression
		var ok bool
		if s.Low, ok = bigOf(x.ConstantExpression.Value()); ok {
			s.High = s.Low
			if x.Case == cc.LabeledStatementRange {
				s.High, ok = bigOf(x.ConstantExpression2.Value())
			}
		}
		if !ok {
			panic(c.files.fault(s.Pos, "a case without a constant"))
		}
		c.distinct(s)
	}
	return s
}

func (c *converter) selection(x *cc.SelectionStatement) *Stmt {
	s := &Stmt{Kind: If, Pos: c.pos(x), X: c.value(x.ExpressionList)}
	if x.Case == cc.SelectionStatementSwitch {
		s.Kind = Switch
		s.X = c.promote(s.X)
		c.choose(s, x.Statement)
		return s
	}
	s.Then = c.stmt(x.Statement)
	if x.Case == cc.SelectionStatementIfElse {
		s.Else = c.stmt(x.Statement2)
	}
	return s
}

func (c *converter) iteration(x *cc.IterationStatement) *Stmt {
	s := &Stmt{Pos: c.pos(x), sees: c.seen(x.LexicalScope())}
	cond := x.ExpressionList
	switch x.Case {
	case cc.IterationStatementWhile:
		s.Kind = While
	case cc.IterationStatementDo:
		s.Kind = Do
	case cc.IterationStatementForDecl:
		s.Kind = For
		s.Init = &Stmt{Kind: Seq, List: c.declaration(x.Declaration), Pos: s.Pos, End: s.Pos}
		if x.ExpressionList2 != nil {
			s.Step = c.value(x.ExpressionList2)
		}
	default:
		s.Kind = For
		cond = x.ExpressionList2
		if x.ExpressionList != nil {
			s.Init = &Stmt{Kind: Eval, X: c.value(x.ExpressionList), Pos: c.pos(x.ExpressionList)}
		}
		if x.ExpressionList3 != nil {
			s.Step = c.value(x.ExpressionList3)
		}
	}
	if cond != nil {
		s.X = c.value(cond)
	}
	s.Then = c.stmt(x.Statement)
	return s
}

func (c *converter) jump(x *cc.JumpStatement) *Stmt {
	s := &Stmt{Pos: c.pos(x), source: x}
	switch x.Case {
	case cc.JumpStatementGoto:
		s.Kind, s.Name = Goto, x.Token2.SrcStr()
	case cc.JumpStatementGotoExpr:
		s.Kind, s.Name = Unsupported, "a computed goto"
	case cc.JumpStatementContinue:
		s.Kind = Continue
	case cc.JumpStatementBreak:
		s.Kind = Break
	default:
		s.Kind = Return
		if x.ExpressionList != nil {
			s.X = c.value(x.ExpressionList)
			if r := c.fn.Type.Result; r != nil && r.Kind != Void {
				s.X = c.cast(s.X, r)
			}
		}
	}
	return s
}

// seen returns a function that reports whether the name of an object stands for it in a scope, or in one in which nothing else is
// declared before. It may say no where the name of something else is declared later.
func (c *converter) seen(scope *cc.Scope) func(o *Object) bool {
	return func(o *Object) bool {
		for s := scope; s != nil; s = s.Parent {
			found := false
			for _, n := range s.Nodes[o.Name] {
				switch x := n.(type) {
				case *cc.StructOrUnionSpecifier, *cc.EnumSpecifier, *cc.LabeledStatement: // names of other kinds
					continue
				case *cc.Declarator:
					found = c.local[x] == o
				case *cc.Parameter:
					found = c.local[x.Declarator] == o
				default:
					found = false
				}
				if !found {
					return false
				}
			}
			if found {
				return true
			}
		}
		return false
	}
}

// choice is a switch.
type choice struct {
	typ   *Type
	cases []span // in the order of their values, of which no two have one in common
	other *Stmt  // default
}

// span is a case with the values that it has after conversion.
type span struct {
	low, high *big.Int
	at        Pos
}

// choose makes the body of a switch.
func (c *converter) choose(s *Stmt, body *cc.Statement) {
	switch s.X.Type.Kind {
	case Pointer, Float, Void, Struct, Union:
		panic(c.files.fault(s.X.Pos, "switch quantity not an integer"))
	}
	c.around = append(c.around, &choice{typ: s.X.Type})
	s.Then = c.stmt(body)
	c.around = c.around[:len(c.around)-1]
}

// other notes the default of a switch.
func (c *converter) other(s *Stmt) {
	if n := len(c.around); n > 0 {
		if x := c.around[n-1]; x.other != nil {
			panic(c.files.fault(s.Pos, "multiple default labels in one switch, the first at "+c.files.at(x.other.Pos)))
		}
		c.around[n-1].other = s
	}
}

// distinct notes a case of a switch, which has no value of another one.
func (c *converter) distinct(s *Stmt) {
	n := len(c.around)
	if n == 0 || c.around[n-1].typ.Kind != Int {
		return
	}
	x := c.around[n-1]
	y := span{wrapped(s.Low, x.typ), wrapped(s.High, x.typ), s.Pos}
	if y.low.Cmp(y.high) > 0 {
		return // there is none
	}
	i := sort.Search(len(x.cases), func(i int) bool { return x.cases[i].high.Cmp(y.low) >= 0 })
	if i < len(x.cases) && x.cases[i].low.Cmp(y.high) <= 0 {
		panic(c.files.fault(s.Pos, "duplicate case value, previously used at "+c.files.at(x.cases[i].at)))
	}
	x.cases = slices.Insert(x.cases, i, y)
}

// wrapped returns a number in the range of a type that is the same modulo its size.
func wrapped(v *big.Int, t *Type) *big.Int {
	lo, hi := t.Range()
	if v.Cmp(lo) >= 0 && v.Cmp(hi) <= 0 {
		return v
	}
	size := hi.Sub(hi, lo)
	size.Add(size, big.NewInt(1))
	v = new(big.Int).Sub(v, lo)
	return v.Mod(v, size).Add(v, lo)
}
