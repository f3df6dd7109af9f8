package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// leave is what a function does before it returns, which may be without a value.
func (f *fn) leave(without bool) {
	f.dies()
	if f.obj != nil && f.mayLose(f.obj) {
		f.set(f.lostVar(), f.st.Bool(without))
	}
}

// lostVar returns the variable that says that the last function that may end without a value did.
func (l *lowerer) lostVar() prog.VarID {
	if l.lost == 0 {
		l.lost = l.global("$without", term.Bool, 0)
	}
	return l.lost
}

// mayLose reports whether a function may end without the value that it returns, and that
// is asked about. main returns 0 then.
func (l *lowerer) mayLose(o *syntax.Object) bool {
	if l.opt.Checks&Unreachable == 0 || o.Body == nil || o.Type.Result.Kind == syntax.Void || o.Name == "main" {
		return false
	}
	may, ok := l.ends[o]
	if !ok {
		may = goesOn(o.Body)
		l.ends[o] = may
	}
	return may
}

// returned makes sure that a call whose value is used has one.
func (f *fn) returned(e *syntax.Expr) {
	if e.Obj == nil || !f.mayLose(e.Obj) {
		return
	}
	f.require(Unreachable, f.st.Not(f.prog.Var(f.lostVar()).Term), e.Pos,
		said(e.Obj.Name+" has ended without a value, which is used"))
}

// goesOn reports whether control may get to the end of a statement, as far as its form says.
func goesOn(s *syntax.Stmt) bool {
	switch s.Kind {
	case syntax.Return, syntax.Goto, syntax.Break, syntax.Continue:
		return false
	case syntax.Seq:
		on := true
		for _, t := range s.List {
			on = goesOn(t) && (on || t.Kind == syntax.Label || t.Kind == syntax.Case || t.Kind == syntax.Default)
		}
		return on
	case syntax.If:
		return s.Else == nil || goesOn(s.Then) || goesOn(s.Else)
	case syntax.While, syntax.For:
		return s.X != nil && !always(s.X) || breaks(s.Then)
	case syntax.Do:
		return !always(s.X) || breaks(s.Then)
	case syntax.Label, syntax.Case, syntax.Default:
		return goesOn(s.Then)
	case syntax.Eval:
		return s.X.Op != syntax.Call || s.X.Obj == nil || !final(s.X.Obj.Name)
	}
	return true
}

// final reports whether a function does not return.
func final(name string) bool {
	switch name {
	case "abort", "exit", "_exit", "_Exit", "__builtin_trap", "__builtin_unreachable":
		return true
	}
	return failure(name)
}

func always(e *syntax.Expr) bool {
	for e.Op == syntax.Cast {
		e = e.X
	}
	return e.Op == syntax.Const && e.Val.Sign() != 0
}

// breaks reports whether a statement has a break of its own.
func breaks(s *syntax.Stmt) bool {
	if s == nil {
		return false
	}
	switch s.Kind {
	case syntax.Break:
		return true
	case syntax.While, syntax.For, syntax.Do, syntax.Switch:
		return false
	}
	for _, t := range s.List {
		if breaks(t) {
			return true
		}
	}
	return breaks(s.Then) || breaks(s.Else)
}
