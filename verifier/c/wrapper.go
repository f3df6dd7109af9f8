package c

import "github.com/muster-smt/muster/verifier/c/syntax"

// wraps reports whether a function only returns what malloc does, so that each call of it is memory of its own. It may
// look whether there is any, and must not do anything else with it.
func wraps(o *syntax.Object) bool {
	if o.Type.Result.Kind != syntax.Pointer || !silent(o.Type.Result.Elem) {
		return false
	}
	for _, p := range o.Params {
		if p.Type.Kind != syntax.Int {
			return false
		}
	}
	return passesOn(o.Body)
}

func passesOn(s *syntax.Stmt) bool {
	if s == nil {
		return true
	}
	switch s.Kind {
	case syntax.Decl:
		if s.Obj.Init != nil {
			for _, it := range s.Obj.Init.Items {
				if !handsOn(it.Value) {
					return false
				}
			}
		}
		return s.Obj.Type.Scalar()
	case syntax.Empty, syntax.Eval, syntax.Seq, syntax.If, syntax.Return, syntax.Cross:
	default:
		return false
	}
	for _, t := range s.List {
		if !passesOn(t) {
			return false
		}
	}
	return handsOn(s.X) && passesOn(s.Then) && passesOn(s.Else)
}

// handsOn reports whether an expression computes with numbers and addresses, and changes local variables only.
func handsOn(e *syntax.Expr) bool {
	if e == nil {
		return true
	}
	switch e.Op {
	case syntax.Var:
		return e.Obj.Kind == syntax.Auto || e.Obj.Kind == syntax.Param
	case syntax.Const:
		return true
	case syntax.Cast:
		return e.Type.Kind != syntax.Pointer || silent(e.Type.Elem) || isNull(e)
	case syntax.Load, syntax.Assign, syntax.Not, syntax.Eq, syntax.Ne, syntax.Lt, syntax.Gt, syntax.Le, syntax.Ge,
		syntax.LAnd,
		syntax.LOr, syntax.Add, syntax.Sub, syntax.Mul:
		return handsOn(e.X) && handsOn(e.Y)
	case syntax.Call:
		if e.Obj == nil || e.Obj.Body != nil {
			return false
		}
		for _, x := range e.Args {
			if text := bare(x); !handsOn(x) && !(text.Op == syntax.Decay && text.X.Op == syntax.Text) {
				return false
			}
		}
		switch e.Obj.Name {
		case "malloc", "__builtin_malloc", "abort", "exit", "printf", "puts", "perror":
			return true
		}
		return failure(e.Obj.Name)
	}
	return false
}
