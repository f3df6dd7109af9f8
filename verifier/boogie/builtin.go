package boogie

import (
	"errors"
	"fmt"
	"strings"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// builtinOf reads {:bvbuiltin "op"} and {:builtin "op"}, the former first as Boogie does. The operator is SMT-LIB text:
// Boogie prints (op args). {:bvint "op"} says what stands for the function where bit-vectors are integers, which they
// have not been since Boogie lost its option for it, so it means nothing.
func (c *checker) builtinOf(fn *function) {
	d := fn.decl
	for _, key := range []string{"bvbuiltin", "builtin"} {
		if _, ok := c.file.Attr(d.Attrs, key); !ok {
			continue
		}
		op := ""
		if a := c.file.Arg(d.Attrs, key); a.Expr == 0 {
			op = c.text(a.Str)
		}
		switch {
		case len(op) > maxOperator:
			fn.unsup = c.file.Errorf(d.Pos, "function %s with an operator of %d characters is not supported", c.quote(d.Name),
				len(op))
		case key == "builtin" && c.division(fn, op):
		case key == "builtin" && c.mapOperator(fn, op):
		case c.operator(fn, key, op):
		default:
			fn.unsup = c.file.Errorf(d.Pos, "function %s with {:%s \"%s\"} is not supported", c.quote(d.Name), key, op)
		}
		return
	}
}

// division recognizes the operators on integers that have a meaning of their own in Z3.
func (c *checker) division(fn *function, op string) bool {
	if fn.result != intType || len(fn.params) != 2 || fn.params[0] != intType || fn.params[1] != intType {
		return false
	}
	fn.builtin = map[string]builtin{"div": builtinDiv, "mod": builtinMod, "rem": builtinRem}[op]
	return fn.builtin != notBuiltin
}

// operator recognizes name and (_ name index...). The sorts are checked where the function is used first.
func (c *checker) operator(fn *function, key, op string) bool {
	if key == "bvbuiltin" && (strings.HasPrefix(op, "sign_extend ") || strings.HasPrefix(op, "zero_extend ")) {
		op = "(_ " + op + ")" // as it was written for Simplify
	}
	words := []string{op}
	if inner, ok := strings.CutPrefix(op, "(_ "); ok && strings.HasSuffix(inner, ")") {
		words = strings.Fields(inner[:len(inner)-1])
	}
	if len(words) == 0 || len(fn.params) == 0 || !smtlib.Operator(words[0]) {
		return false
	}
	for _, w := range words[1:] {
		if len(w) > maxIndex || strings.Trim(w, "0123456789") != "" {
			return false
		}
	}
	for _, t := range append([]typ{fn.result}, fn.params...) {
		if c.types.info[t].kind == syntax.TypeNamed || c.types.info[t].kind == syntax.TypeMap {
			return false
		}
	}
	fn.builtin, fn.text = builtinText, op
	return true
}

// maxIndex bounds the digits of an index, maxOperator the length of an operator.
const (
	maxIndex    = 9
	maxOperator = 100
)

// operator is the term of an operator, applied to bound variables.
type operator struct {
	params []term.Term
	body   term.Term
}

// builtin returns the application of a function that is an operator.
func (l *lowerer) builtin(i int32, types []typ, args []term.Term) term.Term {
	st, fn := l.st, &l.c.funcs[i]
	switch fn.builtin {
	case builtinMap:
		return l.mapOperator(fn, types, args)
	case builtinDiv:
		return st.Div(args[0], args[1])
	case builtinMod:
		return st.Mod(args[0], args[1])
	case builtinRem:
		return l.remainder(args[0], args[1])
	}
	op, ok := l.ops[i]
	if !ok {
		op = l.readOperator(fn)
		l.ops[i] = op
	}
	l.sub.Reset()
	for k, p := range op.params {
		l.sub.Bind(p, args[k])
	}
	return l.sub.Apply(op.body)
}

// remainder is Z3's rem: mod, negated if the divisor is negative.
func (l *lowerer) remainder(x, y term.Term) term.Term {
	st := l.st
	mod := st.Mod(x, y)
	if st.IsNum(y) {
		if st.Num(y).Sign() >= 0 {
			return mod
		}
		return st.Neg(mod)
	}
	return st.Ite(st.Le(st.Int(0), y), mod, st.Neg(mod))
}

// readOperator reads (op args) as a solver would, with the sorts that the function declares.
func (l *lowerer) readOperator(fn *function) operator {
	var params, args strings.Builder
	for k, t := range fn.params {
		fmt.Fprintf(&params, "(x%d %s)", k, l.st.SortString(l.c.sort(l.st, t)))
		fmt.Fprintf(&args, " x%d", k)
	}
	text := fmt.Sprintf("(define-fun f (%s) %s (%s%s))", &params, l.st.SortString(l.c.sort(l.st, fn.result)), fn.text,
		&args)
	vars, body, err := smtlib.ReadFunction(text, l.st)
	if err != nil {
		msg := err.Error()
		var at *smtlib.Error
		if errors.As(err, &at) {
			msg = at.Msg
		}
		l.failf(fn.decl.Pos, "function %s is declared as '%s': %s", l.c.quote(fn.decl.Name), fn.text, msg)
	}
	return operator{vars, body}
}
