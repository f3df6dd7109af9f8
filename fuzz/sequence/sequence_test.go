package sequence

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A counter that forgets to count once it has come to 12.
type counter struct{ n int }

// add is the only call.
type add struct{ k int }

func (a add) String() string    { return fmt.Sprint("add ", a.k) }
func (a add) Possible(int) bool { return a.k > 0 }
func (a add) Next(n int) int    { return n + a.k }

func (a add) Run(c *counter) any {
	if c.n < 12 {
		c.n += a.k
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

func TestFailuresAreMadeSmall(t *testing.T) {
	y := System[int, *counter]{
		Start: func(*rand.Rand) int { return 0 },
		New:   func(n int) *counter { return &counter{n} },
		Draw:  func(r *rand.Rand, _ int) Call[int, *counter] { return add{r.IntN(9)} },
		Calls: 30,
	}
	got := y.try(100, 1)
	if got != y.try(100, 1) {
		t.Errorf("not the same twice: %s", got)
	}
	small, _, _ := strings.Cut(got, "at first")
	calls := strings.Count(small, "\n\tadd")
	if !strings.Contains(small, "12, want 13") || calls == 0 || calls > 4 {
		t.Errorf("not small: %s", got)
	}
}
