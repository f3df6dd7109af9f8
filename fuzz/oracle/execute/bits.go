package execute

import (
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// Bit-vectors have up to 64 bits. A value is the bits as they are, those above the width 0.

// maxWidth is the greatest width.
const maxWidth = 64

// operator is what a function with {:bvbuiltin} or {:builtin} stands for.
type operator struct {
	name  string
	index [2]int // those of (_ name index...)
}

var (
	anyBuiltin = regexp.MustCompile(`\{:(?:bv)?builtin "([^"]*)"\}`)
	bitsType   = regexp.MustCompile(`^bv([0-9]+)$`)
	bitsText   = regexp.MustCompile(`^([0-9]+)bv([0-9]+)$`)
)

// operatorOf reads the attributes of a function.
func operatorOf(attrs string) *operator {
	m := anyBuiltin.FindStringSubmatch(attrs)
	if m == nil {
		return nil
	}
	words := strings.Fields(strings.Trim(strings.TrimPrefix(m[1], "(_ "), ")"))
	if len(words) == 0 || len(words) > 3 {
		panic(bad("operator " + m[1]))
	}
	o := &operator{name: words[0]}
	for i, w := range words[1:] {
		k, err := strconv.Atoi(w)
		if err != nil {
			panic(bad("operator " + m[1]))
		}
		o.index[i] = k
	}
	if o.name != "bv2int" && o.name != "int2bv" && !known[o.name] {
		panic(bad("operator " + m[1]))
	}
	return o
}

// known are the operators on bit-vectors.
var known = map[string]bool{
	"bvnot": true, "bvneg": true, "bvand": true, "bvor": true, "bvxor": true, "bvadd": true, "bvsub": true, "bvmul": true,
	"bvudiv": true, "bvurem": true, "bvsdiv": true, "bvsrem": true, "bvsmod": true, "bvshl": true, "bvlshr": true, "bvashr": true,
	"bvult": true, "bvule": true, "bvugt": true, "bvuge": true, "bvslt": true, "bvsle": true, "bvsgt": true, "bvsge": true,
	"zero_extend": true, "sign_extend": true, "extract": true, "concat": true,
}

// bitsSortOf returns the sort of a type of bit-vectors, nil of another one.
func (c *compiler) bitsSortOf(name string) *sort {
	m := bitsType.FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	w, err := strconv.Atoi(m[1])
	if err != nil || w < 1 || w > maxWidth {
		panic(bad("type " + name))
	}
	s := &sort{kind: bitsSort, width: w}
	c.sorts[name] = s
	return s
}

// literal reads a number with a width, if text is one.
func (c *compiler) literal(x *expr, text string) bool {
	m := bitsText.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	x.sort = c.sort(&bpl.Type{Name: "bv" + m[2]})
	n, err := strconv.ParseUint(m[1], 10, 64)
	if err != nil || n&^mask(x.sort.width) != 0 {
		panic(bad("number " + text))
	}
	x.n = int64(n)
	return true
}

// slice resolves x[high:low] and x ++ y, whose operands are known.
func (c *compiler) slice(x *expr, bounds string) {
	w := 0
	for _, a := range x.args {
		if a.sort == nil || a.sort.kind != bitsSort {
			panic(bad("bits of something else"))
		}
		w += a.sort.width
	}
	if x.op == bpl.Extract {
		hi, lo, _ := strings.Cut(bounds, ":")
		high, _ := strconv.Atoi(hi)
		low, _ := strconv.Atoi(lo)
		x.n, w = int64(low), high-low
	}
	x.sort = c.sort(&bpl.Type{Name: "bv" + strconv.Itoa(w)})
}

// mask returns the number with the lowest w bits set.
func mask(w int) uint64 { return ^uint64(0) >> (64 - w) }

// signed returns the value of w bits as a signed number.
func signed(n uint64, w int) int64 { return int64(n<<(64-w)) >> (64 - w) }

func vector(s *sort, n uint64) value {
	return value{kind: bitsSort, width: s.width, n: int64(n & mask(s.width))}
}

// operate applies an operator to what is known.
func (e *env) operate(x *expr) value {
	args := make([]uint64, len(x.args))
	for i, a := range x.args {
		args[i] = uint64(e.known(a).n)
	}
	a, w := args[0], 0
	if s := x.args[0].sort; s != nil {
		w = s.width
	}
	switch name := x.operator.name; name {
	case "int2bv", "zero_extend":
		return vector(x.sort, a)
	case "bv2int":
		if a > far {
			panic(lost{})
		}
		return integer(int64(a))
	case "sign_extend":
		return vector(x.sort, uint64(signed(a, w)))
	case "extract":
		return vector(x.sort, a>>x.operator.index[1])
	case "concat":
		return vector(x.sort, a<<x.args[1].sort.width|args[1])
	case "bvnot":
		return vector(x.sort, ^a)
	case "bvneg":
		return vector(x.sort, -a)
	default:
		if x.sort.kind == boolSort {
			return truth(compares(name[2:], a, args[1], w))
		}
		return vector(x.sort, calculate(name, a, args[1], w))
	}
}

// compares evaluates ult, sge and so on.
func compares(name string, a, b uint64, w int) bool {
	if name[0] == 's' { // the order of unsigned numbers, with the sign flipped
		a, b = a^1<<(w-1), b^1<<(w-1)
	}
	switch name[1:] {
	case "lt":
		return a < b
	case "le":
		return a <= b
	case "gt":
		return a > b
	}
	return a >= b
}

// calculate evaluates an operator on two vectors of w bits; the result may have more.
func calculate(name string, a, b uint64, w int) uint64 {
	switch name {
	case "bvand":
		return a & b
	case "bvor":
		return a | b
	case "bvxor":
		return a ^ b
	case "bvadd":
		return a + b
	case "bvsub":
		return a - b
	case "bvmul":
		_, lo := bits.Mul64(a, b)
		return lo
	case "bvshl":
		return a << b
	case "bvlshr":
		return a >> b
	case "bvashr":
		return uint64(signed(a, w) >> b)
	case "bvudiv", "bvurem":
		return divides(name == "bvudiv", a, b)
	}
	return dividesSigned(name, a, b, w)
}

// divides returns the quotient or the remainder; the quotient by 0 has all bits set.
func divides(quotient bool, a, b uint64) uint64 {
	switch {
	case b == 0 && quotient:
		return ^uint64(0)
	case b == 0:
		return a
	case quotient:
		return a / b
	}
	return a % b
}

// dividesSigned rounds the quotient towards 0. The remainder has the sign of a, for bvsmod
// that of b.
func dividesSigned(name string, a, b uint64, w int) uint64 {
	minusA, minusB := signed(a, w) < 0, signed(b, w) < 0
	if minusA {
		a = -a & mask(w)
	}
	if minusB {
		b = -b & mask(w)
	}
	r := divides(name == "bvsdiv", a, b)
	switch name {
	case "bvsdiv":
		if minusA != minusB {
			r = -r
		}
		return r
	case "bvsrem":
		if minusA {
			r = -r
		}
		return r
	}
	rest := r & mask(w)
	if minusA {
		r = -r
	}
	if minusA != minusB && rest != 0 {
		if minusB {
			b = -b
		}
		r += b
	}
	return r
}
