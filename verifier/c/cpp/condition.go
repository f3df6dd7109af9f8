package cpp

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// value is that of an expression behind #if.
type value struct {
	bits     uint64
	unsigned bool
}

func truth(b bool) value {
	if b {
		return value{bits: 1}
	}
	return value{}
}

// condition evaluates what is behind #if.
type condition struct {
	*preprocessor
	who   directive
	t     tok    // the next token
	op    string // the last operator
	dead  int    // so many operators around have decided already that this does not matter
	depth int
}

// maxNesting is how deeply an expression behind #if may be nested.
const maxNesting = 2000

// condition evaluates the condition of #if or #elif.
func (p *preprocessor) condition(d directive) bool {
	c := &condition{preprocessor: p, who: d}
	c.advance()
	if c.t.kind == EOF {
		p.fail(&c.t, "#%s with no expression", d)
	}
	v := c.expression()
	switch {
	case c.t.is(")"):
		p.fail(&c.t, "missing '(' in expression")
	case c.t.is(":"):
		p.fail(&c.t, " ':' without preceding '?'")
	case c.t.kind == Punct:
		p.fail(&c.t, "token \"%s\" is not valid in preprocessor expressions", c.t.text)
	case c.t.kind != EOF:
		p.fail(&c.t, "missing binary operator before token %q", c.t.text)
	}
	return v.bits != 0
}

func (c *condition) advance() { c.skipPadding(&c.t) }

// enter counts how deeply the expression is nested.
func (c *condition) enter() {
	if c.depth++; c.depth > maxNesting {
		c.fail(&c.t, "the expression is nested too deeply")
	}
}

// expression reads operands of commas.
func (c *condition) expression() value {
	v := c.choice()
	for c.t.is(",") {
		if c.dead == 0 {
			c.warn(&c.t, fmt.Sprintf("comma operator in operand of #%s", c.who))
		}
		c.op = ","
		c.advance()
		v = c.choice()
	}
	return v
}

// choice reads a ? b : c.
func (c *condition) choice() value {
	c.enter()
	defer func() { c.depth-- }()
	v := c.binary(1)
	if !c.t.is("?") {
		return v
	}
	c.op = "?"
	c.advance()
	a := c.unless(v.bits == 0, c.expression)
	if !c.t.is(":") {
		c.fail(&c.t, "'?' without following ':'")
	}
	c.op = ":"
	c.advance()
	b := c.unless(v.bits != 0, c.choice)
	out := b
	if v.bits != 0 {
		out = a
	}
	out.unsigned = a.unsigned || b.unsigned
	return out
}

// unless reads something that does not matter if it is dead.
func (c *condition) unless(dead bool, read func() value) value {
	if dead {
		c.dead++
		defer func() { c.dead-- }()
	}
	return read()
}

// levels are the binary operators by how strongly they bind.
var levels = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8,
	"+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

// binary reads operators that bind at least so strongly.
func (c *condition) binary(least int) value {
	x := c.unary()
	for c.t.kind == Punct {
		op, level := c.t, levels[c.t.text]
		if level < least || level == 0 {
			break
		}
		c.op = op.text
		c.advance()
		right := func() value { return c.binary(level + 1) }
		switch op.text {
		case "||":
			y := c.unless(x.bits != 0, right)
			x = truth(x.bits != 0 || y.bits != 0)
		case "&&":
			y := c.unless(x.bits == 0, right)
			x = truth(x.bits != 0 && y.bits != 0)
		default:
			x = c.apply(&op, x, right())
		}
	}
	return x
}

// apply computes an operator.
func (c *condition) apply(op *tok, x, y value) value {
	a, b := x.bits, y.bits
	either := x.unsigned || y.unsigned
	less := func(a, b uint64) bool {
		if either {
			return a < b
		}
		return int64(a) < int64(b)
	}
	switch op.text {
	case "|":
		return value{a | b, either}
	case "^":
		return value{a ^ b, either}
	case "&":
		return value{a & b, either}
	case "==", "!=":
		return truth((a == b) == (op.text == "=="))
	case "<", ">=":
		return truth(less(a, b) == (op.text == "<"))
	case ">", "<=":
		return truth(less(b, a) == (op.text == ">"))
	case "<<", ">>":
		return shift(x, y, op.text == "<<")
	}
	v, over := value{unsigned: either}, false
	switch op.text {
	case "+":
		v.bits = a + b
		over = int64(^(a^b)&(a^v.bits)) < 0
	case "-":
		v.bits = a - b
		over = int64((a^b)&(a^v.bits)) < 0
	case "*":
		v.bits = a * b
		hi, _ := bits.Mul64(magnitude(a), magnitude(b))
		over = hi != 0 || (int64(a^b) < 0) != (int64(v.bits) < 0) && v.bits != 0
	default:
		v.bits, over = c.divide(op, a, b, either)
	}
	if over && !either && c.dead == 0 {
		c.warn(op, "integer overflow in preprocessor expression")
	}
	return v
}

// divide computes / and %.
func (c *condition) divide(op *tok, a, b uint64, unsigned bool) (v uint64, over bool) {
	switch {
	case b == 0:
		if c.dead == 0 {
			c.fail(op, "division by zero in #%s", c.who)
		}
		return 0, false
	case unsigned && op.text == "/":
		return a / b, false
	case unsigned:
		return a % b, false
	case op.text == "/":
		return uint64(int64(a) / int64(b)), int64(b) == -1 && a == 1<<63
	}
	return uint64(int64(a) % int64(b)), false
}

func magnitude(a uint64) uint64 {
	if int64(a) < 0 {
		return -a
	}
	return a
}

// shift shifts by a number that may be negative.
func shift(x, by value, left bool) value {
	n := by.bits
	if !by.unsigned && int64(n) < 0 {
		left, n = !left, -n
	}
	switch {
	case left:
		x.bits <<= min(n, 64)
	case x.unsigned:
		x.bits >>= min(n, 64)
	default:
		x.bits = uint64(int64(x.bits) >> min(n, 63))
	}
	return x
}

// unary reads an operand.
func (c *condition) unary() value {
	c.enter()
	defer func() { c.depth-- }()
	t := c.t
	switch {
	case t.kind == Number:
		c.advance()
		return c.number(&t)
	case t.kind == Char:
		c.advance()
		return c.character(&t)
	case t.kind == Ident && t.sym == c.syms.defined:
		return c.isDefined()
	case t.kind == Ident:
		c.advance()
		return value{}
	case t.is("("):
		c.advance()
		if c.t.is(")") {
			c.fail(&c.t, "missing expression between '(' and ')'")
		}
		v := c.expression()
		if !c.t.is(")") {
			if c.t.kind != EOF && c.t.kind != Punct {
				c.fail(&c.t, "missing binary operator before token %q", c.t.text)
			}
			c.fail(&t, "missing ')' in expression")
		}
		c.advance()
		return v
	case t.is("+"), t.is("-"), t.is("~"), t.is("!"):
		c.op = t.text
		c.advance()
		v := c.unary()
		switch t.text {
		case "-":
			if v.bits == 1<<63 && !v.unsigned && c.dead == 0 {
				c.warn(&t, "integer overflow in preprocessor expression")
			}
			v.bits = -v.bits
		case "~":
			v.bits = ^v.bits
		case "!":
			v = truth(v.bits == 0)
		}
		return v
	case t.kind == EOF:
		if c.op == "" {
			c.fail(&t, "missing expression behind '('")
		}
		c.fail(&t, "operator '%s' has no right operand", c.op)
	case t.kind == Punct && levels[t.text] > 0:
		c.fail(&t, "operator '%s' has no left operand", t.text)
	case t.is("#"):
		c.fail(&t, "assertions behind #%s are not supported", c.who)
	}
	c.fail(&t, "token \"%s\" is not valid in preprocessor expressions", t.text)
	return value{}
}

// isDefined reads defined NAME or defined (NAME).
func (c *condition) isDefined() value {
	c.prevent++
	c.advance()
	paren := c.t.is("(")
	if paren {
		c.advance()
	}
	if c.t.kind != Ident {
		c.fail(&c.t, "operator \"defined\" requires an identifier")
	}
	v := truth(c.t.sym.defined())
	if paren {
		if c.advance(); !c.t.is(")") {
			c.fail(&c.t, "missing ')' after \"defined\"")
		}
	}
	c.prevent--
	c.advance()
	return v
}

// number evaluates a constant.
func (c *condition) number(t *tok) value {
	text := strings.ToLower(t.text)
	base, digits := 10, text
	switch {
	case strings.HasPrefix(text, "0x"):
		base, digits = 16, text[2:]
	case strings.HasPrefix(text, "0b"):
		base, digits = 2, text[2:]
	case text[0] == '0':
		base = 8
	}
	n := 0
	for n < len(digits) && (isDigit(digits[n]) || base == 16 && digits[n] >= 'a' && digits[n] <= 'f') {
		n++
	}
	digits, suffix := digits[:n], digits[n:]
	if strings.HasPrefix(suffix, ".") || base == 16 && strings.HasPrefix(suffix, "p") ||
		base != 16 && strings.HasPrefix(suffix, "e") {
		c.fail(t, "floating constant in preprocessor expression")
	}
	unsigned := strings.Count(suffix, "u") == 1
	switch strings.Replace(suffix, "u", "", 1) {
	case "", "l":
	case "ll":
		if !strings.Contains(t.text, "ll") && !strings.Contains(t.text, "LL") {
			c.fail(t, "invalid suffix %q on integer constant", t.text[len(t.text)-len(suffix):])
		}
	default:
		if strings.ContainsAny(suffix, "ij") && strings.Trim(suffix, "ijul") == "" {
			c.fail(t, "imaginary number in preprocessor expression")
		}
		c.fail(t, "invalid suffix %q on integer constant", t.text[len(t.text)-len(suffix):])
	}
	v, over := uint64(0), false
	for _, d := range []byte(digits) {
		k, _ := strconv.ParseUint(string(rune(d)), 16, 8)
		if int(k) >= base {
			name := map[int]string{2: "binary", 8: "octal"}[base]
			c.fail(t, "invalid digit \"%c\" in %s constant", d, name)
		}
		hi, lo := bits.Mul64(v, uint64(base))
		next := lo + k
		over = over || hi != 0 || next < lo
		v = next
	}
	if len(digits) == 0 {
		c.fail(t, "invalid suffix %q on integer constant", t.text[1:])
	}
	switch {
	case over:
		c.warn(t, "integer constant is too large for its type")
	case !unsigned && int64(v) < 0 && base == 10:
		c.warn(t, "integer constant is so large that it is unsigned")
	}
	return value{v, unsigned || int64(v) < 0}
}

// character evaluates a character constant.
func (c *condition) character(t *tok) value {
	open := strings.IndexByte(t.text, '\'')
	prefix, body := t.text[:open], t.text[open+1:len(t.text)-1]
	if body == "" {
		c.fail(t, "empty character constant")
	}
	width := map[string]uint{"": 8, "u": 16, "U": 32, "L": 32}[prefix]
	v, n := uint64(0), 0
	for ; body != ""; n++ {
		r, rest := c.escaped(t, body, width)
		body = rest
		if width == 8 {
			v = v<<8 | r&0xFF
		} else {
			v = r & (1<<width - 1)
		}
	}
	switch {
	case width == 8 && n > 4 || width > 8 && n > 1:
		c.warn(t, "character constant too long for its type")
	case n > 1:
		c.warn(t, "multi-character character constant")
	}
	switch {
	case prefix == "u" || prefix == "U":
		return value{v, true}
	case width == 8 && n == 1:
		return value{bits: uint64(int64(int8(v)))}
	}
	return value{bits: uint64(int64(int32(v)))}
}
