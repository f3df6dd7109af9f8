package gen

import (
	"fmt"
	"strings"
)

var cConstants = []string{
	"0", "1", "2", "3", "7", "10", "100", "127", "128", "255", "256", "1000", "0x7fff", "0x8000", "0xffff", "0x7fffffff", "0x80000000",
	"0xffffffff", "-1", "-2", "-128", "-129", "'a'", "'\\377'", "1u", "5u", "0xffu", "1L", "-1L", "0x7fffffffL", "3uL", "-7LL", "0x123456789LL",
	"017", "0b101", "'\\0'", "'\\x41'", "0x7fffffffffffffffLL", "4294967296", "0xffffffffffffffffULL", "2147483648", "'\\n'", "1ULL",
}

// pattern returns a text with expressions in it.
func (g *cgen) pattern(list []string) string {
	text := g.pick(list)
	for strings.Contains(text, "@") {
		text = strings.Replace(text, "@", g.part(1), 1)
	}
	return text
}

func (g *cgen) constant() string {
	if g.one(8) && len(g.consts) > 0 {
		return g.pick(g.consts)
	}
	return g.pick(cConstants)
}

var cOperators = []string{"+", "-", "*", "&", "|", "^", "+", "-", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "/", "%", "<<", ">>"}

// term puts an expression in parentheses.
func (g *cgen) term(text string) string { return "(" + text + ")" }

// part returns an expression without a comma outside of parentheses.
func (g *cgen) part(depth int) string { return g.term(g.expr(depth)) }

// operand returns an expression as an operand: often in parentheses, so that it is the operand.
func (g *cgen) operand(depth int) string {
	if g.one(3) {
		return g.expr(depth)
	}
	return g.term(g.expr(depth))
}

// expr returns an expression. What it changes it does not depend on otherwise.
func (g *cgen) expr(depth int) string {
	if depth == 0 || g.one(6) {
		return g.leaf()
	}
	switch g.r.IntN(14) {
	case 0:
		return fmt.Sprintf("%s %s", g.pick([]string{"-", "~", "!", "+"}), g.term(g.expr(depth-1)))
	case 1, 2:
		return fmt.Sprintf("(%s)%s", g.typ(), g.term(g.expr(depth-1)))
	case 3:
		return fmt.Sprintf("(%s ? %s : %s)", g.operand(depth-1), g.operand(depth-1), g.term(g.expr(depth-1)))
	case 4:
		if len(g.extra) > 0 {
			text := g.pick(g.extra)
			for strings.Contains(text, "@") {
				text = strings.Replace(text, "@", g.term(g.expr(depth-1)), 1)
			}
			return text
		}
	case 5:
		if g.free > 0 {
			return g.effect(depth)
		}
	}
	a, op, b := g.operand(depth-1), g.pick(cOperators), g.term(g.expr(depth-1))
	switch op {
	case "/", "%":
		if g.one(3) {
			b = fmt.Sprintf("((%s & 7) - 12)", b)
		} else {
			b = fmt.Sprintf("((%s & 15) + 1)", b)
		}
	case "<<", ">>":
		if g.one(2) {
			b = fmt.Sprint(g.r.IntN(31))
		} else {
			b = fmt.Sprintf("(%s & 15)", b)
		}
		return fmt.Sprintf("(%s %s %s)", a, op, b) // or what comes behind it may be part of the amount
	}
	return fmt.Sprintf("%s %s %s", a, op, b)
}

func (g *cgen) leaf() string {
	if g.one(3) || len(g.vars) == 0 {
		return g.constant()
	}
	v := g.vars[g.r.IntN(len(g.vars))]
	text := v.text
	for strings.Contains(text, "#") {
		i := strings.IndexByte(text, '#')
		text = fmt.Sprintf("%s%d%s", text[:i], g.r.IntN(int(text[i+1]-'0')+1), text[i+2:])
	}
	return text
}

// effect changes a variable that nothing else in the statement knows.
func (g *cgen) effect(depth int) string {
	g.free--
	v := g.spare[g.free].text
	switch g.r.IntN(7) {
	case 0:
		return fmt.Sprintf("%s%s", v, g.pick([]string{"++", "--"}))
	case 1:
		return fmt.Sprintf("%s%s", g.pick([]string{"++", "--"}), v)
	case 2:
		return fmt.Sprintf("(%s %s= %s)", v, g.pick([]string{"+", "-", "*", "&", "|", "^", ""}), g.expr(depth-1))
	case 3:
		return fmt.Sprintf("(%s = %s, %s + %s)", v, g.term(g.expr(depth-1)), v, v)
	case 4:
		return fmt.Sprintf("(%s && (%s = %s))", g.term(g.expr(depth-1)), v, g.expr(depth-1))
	case 5:
		return fmt.Sprintf("(%s || %s++)", g.term(g.expr(depth-1)), v)
	}
	return fmt.Sprintf("(%s ? %s-- : ++%s)", g.term(g.expr(depth-1)), v, v)
}
