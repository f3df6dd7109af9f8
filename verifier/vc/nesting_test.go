package vc

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// calling returns a system of procedures that call others, by name and extra bound. The first one is the entry.
func calling(names string, extra []int, calls ...[]ProcID) *System {
	sys := &System{}
	for i, callees := range calls {
		p := &Proc{ID: ProcID(i), CountName: names[i : i+1], ExtraBound: extra[i]}
		for _, q := range callees {
			p.Sites = append(p.Sites, Site{Callee: q})
		}
		sys.Procs = append(sys.Procs, p)
	}
	return sys
}

// deepest returns the most recursive calls on a way within a bound.
func deepest(sys *System, bound int) (most int32) {
	cycle := map[ProcID]int{}
	for i, procs := range Cycles(sys) {
		for _, id := range procs {
			cycle[id] = i
		}
	}
	depth := map[string]int{}
	var visit func(p ProcID, n int32)
	visit = func(p ProcID, n int32) {
		most = max(most, n)
		for _, s := range sys.Procs[p].Sites {
			q := sys.Procs[s.Callee]
			if depth[q.CountName]++; depth[q.CountName] <= bound+q.ExtraBound {
				next := n
				if cycle[p] == cycle[q.ID] {
					next++
				}
				visit(q.ID, next)
			}
			depth[q.CountName]--
		}
	}
	visit(sys.Entry, 0)
	return most
}

func TestNesting(t *testing.T) {
	for _, c := range []struct {
		name  string
		sys   *System
		bound int
		want  int32
	}{
		{"no recursion", calling("abc", []int{0, 5, 0}, []ProcID{1, 2}, []ProcID{2}, nil), 3, 0},
		{"a loop", calling("ab", []int{0, 0}, []ProcID{1}, []ProcID{1}), 3, 2},
		{"a loop with more iterations", calling("ab", []int{0, 4}, []ProcID{1}, []ProcID{1}), 3, 6},
		{"two loops, one after the other", calling("abc", []int{0, 0, 0}, []ProcID{1, 2}, []ProcID{1}, []ProcID{2}), 3, 2},
		{"two loops, one in the other", calling("abc", []int{0, 0, 2}, []ProcID{1}, []ProcID{1, 2}, []ProcID{2}), 3, 6},
		{"mutual recursion", calling("abc", []int{0, 0, 0}, []ProcID{1}, []ProcID{2}, []ProcID{1}), 3, 5},
		{"the entry calls itself", calling("a", []int{0}, []ProcID{0}), 3, 3},
		{"the entry is called back", calling("ab", []int{0, 1}, []ProcID{1}, []ProcID{0}), 2, 5},
		{"two procedures of one name", calling("abb", []int{0, 0, 1}, []ProcID{1}, []ProcID{2}, []ProcID{1, 2}), 3, 3},
		{"a bound without end", calling("ab", []int{0, math.MaxInt}, []ProcID{1}, []ProcID{1}), math.MaxInt, Unlimited - 1},
		{"two of them", calling("abc", []int{0, 0, 0}, []ProcID{1}, []ProcID{1, 2}, []ProcID{2}), math.MaxInt, Unlimited},
	} {
		if got := Nesting(c.sys, c.bound); got != c.want {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		} else if c.bound < 10 && deepest(c.sys, c.bound) != got {
			t.Errorf("%s: %d, but %d on a way", c.name, got, deepest(c.sys, c.bound))
		}
	}
}

// TestNestingCovers: no way within a bound has more recursive calls.
func TestNestingCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	tight := 0
	for i := range 2000 {
		n := 1 + r.IntN(4)
		names, extra, calls := "", make([]int, n), make([][]ProcID, n)
		for p := range n {
			names += string("abcd"[r.IntN(n)])
			extra[p] = max(0, r.IntN(4)-2)
			for q := range n {
				if r.IntN(3) == 0 {
					calls[p] = append(calls[p], ProcID(q))
				}
			}
		}
		sys, bound := calling(names, extra, calls...), 1+r.IntN(2)
		got, most := Nesting(sys, bound), deepest(sys, bound)
		if got < most {
			t.Fatal(fmt.Sprint(i, names, extra, calls, bound), got, "but", most)
		}
		if got == most {
			tight++
		}
	}
	if tight < 1000 {
		t.Error("few are reached:", tight)
	}
}
