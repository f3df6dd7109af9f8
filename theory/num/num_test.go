package num

import (
	"math"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
)

// interesting draws numbers near the limits of overflow tests, and random ones of
// every size.
func interesting(r *rand.Rand) *big.Int {
	edges := []int64{0, 1, -1, 2, -2, 3, 10, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1,
		1 << 31, -1 << 31, 1<<31 - 1, 1 << 32, 1 << 62, -1 << 62}
	switch r.Intn(5) {
	case 0:
		return big.NewInt(edges[r.Intn(len(edges))])
	case 1:
		return big.NewInt(int64(r.Intn(41) - 20))
	case 2:
		return big.NewInt(int64(r.Uint64()) >> r.Intn(64))
	case 3: // 2^63, 2^127 and neighbours
		x := new(big.Int).Lsh(big.NewInt(1), uint(62+r.Intn(4)+r.Intn(2)*64))
		x.Add(x, big.NewInt(int64(r.Intn(5)-2)))
		if r.Intn(2) == 0 {
			x.Neg(x)
		}
		return x
	}
	x := new(big.Int).Rand(r, new(big.Int).Lsh(big.NewInt(1), uint(1+r.Intn(200))))
	if r.Intn(2) == 0 {
		x.Neg(x)
	}
	return x
}

func checkInt(t *testing.T, op string, a, b *big.Int, got Int, want *big.Int) {
	t.Helper()
	if got.Big().Cmp(want) != 0 {
		t.Fatalf("%s(%v, %v) = %v, want %v", op, a, b, got, want)
	}
	if (got.b != nil) == want.IsInt64() || got.b != nil && got.w != 0 {
		t.Fatalf("%s(%v, %v) = %v is not canonical", op, a, b, got)
	}
}

func TestIntAgainstBig(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	nb := func() *big.Int { return new(big.Int) }
	for range extent.Of(20000, 100000) {
		x, y := interesting(r), interesting(r)
		if r.Intn(8) == 0 {
			y.Set(x)
		}
		a, b := FromBig(x), FromBig(y)
		checkInt(t, "add", x, y, a.Add(b), nb().Add(x, y))
		checkInt(t, "sub", x, y, a.Sub(b), nb().Sub(x, y))
		checkInt(t, "mul", x, y, a.Mul(b), nb().Mul(x, y))
		checkInt(t, "neg", x, y, a.Neg(), nb().Neg(x))
		checkInt(t, "abs", x, y, a.Abs(), nb().Abs(x))
		checkInt(t, "gcd", x, y, a.GCD(b), nb().GCD(nil, nil, nb().Abs(x), nb().Abs(y)))
		n := uint(r.Intn(70))
		checkInt(t, "lsh", x, big.NewInt(int64(n)), a.Lsh(n), nb().Lsh(x, n))
		if a.Cmp(b) != x.Cmp(y) || a.Equal(b) != (x.Cmp(y) == 0) || a.Less(b) != (x.Cmp(y) < 0) || a.Sign() != x.Sign() ||
			a.IsZero() != (x.Sign() == 0) || a.IsOne() != (x.String() == "1") || a.BitLen() != x.BitLen() {
			t.Fatalf("comparison of %v and %v", x, y)
		}
		if a.Equal(b) && a.Hash() != b.Hash() {
			t.Fatalf("hash of %v", x)
		}
		back, err := ParseInt(a.String())
		if err != nil || !back.Equal(a) || a.String() != x.String() || string(a.Append(nil)) != x.String() {
			t.Fatalf("text of %v: %v %v", x, back, err)
		}
		if y.Sign() == 0 {
			continue
		}
		l := nb().Mul(x, y)
		if l.Sign() != 0 {
			l.Abs(l.Quo(l, nb().GCD(nil, nil, nb().Abs(x), nb().Abs(y))))
		}
		checkInt(t, "lcm", x, y, a.LCM(b), l)
		q, m := a.EuclidDivMod(b)
		bq, bm := nb().DivMod(x, y, nb())
		checkInt(t, "div", x, y, q, bq)
		checkInt(t, "mod", x, y, m, bm)
		f := nb().Set(bq)
		c := nb().Set(bq)
		if bm.Sign() != 0 {
			if y.Sign() < 0 {
				f.Sub(f, big.NewInt(1))
			} else {
				c.Add(c, big.NewInt(1))
			}
		}
		checkInt(t, "floordiv", x, y, a.FloorDiv(b), f)
		checkInt(t, "ceildiv", x, y, a.CeilDiv(b), c)
		if b.Divides(a) != (bm.Sign() == 0) {
			t.Fatalf("%v divides %v", y, x)
		}
	}
}

func checkRat(t *testing.T, op string, a, b *big.Rat, got Rat, want *big.Rat) {
	t.Helper()
	if got.Big().Cmp(want) != 0 {
		t.Fatalf("%s(%v, %v) = %v, want %v", op, a, b, got, want)
	}
	fits := want.Num().IsInt64() && want.Denom().IsInt64()
	double := !fits && want.IsInt() && want.Num().BitLen() <= 127
	if (got.b != nil) == fits || (got.b == wide) != double || got.b != nil && !double && (got.n != 0 || got.d != 0) {
		t.Fatalf("%s(%v, %v) = %v is not canonical", op, a, b, got)
	}
	if got.b == nil && (got.n != want.Num().Int64() || got.d+1 != want.Denom().Int64()) {
		t.Fatalf("%s(%v, %v) = %v is not in lowest terms", op, a, b, got)
	}
}

func TestRatAgainstBig(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	draw := func() *big.Rat {
		n, d := interesting(r), interesting(r)
		if d.Sign() == 0 || r.Intn(2) == 0 {
			d = big.NewInt(int64(1 + r.Intn(6)))
		}
		return new(big.Rat).SetFrac(n, d)
	}
	nb := func() *big.Rat { return new(big.Rat) }
	for range extent.Of(20000, 100000) {
		x, y, z := draw(), draw(), draw()
		if r.Intn(8) == 0 {
			y.Set(x)
		}
		a, b, c := RatFromBig(x), RatFromBig(y), RatFromBig(z)
		checkRat(t, "from", x, y, FromInts(FromBig(x.Num()), FromBig(x.Denom())), x)
		checkRat(t, "add", x, y, a.Add(b), nb().Add(x, y))
		checkRat(t, "sub", x, y, a.Sub(b), nb().Sub(x, y))
		checkRat(t, "mul", x, y, a.Mul(b), nb().Mul(x, y))
		checkRat(t, "addmul", x, y, c.AddMul(a, b), nb().Add(z, nb().Mul(x, y)))
		checkRat(t, "neg", x, y, a.Neg(), nb().Neg(x))
		checkRat(t, "abs", x, y, a.Abs(), nb().Abs(x))
		if y.Sign() != 0 {
			checkRat(t, "div", x, y, a.Div(b), nb().Quo(x, y))
			checkRat(t, "inv", x, y, b.Inv(), nb().Inv(y))
			q := nb().Quo(x, y)
			floor := new(big.Int).Div(q.Num(), q.Denom())
			checkRat(t, "floordiv", x, y, a.FloorDiv(b), nb().SetInt(floor))
			if !q.IsInt() {
				floor.Add(floor, big.NewInt(1))
			}
			checkRat(t, "ceildiv", x, y, a.CeilDiv(b), nb().SetInt(floor))
		}
		if a.Cmp(b) != x.Cmp(y) || a.Equal(b) != (x.Cmp(y) == 0) || a.Less(b) != (x.Cmp(y) < 0) || a.Sign() != x.Sign() || a.IsInt() != x.IsInt() {
			t.Fatalf("comparison of %v and %v", x, y)
		}
		if a.Equal(b) && a.Hash() != b.Hash() || a.IsInt() && a.Hash() != a.Num().Hash() {
			t.Fatalf("hash of %v", x)
		}
		f := FromBig(new(big.Int).Div(x.Num(), x.Denom())) // Euclidean is floor for a positive divisor
		if !a.Floor().Equal(f) || !a.Ceil().Equal(a.Neg().Floor().Neg()) {
			t.Fatalf("floor %v = %v, ceil %v", x, a.Floor(), a.Ceil())
		}
		if a.String() != x.RatString() {
			t.Fatalf("text of %v: %v", x, a)
		}
		if back, err := ParseRat(a.String()); err != nil || !back.Equal(a) {
			t.Fatalf("text of %v: %v %v", x, back, err)
		}
	}
}

func TestParse(t *testing.T) {
	for _, s := range []string{"", "-", "+1", "1_0", " 1", "0x10", "--1", "1.5", "1e3"} {
		if x, err := ParseInt(s); err == nil {
			t.Errorf("ParseInt(%q) = %v", s, x)
		}
	}
	for _, s := range []string{"", ".", "1.-5", ".5", "-.5", "1/0", "1/-2", "1/", "/2", "1.2.3"} {
		if x, err := ParseRat(s); err == nil {
			t.Errorf("ParseRat(%q) = %v", s, x)
		}
	}
	for in, want := range map[string]string{"1.25": "5/4", "-0.5": "-1/2", "2.0": "2", "6/4": "3/2", "-7": "-7",
		"00018446744073709551616": "18446744073709551616"} {
		if x, err := ParseRat(in); err != nil || x.String() != want {
			t.Errorf("ParseRat(%q) = %v, %v, want %s", in, x, err, want)
		}
	}
}

// Long numbers are read by halves.
func TestParseLong(t *testing.T) {
	for _, n := range []int{1999, 2000, 2001, 4001, 8191, 30_000} {
		s := strings.Repeat("9070103", n)[:n]
		for _, s := range []string{s, "-" + s, "000" + s, "1" + strings.Repeat("0", n)} {
			want, _ := new(big.Int).SetString(s, 10)
			if x, err := ParseInt(s); err != nil || x.Big().Cmp(want) != 0 {
				t.Errorf("%d digits: %.20v, %v", n, x, err)
			}
		}
	}
}

func TestMachineWordsDoNotAllocate(t *testing.T) {
	a, b, c := RatFromInt64(7), FromInts(FromInt64(3), FromInt64(4)), RatFromInt64(-12345)
	i, j := FromInt64(1<<40), FromInt64(-77)
	turn := RatFromInt(FromInt64(1).Lsh(64))
	var s Rat
	var k Int
	n := testing.AllocsPerRun(100, func() {
		s = s.AddMul(a, b).Sub(c).Mul(b).Inv().Div(c).Add(a)
		s = s.Sub(s).Add(b)
		if u := turn.AddMul(turn, a).Sub(turn.Neg()).Mul(b); u.Cmp(turn) < 0 {
			s = u
		}
		q, m := i.EuclidDivMod(j)
		k = k.Add(q).Sub(m).GCD(i).Mul(j).Neg()
		k = k.Sub(k)
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkRatAddMul(b *testing.B) {
	x, y, z := RatFromInt64(5), RatFromInt64(-3), RatFromInt64(2)
	for b.Loop() {
		x = x.AddMul(y, z).Sub(y.Mul(z))
	}
}

func BenchmarkRatDouble(b *testing.B) {
	x, y, z := RatFromInt(FromInt64(5).Lsh(64)), RatFromInt(FromInt64(3).Lsh(65)), RatFromInt64(2)
	for b.Loop() {
		x = x.AddMul(y, z).Sub(y.Mul(z))
	}
}

func BenchmarkRatFraction(b *testing.B) {
	x, y, z := FromInts(FromInt64(5), FromInt64(6)), FromInts(FromInt64(3), FromInt64(4)), RatFromInt64(2)
	for b.Loop() {
		x = x.AddMul(y, z).Sub(y.Mul(z))
	}
}
