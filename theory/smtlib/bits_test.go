package smtlib_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// signed returns a as a number of two's complement.
func signed(a, width int) int {
	if a>>(width-1)&1 == 1 {
		return a - 1<<width
	}
	return a
}

func quo(a, b int) int { // rounded towards 0, as Go does
	if b == 0 {
		return -1
	}
	return a / b
}

func rem(a, b int) int {
	if b == 0 {
		return a
	}
	return a % b
}

// fits reports whether a signed number fits into a width.
func fits(n, width int) bool { return -1<<(width-1) <= n && n < 1<<(width-1) }

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// shift returns a shifted by k, to the left if k is positive, without its wraparound.
func shift(a, k, width int) int {
	switch {
	case k >= width:
		return 0
	case k <= -width:
		return a >> width // 0 or -1
	case k < 0:
		return a >> -k
	}
	return a << k
}

func rotate(a, k, width int) int { return a<<(k%width) | a>>(width-k%width) }

// TestBitsFunctions compares functions on bit-vectors with integers, for all arguments of
// width 1 to 4. The widths of results differ: negative for a Bool, 0 for an Int.
func TestBitsFunctions(t *testing.T) {
	const isBool, isInt = -1, 0
	for _, test := range []struct {
		text string // %[1]s and %[2]s are the arguments
		size func(width int) int
		want func(a, b, width int) int
	}{
		{"(concat %[1]s %[2]s)", func(w int) int { return 2 * w }, func(a, b, w int) int { return a<<w | b }},
		{"(bvnot %[1]s)", nil, func(a, _, w int) int { return ^a }},
		{"(bvneg %[1]s)", nil, func(a, _, w int) int { return -a }},
		{"(bvand %[1]s %[2]s)", nil, func(a, b, _ int) int { return a & b }},
		{"(bvor %[1]s %[2]s)", nil, func(a, b, _ int) int { return a | b }},
		{"(bvxor %[1]s %[2]s %[1]s %[2]s %[2]s)", nil, func(a, b, _ int) int { return b }},
		{"(bvnand %[1]s %[2]s)", nil, func(a, b, _ int) int { return ^(a & b) }},
		{"(bvnor %[1]s %[2]s)", nil, func(a, b, _ int) int { return ^(a | b) }},
		{"(bvxnor %[1]s %[2]s)", nil, func(a, b, _ int) int { return ^(a ^ b) }},
		{"(bvcomp %[1]s %[2]s)", func(int) int { return 1 }, func(a, b, _ int) int { return number(a == b) }},
		{"(bvadd %[1]s %[2]s %[2]s)", nil, func(a, b, _ int) int { return a + 2*b }},
		{"(bvsub %[1]s %[2]s)", nil, func(a, b, _ int) int { return a - b }},
		{"(bvmul %[1]s %[2]s)", nil, func(a, b, _ int) int { return a * b }},
		{"(bvudiv %[1]s %[2]s)", nil, func(a, b, _ int) int { return quo(a, b) }},
		{"(bvurem %[1]s %[2]s)", nil, func(a, b, _ int) int { return rem(a, b) }},
		{"(bvsdiv %[1]s %[2]s)", nil, func(a, b, w int) int {
			if x := signed(a, w); b == 0 && x < 0 {
				return 1
			}
			return quo(signed(a, w), signed(b, w))
		}},
		{"(bvsrem %[1]s %[2]s)", nil, func(a, b, w int) int { return rem(signed(a, w), signed(b, w)) }},
		{"(bvsmod %[1]s %[2]s)", nil, func(a, b, w int) int {
			x, y := signed(a, w), signed(b, w)
			if r := rem(x, y); r != 0 && y != 0 && (r < 0) != (y < 0) {
				return r + y
			}
			return rem(x, y)
		}},
		{"(bvshl %[1]s %[2]s)", nil, func(a, b, w int) int { return shift(a, b, w) }},
		{"(bvlshr %[1]s %[2]s)", nil, func(a, b, w int) int { return shift(a, -b, w) }},
		{"(bvashr %[1]s %[2]s)", nil, func(a, b, w int) int { return shift(signed(a, w), -b, w) }},
		{"(ext_rotate_left %[1]s %[2]s)", nil, func(a, b, w int) int { return rotate(a, b, w) }},
		{"(ext_rotate_right %[1]s %[2]s)", nil, func(a, b, w int) int { return rotate(a, w-b%w, w) }},
		{"((_ rotate_left 5) %[1]s)", nil, func(a, _, w int) int { return rotate(a, 5, w) }},
		{"((_ rotate_right 5) %[1]s)", nil, func(a, _, w int) int { return rotate(a, w-5%w, w) }},
		{"((_ zero_extend 3) %[1]s)", func(w int) int { return w + 3 }, func(a, _, _ int) int { return a }},
		{"((_ sign_extend 3) %[1]s)", func(w int) int { return w + 3 }, func(a, _, w int) int { return signed(a, w) }},
		{"((_ repeat 3) %[1]s)", func(w int) int { return 3 * w }, func(a, _, w int) int { return a | a<<w | a<<(2*w) }},
		{"((_ extract 0 0) %[1]s)", func(int) int { return 1 }, func(a, _, _ int) int { return a }},
		{"((_ extract 1 1) (concat %[1]s %[2]s))", func(int) int { return 1 }, func(a, b, w int) int { return (a<<w | b) >> 1 }},
		{"(bvredor %[1]s)", func(int) int { return 1 }, func(a, _, _ int) int { return number(a != 0) }},
		{"(bvredand %[1]s)", func(int) int { return 1 }, func(a, _, w int) int { return number(a == 1<<w-1) }},
		{"(bv2nat %[1]s)", func(int) int { return isInt }, func(a, _, _ int) int { return a }},
		{"(ubv_to_int %[1]s)", func(int) int { return isInt }, func(a, _, _ int) int { return a }},
		{"(sbv_to_int %[1]s)", func(int) int { return isInt }, func(a, _, w int) int { return signed(a, w) }},
		{"((_ int_to_bv 2) (- (ubv_to_int %[1]s) 7))", func(int) int { return 2 }, func(a, _, _ int) int { return a - 7 }},
		{"(bvult %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, _ int) int { return number(a < b) }},
		{"(bvule %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, _ int) int { return number(a <= b) }},
		{"(bvugt %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, _ int) int { return number(a > b) }},
		{"(bvuge %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, _ int) int { return number(a >= b) }},
		{"(bvslt %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(signed(a, w) < signed(b, w)) }},
		{"(bvsle %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(signed(a, w) <= signed(b, w)) }},
		{"(bvsgt %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(signed(a, w) > signed(b, w)) }},
		{"(bvsge %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(signed(a, w) >= signed(b, w)) }},
		{"(bvnego %[1]s)", func(int) int { return isBool }, func(a, _, w int) int { return number(!fits(-signed(a, w), w)) }},
		{"(bvuaddo %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(a+b >= 1<<w) }},
		{"(bvsaddo %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(!fits(signed(a, w)+signed(b, w), w)) }},
		{"(bvumulo %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(a*b >= 1<<w) }},
		{"(bvsmulo %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(!fits(signed(a, w)*signed(b, w), w)) }},
		{"(bvusubo %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(a < b) }},
		{"(bvssubo %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(!fits(signed(a, w)-signed(b, w), w)) }},
		{"(bvsmul_noovfl %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(signed(a, w)*signed(b, w) < 1<<(w-1)) }},
		{"(bvsmul_noudfl %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int { return number(signed(a, w)*signed(b, w) >= -1<<(w-1)) }},
		{"(bvsdivo %[1]s %[2]s)", func(int) int { return isBool }, func(a, b, w int) int {
			return number(b != 0 && !fits(signed(a, w)/signed(b, w), w))
		}},
	} {
		for width := 1; width <= 4; width++ {
			size := width
			if test.size != nil {
				size = test.size(width)
			}
			for k := range 1 << (2 * width) {
				a, b := k>>width, k&(1<<width-1)
				text := fmt.Sprintf(test.text, fmt.Sprintf("#b%0*b", width, a), fmt.Sprintf("(_ bv%d %d)", b, width))
				got, err := eval(text)
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				n, _ := got.Int().Int64()
				want := test.want(a, b, width)
				switch {
				case size == isBool:
					n = int64(number(got.IsTrue()))
				case size > 0:
					want &= 1<<size - 1
				}
				if n != int64(want) || size > 0 && got.Width() != size {
					t.Errorf("%s is %v, want %d", text, got, want)
				}
			}
		}
	}
}

// eval returns the value of a term without constants.
func eval(text string) (model.Value, error) {
	st := term.NewStore()
	r := smtlib.NewReader("t", strings.NewReader("(get-value ("+text+"))"), st)
	c, err := r.Next()
	if err != nil {
		return model.Value{}, err
	}
	return model.New(st, model.Options{Strict: true}).Eval(c.Terms[0])
}
