package growth

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// curve is how a quantity grows with the size n: as n^rate or, if it is exponential,
// as rate^n.
type curve struct {
	exponential bool
	rate        float64
	points      int // 0: too few
}

// least is the number of points, of different sizes, below which nothing is fitted.
const least = 3

// fit returns the curve with the least sum of squares in the logarithm of values at
// sizes, both positive. With equal sums it is a polynomial.
func fit(sizes, values []float64) curve {
	if len(slices.Compact(slices.Sorted(slices.Values(sizes)))) < least {
		return curve{}
	}
	logs, logSizes := logarithms(values), logarithms(sizes)
	power, errPower := slope(logSizes, logs)
	base, errBase := slope(sizes, logs)
	const exact = 1e-12 // a sum of squares by rounding
	if errBase+exact < errPower {
		return curve{true, math.Exp(base), len(sizes)}
	}
	return curve{false, power, len(sizes)}
}

// slope returns that of the line through points by least squares, and the sum of the
// squares that remains.
func slope(x, y []float64) (rate, squares float64) {
	begin, rate := stat.LinearRegression(x, y, nil, false)
	for i := range x {
		d := y[i] - begin - rate*x[i]
		squares += d * d
	}
	return rate, squares
}

func logarithms(values []float64) []float64 {
	logs := make([]float64, len(values))
	for i, v := range values {
		logs[i] = math.Log(v)
	}
	return logs
}

func (c curve) String() string {
	switch {
	case c.points == 0:
		return "too few"
	case c.exponential:
		return fmt.Sprintf("%.3g^n", c.rate)
	}
	return fmt.Sprintf("n^%.1f", c.rate)
}

// behind reports whether a curve is worse than another one by more than half an
// exponent or three tenths of a base.
func (c curve) behind(other curve) bool {
	switch {
	case c.points == 0 || other.points == 0:
		return false
	case c.exponential != other.exponential:
		return c.exponential && c.rate > 1.01
	case c.exponential:
		return c.rate > 1.3*other.rate
	}
	return c.rate > other.rate+0.5
}
