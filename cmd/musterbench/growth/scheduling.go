package growth

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// oneMachine has jobs that exclude each other, with just enough time in a twin.
func oneMachine(g *generator, n int) {
	g.logic("QF_IDL")
	names, sum := numbered("s", n), 0
	g.constants("Int", append(names, "z")...)
	times := make([]int, n)
	for i := range times {
		times[i] = 1 + g.rng.IntN(9)
		sum += times[i]
	}
	deadline := g.plus(sum - 1)
	for i, s := range names {
		g.assert("(and (<= (- z %s) 0) (<= (- %s z) %d))", s, s, deadline-times[i])
	}
	g.exclude(names, times)
	g.check()
}

// exclude says that of each two jobs one ends before the other begins.
func (g *generator) exclude(names []string, times []int) {
	for i, s := range names {
		for j, t := range names[:i] {
			g.assert("(or (<= (- %s %s) %s) (<= (- %s %s) %s))", s, t, integer(-times[i]), t, s, integer(-times[j]))
		}
	}
}

// flowShop has jobs that go to one machine and then to another. Johnson's rule
// gives the optimum, which is the deadline of a twin.
func flowShop(g *generator, n int) {
	g.logic("QF_IDL")
	jobs := make([][2]int, n)
	for i := range jobs {
		jobs[i] = [2]int{1 + g.rng.IntN(9), 1 + g.rng.IntN(9)}
	}
	deadline := g.plus(makespan(jobs) - 1)
	first, second := numbered("s", n), numbered("t", n)
	g.constants("Int", slices.Concat(first, second, []string{"z"})...)
	var times [2][]int
	for i, j := range jobs {
		g.assert("(and (<= (- z s%d) 0) (<= (- s%d t%d) %s) (<= (- t%d z) %s))", i, i, i, integer(-j[0]), i,
			integer(deadline-j[1]))
		times[0], times[1] = append(times[0], j[0]), append(times[1], j[1])
	}
	g.exclude(first, times[0])
	g.exclude(second, times[1])
	g.check()
}

// makespan returns the least time in which two machines, one after the other, can
// do the jobs.
func makespan(jobs [][2]int) int {
	// First the jobs that are shorter on the first machine, by that time; then the
	// others by their time on the second one, the longest first.
	order := slices.Clone(jobs)
	rank := func(j [2]int) [2]int {
		if j[0] < j[1] {
			return [2]int{0, j[0]}
		}
		return [2]int{1, -j[1]}
	}
	slices.SortFunc(order, func(a, b [2]int) int {
		x, y := rank(a), rank(b)
		return cmp.Or(x[0]-y[0], x[1]-y[1])
	})
	one, two := 0, 0
	for _, j := range order {
		one += j[0]
		two = max(one, two) + j[1]
	}
	return two
}

// pigeonPairs puts n+1 pigeons into n holes, or n pigeons in a twin. Halves would do.
func pigeonPairs(g *generator, n int) {
	g.logic("QF_LIA")
	pigeons := n + 1
	if g.twin {
		pigeons--
	}
	for p := range pigeons {
		row := numbered(fmt.Sprintf("x%d_", p), n)
		g.constants("Int", row...)
		for _, x := range row {
			g.assert("(and (<= 0 %s) (<= %s 1))", x, x)
		}
		g.assert("(>= (+ 0 %s) 1)", strings.Join(row, " "))
		for q := range p {
			for h := range n {
				g.assert("(<= (+ x%d_%d x%d_%d) 1)", p, h, q, h)
			}
		}
	}
	g.check()
}

// quantFrames has functions that differ from the next one only at a point of its
// own. The points ascend from above q; in a twin the first one may be q.
func quantFrames(g *generator, n int) {
	g.logic("UFLIA")
	for i := range n + 1 {
		g.line("(declare-fun f%d (Int) Int)", i)
	}
	g.constants("Int", append(numbered("p", n), "q")...)
	g.assert("(%s q p0)", g.either("<", "<="))
	for i := range n {
		g.assert("(forall ((x Int)) (! (or (= x p%d) (= (f%d x) (f%d x))) :pattern ((f%d x))))", i, i+1, i, i+1)
		g.assert("(= (f%d p%d) (+ 1 (f%d p%d)))", i+1, i, i, i)
		if i > 0 {
			g.assert("(< p%d p%d)", i-1, i)
		}
	}
	g.assert("(not (= (f%d q) (f0 q)))", n)
	g.check()
}

// quantLists appends a list of n elements to itself.
func quantLists(g *generator, n int) {
	g.logic("UFLIA")
	g.line("(declare-sort L 0)")
	g.line("(declare-fun cons (Int L) L)")
	g.line("(declare-fun app (L L) L)")
	g.line("(declare-fun len (L) Int)")
	g.constants("L", append(numbered("l", n+1), "nil")...)
	g.assert("(= (len nil) 0)")
	g.assert("(forall ((x Int) (l L)) (! (= (len (cons x l)) (+ 1 (len l))) :pattern ((cons x l))))")
	g.assert("(forall ((l L)) (! (= (app nil l) l) :pattern ((app nil l))))")
	g.assert("(forall ((x Int) (l L) (m L)) (! (= (app (cons x l) m) (cons x (app l m))) :pattern ((app (cons x l) m))))")
	g.assert("(= l0 nil)")
	for i := range n {
		g.assert("(= l%d (cons %d l%d))", i+1, i, i)
	}
	g.assert("(%s (= (len (app l%d l%d)) %d))", g.either("not", "and"), n, n, 2*n)
	g.check()
}

// pushRounds asks after each step of one or two whether the walk can be too far, and
// whether it can be as near as possible.
func pushRounds(g *generator, n int) {
	g.logic("QF_LIA")
	g.constants("Int", numbered("x", n+1)...)
	g.constants("Bool", numbered("b", n)...)
	g.assert("(= x0 0)")
	for i := range n {
		g.assert("(= x%d (+ x%d (ite b%d 1 2)))", i+1, i, i)
		g.line("(push 1)")
		g.assert("(%s x%d %d)", g.either(">", ">="), i+1, 2*(i+1))
		g.check()
		g.line("(pop 1)")
		g.line("(push 1)")
		g.assert("(= x%d %d)", i+1, i+1)
		g.checkFor("sat")
		g.line("(pop 1)")
	}
}
