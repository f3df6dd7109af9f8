package prop

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/smt"
)

// reader reads values in the form that text writes.
type reader struct {
	p *problem
	elements
}

func (p *problem) reader() *reader { return &reader{p, elements{p: p}} }

// says returns the formula that a subject has a value.
func (x *reader) says(s subject, text string) (f smt.Bool, err error) {
	if !s.t.IsZero() {
		v, err := x.value(text, s.t.Sort())
		if err != nil {
			return f, err
		}
		return x.p.equal(s.t, v), nil
	}
	params, result := s.f.Sorts()
	rows, otherwise, ok, err := x.table(text, params, result)
	if err == nil && !ok {
		err = fmt.Errorf("%q is not a table of %s", text, s.name)
	}
	if err != nil {
		return f, err
	}
	return x.p.is(s, rows, otherwise), nil
}

// value reads a value of a sort.
func (x *reader) value(text string, sort smt.AnySort) (v smt.Term, err error) {
	p := x.p
	index, result, isArray := sort.Array()
	switch {
	case isArray:
		rows, otherwise, ok, err := x.table(text, []smt.AnySort{index}, result)
		switch {
		case err != nil:
			return v, err
		case ok:
			return p.array(sort, rows, otherwise), nil
		}
	case p.isBool(sort):
		if text == "true" || text == "false" {
			return p.st.BoolVal(text == "true").Term, nil
		}
	case p.isInt(sort):
		if n, ok := new(big.Int).SetString(text, 10); ok {
			return p.st.BigInt(n).Term, nil
		}
	case p.isReal(sort):
		if q, ok := new(big.Rat).SetString(text); ok && !strings.ContainsAny(text, ".eExXpP_") {
			return p.st.BigRat(q).Term, nil
		}
	case isBits(sort):
		if t, ok := p.bits(text, sort.Width()); ok {
			return t, nil
		}
	default:
		number, ok := strings.CutPrefix(text, "#")
		if n, err := strconv.ParseUint(number, 10, 16); ok && err == nil {
			return x.take(sort, int(n)), nil
		}
	}
	return v, fmt.Errorf("%q is not a value of sort %s", text, sort)
}

// bits reads #x0f or #b101, whose number of digits says the width.
func (p *problem) bits(text string, width int) (t smt.Term, ok bool) {
	base, each := 16, 4
	digits, ok := strings.CutPrefix(text, "#x")
	if !ok {
		base, each = 2, 1
		digits, ok = strings.CutPrefix(text, "#b")
	}
	n, valid := new(big.Int).SetString(digits, base)
	if !ok || !valid || n.Sign() < 0 || strings.ContainsAny(digits, "+-_") || each*len(digits) != width {
		return t, false
	}
	return p.st.BigBitVec(n, width).Term, true
}

// table reads [ARGUMENTS: VALUE, ..., else: VALUE].
func (x *reader) table(text string, params []smt.AnySort, result smt.AnySort) (rows []row, otherwise smt.Term, ok bool, err error) {
	inner, opened := strings.CutPrefix(text, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !opened || !closed {
		return
	}
	lines := split(inner, ',')
	for i, l := range lines {
		pair := split(l, ':')
		if len(pair) != 2 || (pair[0] == "else") != (i == len(lines)-1) {
			return
		}
		v, err := x.value(pair[1], result)
		if err != nil {
			return nil, v, false, err
		}
		if pair[0] == "else" {
			return rows, v, true, nil
		}
		r := row{value: v}
		args := split(pair[0], ' ')
		if len(args) != len(params) {
			return nil, v, false, nil
		}
		for i, sort := range params {
			a, err := x.value(args[i], sort)
			if err != nil {
				return nil, v, false, err
			}
			r.args = append(r.args, a)
		}
		rows = append(rows, r)
	}
	return
}

// split splits at separators outside brackets.
func split(s string, sep rune) (parts []string) {
	depth, begin := 0, 0
	for i, r := range s {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case r == sep && depth == 0:
			parts = append(parts, strings.TrimSpace(s[begin:i]))
			begin = i + 1
		}
	}
	return append(parts, strings.TrimSpace(s[begin:]))
}
