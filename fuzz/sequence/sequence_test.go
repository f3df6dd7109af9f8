package sequence

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// counter stops counting, or panics, once it has reached 12.
type counter struct {
	n      int
	panics bool
}

// add is the only call.
type add struct{ k int }

func (a add) String() string    { return fmt.Sprint("add ", a.k) }
func (a add) Possible(int) bool { return a.k > 0 }
func (a add) Next(n int) int    { return n + a.k }

func (a add) Run(c *counter) any {
	switch {
	case c.n < 12:
		c.n += a.k
	case c.panics:
		panic("too much")
	}
	return c.n
}

func (a add) Judge(n int, result any) error {
	if result.(int) != n {
		return fmt.Errorf("%d, want %d", result, n)
	}
	return nil
}

func (a add) Smaller() []Call[int, *counter] {
	if a.k == 1 {
		return nil
	}
	return []Call[int, *counter]{add{1}, add{a.k - 1}}
}

func TestFailuresShrink(t *testing.T) {
	for _, c := range []struct {
		panics bool
		want   string
	}{{false, "12, want 13"}, {true, "panic: too much"}} {
		y := System[int, *counter]{
			Start: func(*rand.Rand) int { return 0 },
			New:   func(n int) *counter { return &counter{n, c.panics} },
			Draw:  func(r *rand.Rand, _ int) Call[int, *counter] { return add{r.IntN(9)} },
			Calls: 30,
		}
		got := y.try(100, 1)
		if again := y.try(100, 1); got != again && !c.panics { // a stack has addresses
			t.Errorf("not the same twice: %s\n%s", got, again)
		}
		small, _, _ := strings.Cut(got, "at first")
		calls := strings.Count(small, "\n\tadd")
		if !strings.Contains(small, c.want) || calls == 0 || calls > 4 {
			t.Errorf("not small: %s", got)
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		env  string
		want string
	}{
		{"7", "7 1 true"}, {"7@8", "7 8 true"}, {"7@x", "7 0 false"}, {"7 8", "0 1 false"}, {"@3", "0 1 false"},
	} {
		cases, seed := 5, int64(1)
		err := parse(c.env, &cases, &seed)
		if got := fmt.Sprint(cases, seed, err == nil); got != c.want {
			t.Errorf("%q: %s, want %s", c.env, got, c.want)
		}
	}
}
