package c

import (
	"math/big"

	"github.com/muster-smt/muster/verifier/c/syntax"
)

// mostTrips is up to how many iterations of a counting loop do not count for the recursion bound.
const mostTrips = 64

// trips returns how often a loop that counts from one constant to another is repeated at most, if its body
// leaves the counter alone; 0 if it is another loop, or repeated more often. The bound does not count these
// iterations (prog.Proc.ExtraBound): it is about how much is tried, and a table of twenty rows is to be searched
// as a whole. So nothing is wrong if the body does not.
func trips(s *syntax.Stmt) int {
	if s.Kind != syntax.For || s.Init == nil || s.X == nil || s.Step == nil {
		return 0
	}
	i, by := counted(s.Step)
	from := first(s.Init, i)
	if i == nil || from == nil || by.Sign() == 0 {
		return 0
	}
	return tripsWhile(s.X, i, from, by)
}

// tripsWhile returns how often a condition holds at most while a variable goes from a number in steps.
func tripsWhile(e *syntax.Expr, i *syntax.Object, from, by *big.Int) int {
	if e.Op == syntax.LAnd {
		n, m := tripsWhile(e.X, i, from, by), tripsWhile(e.Y, i, from, by)
		if n == 0 || m == 0 {
			return max(n, m)
		}
		return min(n, m)
	}
	if e.X == nil || e.Y == nil {
		return 0
	}
	op, x := e.Op, e.X
	to := fold(e.Y)
	if to == nil {
		op, x, to = mirrored(op), e.Y, fold(e.X)
	}
	if to == nil || !isLoadOf(uncast(x), i) {
		return 0
	}
	v := new(big.Int).Set(from)
	for n := 0; n <= mostTrips; n++ {
		if !compares(v.Cmp(to), op) {
			return n
		}
		v.Add(v, by)
	}
	return 0
}

// counted returns the variable that a step changes by a constant, and by how much; nil if it is another one.
func counted(step *syntax.Expr) (*syntax.Object, *big.Int) {
	step = uncast(step)
	if step.Op != syntax.AssignOp || step.X.Op != syntax.Var {
		return nil, nil
	}
	d := fold(step.Y)
	switch {
	case d == nil:
	case step.Bin == syntax.Add:
		return step.X.Obj, d
	case step.Bin == syntax.Sub:
		return step.X.Obj, new(big.Int).Neg(d)
	}
	return nil, nil
}

// first returns the constant that a variable begins with; nil if there is none.
func first(init *syntax.Stmt, i *syntax.Object) *big.Int {
	var x *syntax.Expr
	switch {
	case init.Kind == syntax.Seq && len(init.List) == 1:
		return first(init.List[0], i)
	case init.Kind == syntax.Decl && init.Obj == i && i.Init != nil && i.Init.Whole && len(i.Init.Items) == 1:
		x = i.Init.Items[0].Value
	case init.Kind == syntax.Eval:
		if a := uncast(init.X); a.Op == syntax.Assign && a.X.Op == syntax.Var && a.X.Obj == i {
			x = a.Y
		}
	}
	return fold(x)
}

// fold returns the value of an expression of constants, without regard to its type; nil if it is another one.
func fold(x *syntax.Expr) *big.Int {
	if x = uncast(x); x == nil {
		return nil
	}
	if x.Op == syntax.Const {
		return x.Val
	}
	if x.Op != syntax.Add && x.Op != syntax.Sub && x.Op != syntax.Mul && x.Op != syntax.Div {
		return nil
	}
	a, b := fold(x.X), fold(x.Y)
	switch {
	case a == nil || b == nil:
	case x.Op == syntax.Add:
		return new(big.Int).Add(a, b)
	case x.Op == syntax.Sub:
		return new(big.Int).Sub(a, b)
	case x.Op == syntax.Mul:
		return new(big.Int).Mul(a, b)
	case b.Sign() != 0:
		return new(big.Int).Quo(a, b)
	}
	return nil
}

// uncast returns what is converted to other types.
func uncast(x *syntax.Expr) *syntax.Expr {
	for x != nil && x.Op == syntax.Cast {
		x = x.X
	}
	return x
}

func isLoadOf(x *syntax.Expr, v *syntax.Object) bool {
	return x != nil && x.Op == syntax.Load && x.X.Op == syntax.Var && x.X.Obj == v
}

// mirrored returns the comparison of the operands in the other order.
func mirrored(op syntax.Op) syntax.Op {
	switch op {
	case syntax.Lt:
		return syntax.Gt
	case syntax.Gt:
		return syntax.Lt
	case syntax.Le:
		return syntax.Ge
	case syntax.Ge:
		return syntax.Le
	}
	return op
}

// compares says what a comparison of numbers with the sign of their difference is; false for what is no comparison.
func compares(sign int, op syntax.Op) bool {
	switch op {
	case syntax.Lt:
		return sign < 0
	case syntax.Gt:
		return sign > 0
	case syntax.Le:
		return sign <= 0
	case syntax.Ge:
		return sign >= 0
	case syntax.Ne:
		return sign != 0
	}
	return false
}
