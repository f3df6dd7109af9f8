package smt_test

import (
	"math/big"
	"math/bits"
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/theory/smt"
)

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func outside(n int) bool { return n != int(int8(n)) }

// byteOps are the operators on bytes as Go computes them; divisors are not 0.
var byteOps = map[string]struct {
	typed func(a, b smt.BitVec) smt.Expr
	want  func(a, b uint8) uint64
}{
	"not":    {func(a, b smt.BitVec) smt.Expr { return a.Not() }, func(a, b uint8) uint64 { return uint64(^a) }},
	"neg":    {func(a, b smt.BitVec) smt.Expr { return a.Neg() }, func(a, b uint8) uint64 { return uint64(-a) }},
	"redor":  {func(a, b smt.BitVec) smt.Expr { return a.RedOr() }, func(a, b uint8) uint64 { return truth(a != 0) }},
	"redand": {func(a, b smt.BitVec) smt.Expr { return a.RedAnd() }, func(a, b uint8) uint64 { return truth(a == 255) }},
	"and":    {func(a, b smt.BitVec) smt.Expr { return a.And(b, a) }, func(a, b uint8) uint64 { return uint64(a & b) }},
	"or":     {func(a, b smt.BitVec) smt.Expr { return a.Or(b, a) }, func(a, b uint8) uint64 { return uint64(a | b) }},
	"xor":    {func(a, b smt.BitVec) smt.Expr { return a.Xor(b, b, b) }, func(a, b uint8) uint64 { return uint64(a ^ b) }},
	"nand":   {func(a, b smt.BitVec) smt.Expr { return a.Nand(b) }, func(a, b uint8) uint64 { return uint64(^(a & b)) }},
	"nor":    {func(a, b smt.BitVec) smt.Expr { return a.Nor(b) }, func(a, b uint8) uint64 { return uint64(^(a | b)) }},
	"xnor":   {func(a, b smt.BitVec) smt.Expr { return a.Xnor(b) }, func(a, b uint8) uint64 { return uint64(^(a ^ b)) }},
	"add":    {func(a, b smt.BitVec) smt.Expr { return a.Add(b, b) }, func(a, b uint8) uint64 { return uint64(a + b + b) }},
	"sub":    {func(a, b smt.BitVec) smt.Expr { return a.Sub(b) }, func(a, b uint8) uint64 { return uint64(a - b) }},
	"mul":    {func(a, b smt.BitVec) smt.Expr { return a.Mul(b, b) }, func(a, b uint8) uint64 { return uint64(a * b * b) }},
	"udiv":   {func(a, b smt.BitVec) smt.Expr { return a.Udiv(b) }, func(a, b uint8) uint64 { return uint64(a / b) }},
	"urem":   {func(a, b smt.BitVec) smt.Expr { return a.Urem(b) }, func(a, b uint8) uint64 { return uint64(a % b) }},
	"sdiv":   {func(a, b smt.BitVec) smt.Expr { return a.Sdiv(b) }, func(a, b uint8) uint64 { return uint64(uint8(int8(a) / int8(b))) }},
	"srem":   {func(a, b smt.BitVec) smt.Expr { return a.Srem(b) }, func(a, b uint8) uint64 { return uint64(uint8(int8(a) % int8(b))) }},
	"smod": {func(a, b smt.BitVec) smt.Expr { return a.Smod(b) }, func(a, b uint8) uint64 {
		return uint64(uint8((int(int8(a))%int(int8(b)) + int(int8(b))) % int(int8(b))))
	}},
	"shl":     {func(a, b smt.BitVec) smt.Expr { return a.Shl(b) }, func(a, b uint8) uint64 { return uint64(a << b) }},
	"lshr":    {func(a, b smt.BitVec) smt.Expr { return a.Lshr(b) }, func(a, b uint8) uint64 { return uint64(a >> b) }},
	"ashr":    {func(a, b smt.BitVec) smt.Expr { return a.Ashr(b) }, func(a, b uint8) uint64 { return uint64(uint8(int8(a) >> b)) }},
	"rotl":    {func(a, b smt.BitVec) smt.Expr { return a.RotateLeftBy(b) }, func(a, b uint8) uint64 { return uint64(bits.RotateLeft8(a, int(b%8))) }},
	"rotr":    {func(a, b smt.BitVec) smt.Expr { return a.RotateRightBy(b) }, func(a, b uint8) uint64 { return uint64(bits.RotateLeft8(a, -int(b%8))) }},
	"rotl3":   {func(a, b smt.BitVec) smt.Expr { return a.RotateLeft(11) }, func(a, b uint8) uint64 { return uint64(bits.RotateLeft8(a, 3)) }},
	"rotr3":   {func(a, b smt.BitVec) smt.Expr { return a.RotateRight(3) }, func(a, b uint8) uint64 { return uint64(bits.RotateLeft8(a, -3)) }},
	"concat":  {func(a, b smt.BitVec) smt.Expr { return a.Concat(b) }, func(a, b uint8) uint64 { return uint64(a)<<8 | uint64(b) }},
	"extract": {func(a, b smt.BitVec) smt.Expr { return a.Extract(6, 2) }, func(a, b uint8) uint64 { return uint64(a >> 2 & 31) }},
	"zext":    {func(a, b smt.BitVec) smt.Expr { return a.ZeroExtend(3) }, func(a, b uint8) uint64 { return uint64(a) }},
	"sext":    {func(a, b smt.BitVec) smt.Expr { return a.SignExtend(8) }, func(a, b uint8) uint64 { return uint64(uint16(int8(a))) }},
	"repeat":  {func(a, b smt.BitVec) smt.Expr { return a.Repeat(2) }, func(a, b uint8) uint64 { return uint64(a) * 257 }},
	"bit":     {func(a, b smt.BitVec) smt.Expr { return a.Bit(5).ToBitVec() }, func(a, b uint8) uint64 { return uint64(a >> 5 & 1) }},
	"comp":    {func(a, b smt.BitVec) smt.Expr { return a.Comp(b) }, func(a, b uint8) uint64 { return truth(a == b) }},
	"eq":      {func(a, b smt.BitVec) smt.Expr { return a.Eq(b) }, func(a, b uint8) uint64 { return truth(a == b) }},
	"ne":      {func(a, b smt.BitVec) smt.Expr { return a.Ne(b) }, func(a, b uint8) uint64 { return truth(a != b) }},
	"ult":     {func(a, b smt.BitVec) smt.Expr { return a.Ult(b) }, func(a, b uint8) uint64 { return truth(a < b) }},
	"ule":     {func(a, b smt.BitVec) smt.Expr { return a.Ule(b) }, func(a, b uint8) uint64 { return truth(a <= b) }},
	"ugt":     {func(a, b smt.BitVec) smt.Expr { return a.Ugt(b) }, func(a, b uint8) uint64 { return truth(a > b) }},
	"uge":     {func(a, b smt.BitVec) smt.Expr { return a.Uge(b) }, func(a, b uint8) uint64 { return truth(a >= b) }},
	"slt":     {func(a, b smt.BitVec) smt.Expr { return a.Slt(b) }, func(a, b uint8) uint64 { return truth(int8(a) < int8(b)) }},
	"sle":     {func(a, b smt.BitVec) smt.Expr { return a.Sle(b) }, func(a, b uint8) uint64 { return truth(int8(a) <= int8(b)) }},
	"sgt":     {func(a, b smt.BitVec) smt.Expr { return a.Sgt(b) }, func(a, b uint8) uint64 { return truth(int8(a) > int8(b)) }},
	"sge":     {func(a, b smt.BitVec) smt.Expr { return a.Sge(b) }, func(a, b uint8) uint64 { return truth(int8(a) >= int8(b)) }},
	"nego":    {func(a, b smt.BitVec) smt.Expr { return a.NegOverflow() }, func(a, b uint8) uint64 { return truth(a == 128) }},
	"uaddo":   {func(a, b smt.BitVec) smt.Expr { return a.UaddOverflow(b) }, func(a, b uint8) uint64 { return truth(int(a)+int(b) > 255) }},
	"usubo":   {func(a, b smt.BitVec) smt.Expr { return a.UsubOverflow(b) }, func(a, b uint8) uint64 { return truth(int(a) < int(b)) }},
	"umulo":   {func(a, b smt.BitVec) smt.Expr { return a.UmulOverflow(b) }, func(a, b uint8) uint64 { return truth(int(a)*int(b) > 255) }},
	"saddo":   {func(a, b smt.BitVec) smt.Expr { return a.SaddOverflow(b) }, func(a, b uint8) uint64 { return truth(outside(int(int8(a)) + int(int8(b)))) }},
	"ssubo":   {func(a, b smt.BitVec) smt.Expr { return a.SsubOverflow(b) }, func(a, b uint8) uint64 { return truth(outside(int(int8(a)) - int(int8(b)))) }},
	"smulo":   {func(a, b smt.BitVec) smt.Expr { return a.SmulOverflow(b) }, func(a, b uint8) uint64 { return truth(outside(int(int8(a)) * int(int8(b)))) }},
	"sdivo":   {func(a, b smt.BitVec) smt.Expr { return a.SdivOverflow(b) }, func(a, b uint8) uint64 { return truth(outside(int(int8(a)) / int(int8(b)))) }},
	"nat":     {func(a, b smt.BitVec) smt.Expr { return a.ToInt().Add(b.ToInt()).ToBitVec(8) }, func(a, b uint8) uint64 { return uint64(a + b) }},
	"int":     {func(a, b smt.BitVec) smt.Expr { return a.ToSignedInt().ToBitVec(16) }, func(a, b uint8) uint64 { return uint64(uint16(int8(a))) }},
	"ite":     {func(a, b smt.BitVec) smt.Expr { return smt.Ite(a.Ult(b), a, b) }, func(a, b uint8) uint64 { return uint64(min(a, b)) }},
}

// Typed operators mean what Go's do: what a model evaluates, and what the solver decides.
func TestBitVecOperators(t *testing.T) {
	st := smt.NewStore()
	a, b := st.BitVec("a", 8), st.BitVec("b", 8)
	r := rand.New(rand.NewSource(1))
	pairs := [][2]uint8{{128, 255}, {0, 1}, {127, 1}, {255, 255}, {128, 128}, {7, 248}}
	for range 20 {
		pairs = append(pairs, [2]uint8{uint8(r.Intn(256)), uint8(1 + r.Intn(255))})
	}
	for _, p := range pairs {
		here := a.Eq(st.BitVecVal(uint64(p[0]), 8)).And(b.Eq(st.BitVecVal(uint64(p[1]), 8)))
		m := modelOf(t, st, here)
		for name, op := range byteOps {
			x, want := op.typed(a, b), op.want(p[0], p[1])
			v, err := m.Eval(x)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := v.Uint64()
			if f, isFormula := x.(smt.Bool); isFormula {
				got, ok = truth(v.IsTrue()), true
				x = f.ToBitVec()
			}
			if !ok || got != want {
				t.Errorf("%s of %d, %d is %s, want %d", name, p[0], p[1], v, want)
			}
			if name == "nat" || name == "int" {
				continue // not decided together with Int yet
			}
			y := x.(smt.BitVec)
			s := smt.NewSession(st, smt.Config{})
			s.Assert(here.And(y.Ne(st.BitVecVal(want, y.Width()))))
			if r, err := s.Check(t.Context()); err != nil || r.Status != smt.Unsat {
				t.Errorf("%s of %d, %d may be other than %d: %v, %v", name, p[0], p[1], want, r, err)
			}
		}
	}
}

func TestBitVecValues(t *testing.T) {
	st := smt.NewStore()
	minus, wide := big.NewInt(-3), new(big.Int).Lsh(big.NewInt(5), 70)
	m := modelOf(t, st, st.BitVec("x", 70).Eq(st.BigBitVec(minus, 70)).And(st.BitVec("y", 80).Eq(st.BigBitVec(wide, 80))))
	x, err := m.Eval(st.BitVec("x", 70))
	if n, ok := x.Signed(); err != nil || !ok || n.Cmp(minus) != 0 {
		t.Errorf("x is %s, want -3", x)
	}
	if n, err := m.BitVec(st.BitVec("y", 80)); err != nil || n.Cmp(wide) != 0 {
		t.Errorf("y is %v, want %v", n, wide)
	}
	y, _ := m.Eval(st.BitVec("y", 80))
	if _, ok := y.Uint64(); ok {
		t.Error("a wide number fits in 64 bits")
	}
	if _, ok := y.Int(); ok {
		t.Error("a bit-vector is an integer")
	}
	if got := st.BitVecVal(300, 8); got != st.BitVecVal(44, 8) || got.Width() != 8 || st.Int("i").Sort().Width() != 0 {
		t.Errorf("300 in 8 bits is %v", got)
	}

	s, n := smt.NewSession(st, smt.Config{}), 0
	z := st.BitVec("z", 5)
	s.Assert(z.Urem(st.BitVecVal(3, 5)).Eq(st.BitVecVal(1, 5)))
	for _, err := range s.Models(t.Context(), z) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 11 { // 1, 4 ... 31
		t.Errorf("%d models, want 11", n)
	}
	s.Assert(z.ToInt().Gt(st.IntVal(40)))
	if r, err := s.Check(t.Context()); err != nil || r.Status == smt.Sat {
		t.Error(r, err)
	}
}

// What is ill-sorted panics with a *Misuse, and leaves the store unlocked.
func TestBitVecMisuse(t *testing.T) {
	st := smt.NewStore()
	a, b := st.BitVec("a", 8), st.BitVec("b", 9)
	for i, c := range []struct {
		f    func()
		want string
	}{
		{func() { a.Add(b) }, "argument 2 is of sort (_ BitVec 9), want (_ BitVec 8)"},
		{func() { a.Ult(b) }, "argument 2 is of sort (_ BitVec 9), want (_ BitVec 8)"},
		{func() { smt.Ite(st.Bool("c"), a, b) }, "argument 3 is of sort (_ BitVec 9), want (_ BitVec 8)"},
		{func() { st.BitVec("a", 9) }, "it is already declared with other sorts"},
		{func() { st.BitVec("w", 0) }, "width 0"},
		{func() { st.BitVecVal(1, 1<<16) }, "width 65536"},
		{func() { a.Extract(8, 0) }, "bits 8 to 0 of 8"},
		{func() { a.Extract(2, 3) }, "bits 2 to 3 of 8"},
		{func() { a.Extract(2, -1) }, "bits 2 to -1 of 8"},
		{func() { a.Repeat(0) }, "width 0"},
		{func() { a.Repeat(1 << 14) }, "width 131072"},
		{func() { a.ZeroExtend(-1) }, "index -1"},
		{func() { a.SignExtend(1<<16 - 1) }, "width 65543"},
		{func() { a.Repeat(8000).Concat(a.Repeat(8000)) }, "width 128000"},
		{func() { st.Int("i").ToBitVec(0) }, "width 0"},
		{func() { smt.BitVec{}.Not() }, "argument 1 is the zero term"},
		{func() { smt.BitVec{}.Bit(0) }, "argument 1 is the zero term"},
		{func() { smt.BitVec{}.Extract(0, 0) }, "argument 1 is the zero term"},
		{func() { smt.Bool{}.ToBitVec() }, "argument 1 is the zero term"},
		{func() { smt.BitVec(st.Int("i")).Neg() }, "argument 1 is of sort Int, want bit-vector"},
		{func() { smt.BitVec(st.Int("i")).Concat(a) }, "argument 1 is of sort Int, want bit-vector"},
		{func() { smt.BitVec(st.Int("i")).Extract(0, 0) }, "argument 1 is of sort Int, want bit-vector"},
		{func() { smt.Int(a).ToBitVec(8) }, "argument 1 is of sort (_ BitVec 8), want Int"},
	} {
		if got := misused(c.f); got != c.want {
			t.Errorf("%d: %s, want %s", i, got, c.want)
		}
	}
	for _, op := range []string{"rotate", "bvadd"} {
		if _, err := st.ApplyIndexed(op, a.Term, 1); err == nil {
			t.Errorf("%s has an index", op)
		}
	}
	if _, err := st.ApplyIndexed("extract", a.Term, 1); err == nil {
		t.Error("extract has one index")
	}
	if _, err := st.Apply("extract", a.Term); err == nil {
		t.Error("extract has no indices")
	}
}
