package c

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// head is where a loop begins again and again.
type head struct {
	at    prog.Pos
	loop  bool
	word  string           // with which the text there begins
	stmt  *syntax.Stmt     // that sees
	scope []*syntax.Object // the variables that live there, by their declarations
}

// heads notes that a block is where a loop begins, with a statement: with the loop itself if its
// condition comes next, or with the first one in it.
func (f *fn) heads(b int32, s, first *syntax.Stmt) {
	if f.obj != nil && f.position(first.Pos).Line > 0 && int(first.Pos.File) < f.units { // not in a header
		f.res.record.heads[f.q.Blocks[b].Node] = &head{f.position(first.Pos), s == first, first.Word(), s,
			slices.Clone(f.scope)}
	}
}

// Head implements front.Invariants.
func (r *Result) Head(b prog.NodeID) (place prog.Pos, loop bool) {
	if h := r.record.heads[b]; h != nil {
		return h.at, h.loop
	}
	return prog.Pos{}, false
}

// Expression implements front.Invariants: the expression has the same value as the formula. It is empty if it says
// nothing but what types say, or cannot be said: it would mention what has no name there, or numbers that no type of 64
// bits has. So it is where the text at the place is a macro, at which several statements may be.
func (r *Result) Expression(p *prog.Program, _ *prog.Proc, b prog.NodeID, t term.Term) string {
	h := r.record.heads[b]
	if h == nil || h.word == "" || !strings.HasPrefix(r.Program.Files.From(h.at), h.word) {
		return ""
	}
	w := &writer{st: p.Store, vars: r.record.vars, head: h}
	text, ok := w.formula(t, false, deepest)
	if !ok || text == isTrue || text == isFalse {
		return ""
	}
	return text
}

const (
	deepest         = 20 // of connectives in an expression
	isTrue, isFalse = "1", "0"
)

// writer writes formulas in C.
type writer struct {
	st   *term.Store
	vars map[term.Term]meaning
	head *head
}

// formula writes a formula or its negation.
func (w *writer) formula(t term.Term, not bool, depth int) (string, bool) {
	op := w.st.Op(t)
	switch {
	case depth == 0:
		return "", false
	case op == term.OpTrue || op == term.OpFalse:
		if (op == term.OpTrue) != not {
			return isTrue, true
		}
		return isFalse, true
	case op == term.OpNot:
		return w.formula(w.st.Arg(t, 0), !not, depth-1)
	case op == term.OpAnd || op == term.OpOr:
		return w.junction(w.st.Args(t), (op == term.OpAnd) != not, not, depth)
	case op == term.OpLe || op == term.OpEq && w.st.Sort(w.st.Arg(t, 0)) == term.Int:
		x := sum{constant: new(big.Int)}
		if !w.add(&x, w.st.Arg(t, 0), big.NewInt(1), depth) || !w.add(&x, w.st.Arg(t, 1), big.NewInt(-1), depth) {
			return "", false
		}
		if op == term.OpEq {
			return x.compare(map[bool]string{false: "==", true: "!="}[not])
		}
		if not { // x <= 0 does not hold: 1 - x <= 0
			x.scale(-1)
			x.constant.Add(x.constant, big.NewInt(1))
		}
		return x.compare("<=")
	}
	return "", false
}

// junction writes a conjunction or a disjunction of formulas, or of their negations.
func (w *writer) junction(args []term.Term, and, not bool, depth int) (string, bool) {
	unit, zero, op := isFalse, isTrue, " || "
	if and {
		unit, zero, op = isTrue, isFalse, " && "
	}
	var parts []string
	for _, a := range args {
		text, ok := w.formula(a, not, depth-1)
		switch {
		case !ok:
			return "", false
		case text == zero:
			return zero, true
		case text != unit && !slices.Contains(parts, text):
			parts = append(parts, text)
		}
	}
	switch len(parts) {
	case 0:
		return unit, true
	case 1:
		return parts[0], true
	}
	return "(" + strings.Join(parts, op) + ")", true
}

// addend is a variable in a sum.
type addend struct {
	name   string
	factor *big.Int
	lo, hi *big.Int
	ptr    bool
	signed bool // as it is used in comparisons: small types are promoted
}

// sum is a sum of variables with factors, and a number.
type sum struct {
	parts    []addend
	constant *big.Int
}

func (x *sum) scale(k int64) {
	f := big.NewInt(k)
	for i := range x.parts {
		x.parts[i].factor = new(big.Int).Mul(x.parts[i].factor, f)
	}
	x.constant = new(big.Int).Mul(x.constant, f)
}

// add adds a term with a factor.
func (w *writer) add(x *sum, t term.Term, factor *big.Int, depth int) bool {
	st := w.st
	switch op := st.Op(t); {
	case depth == 0:
		return false
	case op == term.OpNum:
		x.constant.Add(x.constant, new(big.Int).Mul(factor, st.Num(t).Big()))
		return true
	case op == term.OpAdd:
		for _, a := range st.Args(t) {
			if !w.add(x, a, factor, depth-1) {
				return false
			}
		}
		return true
	case op == term.OpMul && st.IsNum(st.Arg(t, 0)):
		return w.add(x, st.Arg(t, 1), new(big.Int).Mul(factor, st.Num(st.Arg(t, 0)).Big()), depth-1)
	}
	p, ok := w.addend(t, depth)
	if !ok {
		return false
	}
	for i := range x.parts {
		if o := &x.parts[i]; o.name == p.name {
			if o.factor = new(big.Int).Add(o.factor, factor); o.factor.Sign() == 0 {
				x.parts = slices.Delete(x.parts, i, i+1)
			}
			return true
		}
	}
	p.factor = factor
	x.parts = append(x.parts, p)
	return true
}

// addend returns what a variable, an element of an array with a known index, a remainder or a quotient is in C.
func (w *writer) addend(t term.Term, depth int) (addend, bool) {
	if op := w.st.Op(t); op == term.OpMod || op == term.OpDiv {
		return w.divided(t, depth)
	}
	index := int64(-1)
	if w.st.Op(t) == term.OpSelect && w.st.IsNum(w.st.Arg(t, 1)) {
		var ok bool
		if index, ok = w.st.Num(w.st.Arg(t, 1)).Int64(); !ok || index < 0 {
			return addend{}, false
		}
		t = w.st.Arg(t, 0)
	}
	p := w.vars[t]
	if p.role != part || p.array() != (index >= 0) || !w.visible(p.obj) {
		return addend{}, false
	}
	name, ok := p.expression(index)
	if !ok {
		return addend{}, false
	}
	o := addend{name: name, ptr: p.typ.Kind == syntax.Pointer}
	if p.typ.Kind != syntax.Int && !o.ptr || p.typ.Size > 8 {
		return addend{}, false
	}
	o.lo, o.hi = p.typ.Range()
	if p.field != nil {
		o.lo, o.hi = p.field.Range()
	}
	o.signed = p.typ.Signed || o.hi.BitLen() <= 31
	return o, true
}

// divided returns what a remainder or a quotient is in C: there they are of the size of the dividend.
func (w *writer) divided(t term.Term, depth int) (addend, bool) {
	x, m := sum{constant: new(big.Int)}, w.st.Arg(t, 1)
	if !w.st.IsNum(m) || w.st.Num(m).Sign() <= 0 || w.st.Num(m).BitLen() > 32 ||
		!w.add(&x, w.st.Arg(t, 0), big.NewInt(1), depth-1) {
		return addend{}, false
	}
	by := w.st.Num(m).Big()
	lo, hi := x.interval(x.parts)
	lo, hi = lo.Add(lo, x.constant), hi.Add(hi, x.constant)
	text, ok := x.signedWide()
	if !ok || len(x.parts) == 0 {
		return addend{}, false
	}
	n, _ := numeralC(by)
	switch {
	case w.st.Op(t) == term.OpMod && lo.Sign() >= 0:
		return addend{name: "(" + text + " % " + n + ")", lo: new(big.Int), hi: by, signed: true}, true
	case w.st.Op(t) == term.OpMod:
		text = fmt.Sprintf("((%s %% %s + %s) %% %s)", text, n, n, n)
		return addend{name: text, lo: new(big.Int), hi: by, signed: true}, true
	case lo.Sign() >= 0:
		return addend{name: "(" + text + " / " + n + ")", lo: new(big.Int), hi: hi.Div(hi, by), signed: true}, true
	}
	return addend{}, false
}

// signedWide writes a sum as one operand in long long.
func (x *sum) signedWide() (string, bool) {
	var plus, minus sum
	for _, o := range x.parts {
		if o.ptr {
			return "", false
		}
		if o.factor.Sign() < 0 {
			o.factor = new(big.Int).Neg(o.factor)
			minus.parts = append(minus.parts, o)
		} else {
			plus.parts = append(plus.parts, o)
		}
	}
	plus.constant, minus.constant = new(big.Int), new(big.Int)
	if x.constant.Sign() > 0 {
		plus.constant = x.constant
	} else {
		minus.constant.Neg(x.constant)
	}
	a, ok := plus.wide()
	if len(minus.parts) == 0 && minus.constant.Sign() == 0 {
		if len(plus.parts) == 1 && plus.constant.Sign() == 0 && plus.parts[0].factor.IsInt64() &&
			plus.parts[0].factor.Int64() == 1 {
			return a, ok
		}
		return "(" + a + ")", ok
	}
	b, too := minus.wide()
	return "(" + a + " - (" + b + "))", ok && too
}

// visible reports whether an object has its name where the loop begins.
func (w *writer) visible(o *syntax.Object) bool {
	return (o.Kind == syntax.Static && o.Owner == "" || slices.Contains(w.head.scope, o)) && w.head.stmt.Sees(o)
}

// expression writes a part of an object, or an element of one that is an array of scalars.
func (p *meaning) expression(index int64) (string, bool) {
	path := p.path
	if index >= 0 {
		if path != "[]" || index >= p.obj.Type.Len {
			return "", false
		}
		return fmt.Sprintf("%s[%d]", p.obj.Name, index), true
	}
	for _, m := range strings.Split(path, ".")[1:] {
		if m == "" || m[0] >= '0' && m[0] <= '9' {
			return "", false
		}
	}
	return p.obj.Name + path, p.obj.Name != "" && !strings.Contains(path, "[")
}

// compare writes how the sum compares with 0.
func (x *sum) compare(op string) (string, bool) {
	lo, hi := x.interval(x.parts)
	lo, hi = lo.Add(lo, x.constant), hi.Add(hi, x.constant)
	switch {
	case op == "<=" && hi.Sign() <= 0, op == "!=" && (lo.Sign() > 0 || hi.Sign() < 0),
		op == "==" && lo.Sign() == 0 && hi.Sign() == 0:
		return isTrue, true
	case op == "<=" && lo.Sign() > 0, op == "==" && (lo.Sign() > 0 || hi.Sign() < 0),
		op == "!=" && lo.Sign() == 0 && hi.Sign() == 0:
		return isFalse, true
	}
	if slices.ContainsFunc(x.parts, func(o addend) bool { return o.ptr }) {
		if len(x.parts) == 1 && x.constant.Sign() == 0 && op != "<=" {
			return x.parts[0].name + " " + op + " 0", true
		}
		return "", false
	}
	one := big.NewInt(1)
	switch {
	case len(x.parts) == 1 && x.parts[0].factor.CmpAbs(one) == 0:
		return x.bound(op)
	case len(x.parts) == 2 && x.parts[0].factor.CmpAbs(one) == 0 && x.parts[1].factor.CmpAbs(one) == 0 &&
		x.parts[0].factor.Sign() != x.parts[1].factor.Sign() && x.parts[0].signed == x.parts[1].signed:
		a, b := x.parts[0].name, x.parts[1].name
		if x.parts[0].factor.Sign() < 0 {
			a, b = b, a
		}
		switch {
		case x.constant.Sign() == 0:
			return a + " " + op + " " + b, true
		case x.constant.Cmp(one) == 0 && op == "<=":
			return a + " < " + b, true
		}
	}
	return x.sides(op)
}

// bound writes how one variable compares with a number.
func (x *sum) bound(op string) (string, bool) {
	o, c := x.parts[0], new(big.Int).Neg(x.constant)
	if o.factor.Sign() < 0 {
		c.Neg(c)
		if op == "<=" {
			op = ">="
		}
	}
	n, ok := numeralC(c)
	if ok && c.Sign() < 0 && !o.signed { // it would be converted
		return "", false
	}
	return o.name + " " + op + " " + n, ok
}

// numeralC writes a number: as int, if that has it on all machines.
func numeralC(c *big.Int) (string, bool) {
	switch {
	case c.BitLen() <= 31 && c.Cmp(big.NewInt(-1<<31)) != 0:
		return c.String(), true
	case c.BitLen() <= 63 && c.Cmp(big.NewInt(-1<<63)) != 0:
		return c.String() + "LL", true
	case c.Sign() > 0 && c.BitLen() <= 64:
		return c.String() + "ULL", true
	}
	return "", false
}

// sides writes a comparison of two sums of which no part leaves long long.
func (x *sum) sides(op string) (string, bool) {
	var sides [2]sum
	for _, o := range x.parts {
		k := 0
		if o.factor.Sign() < 0 {
			k, o.factor = 1, new(big.Int).Neg(o.factor)
		}
		sides[k].parts = append(sides[k].parts, o)
	}
	sides[0].constant, sides[1].constant = new(big.Int), new(big.Int)
	if x.constant.Sign() > 0 {
		sides[0].constant = x.constant
	} else {
		sides[1].constant.Neg(x.constant)
	}
	a, ok := sides[0].wide()
	b, too := sides[1].wide()
	return a + " " + op + " " + b, ok && too
}

// wide writes a sum with factors that are not negative in long long, in which all of it fits.
func (x *sum) wide() (string, bool) {
	var texts []string
	for i, o := range x.parts {
		text := "(long long)" + o.name
		if o.factor.Cmp(big.NewInt(1)) != 0 {
			text = o.factor.String() + " * " + text
		}
		texts = append(texts, text)
		if lo, hi := x.interval(x.parts[i : i+1]); lo.BitLen() > 61 || hi.BitLen() > 61 || o.factor.BitLen() > 31 ||
			o.lo.BitLen() > 63 || o.hi.BitLen() > 63 {
			return "", false
		}
		if lo, hi := x.interval(x.parts[:i+1]); lo.BitLen() > 61 || hi.BitLen() > 61 {
			return "", false
		}
	}
	if x.constant.Sign() != 0 || len(texts) == 0 {
		if x.constant.BitLen() > 61 {
			return "", false
		}
		n, _ := numeralC(x.constant)
		texts = append(texts, n)
	}
	return strings.Join(texts, " + "), true
}

// interval returns between which numbers a sum of variables is.
func (x *sum) interval(parts []addend) (lo, hi *big.Int) {
	lo, hi = new(big.Int), new(big.Int)
	for _, o := range parts {
		a, b := new(big.Int).Mul(o.factor, o.lo), new(big.Int).Mul(o.factor, o.hi)
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		lo.Add(lo, a)
		hi.Add(hi, b)
	}
	return lo, hi
}
