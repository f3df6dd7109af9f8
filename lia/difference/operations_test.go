package difference

import (
	"fmt"
	"math/rand"
	"testing"
)

// The tests run random lists of operations against a shadow that keeps only the
// edges and recomputes all shortest paths after each operation.

type late struct { // a token, explained again later
	x, y  Var
	c     int64
	tok   Token
	edges int
	level int
}

type shadow struct {
	g      constraints
	edges  []Edge // Why is the index
	levels []int
	tags   map[uint32][2]Var
	late   []late
	scaled int
}

// constraints is a Graph or a Sparse.
type constraints interface {
	NumVars() int
	NewVar() Var
	Assert(x, y Var, c int64, why Reason) bool
	Conflict([]Edge) []Edge
	Implied([]Implied) []Implied
	Equalities([]Equality) []Equality
	Path(tok Token, c int64, dst []Edge) []Edge
	Push()
	Backtrack(level int)
	Invariants() error
	Undone() error
}

// closure is the Floyd-Warshall algorithm.
func (s *shadow) closure() [][]int64 {
	n := s.g.NumVars()
	d := make([][]int64, n)
	for i := range d {
		d[i] = make([]int64, n)
		for j := range d[i] {
			if i != j {
				d[i][j] = Infinite
			}
		}
	}
	for _, e := range s.edges {
		d[e.X][e.Y] = min(d[e.X][e.Y], e.C)
	}
	for k := range n {
		for i := range n {
			for j := range n {
				if d[i][k] != Infinite && d[k][j] != Infinite {
					d[i][j] = min(d[i][j], d[i][k]+d[k][j])
				}
			}
		}
	}
	return d
}

// checkPath checks that edges, all among the first many, are a path from x to y
// of length at most c.
func (s *shadow) checkPath(edges []Edge, x, y Var, c int64, many int) error {
	next := map[Var]Edge{}
	sum := int64(0)
	for _, e := range edges {
		if int(e.Why) >= many || s.edges[e.Why] != e {
			return fmt.Errorf("edge %v is not there", e)
		}
		if _, twice := next[e.X]; twice {
			return fmt.Errorf("%d is left twice: %v", e.X, edges)
		}
		next[e.X] = e
		sum += e.C
	}
	at := x
	for range edges {
		at = next[at].Y
	}
	if at != y || sum > c {
		return fmt.Errorf("%v leads from %d to %d in %d, not to %d in %d", edges, x, at, sum, y, c)
	}
	return nil
}

func (s *shadow) assert(x, y Var, c int64) error {
	e := Edge{x, y, c, Reason(len(s.edges))}
	d := s.closure()
	fits := d[y][x] == Infinite || d[y][x]+c >= 0
	ok := s.g.Assert(x, y, c, e.Why)
	if ok != fits {
		return fmt.Errorf("assert %v: %v", e, ok)
	}
	if ok {
		s.edges = append(s.edges, e)
		return nil
	}
	why := s.g.Conflict(nil)
	if why[0] != e {
		return fmt.Errorf("the conflict of %v begins with %v", e, why[0])
	}
	return s.checkPath(why[1:], y, x, -c-1, len(s.edges))
}

// collect checks what the graph reports.
func (s *shadow) collect() error {
	d := s.closure()
	for _, b := range s.g.Implied(nil) {
		x, y := s.tags[b.Tag][0], s.tags[b.Tag][1]
		if d[x][y] != b.C {
			return fmt.Errorf("%d - %d <= %d, given %d", x, y, d[x][y], b.C)
		}
		s.late = append(s.late, late{x, y, b.C, b.Token, len(s.edges), len(s.levels)})
	}
	for _, e := range s.g.Equalities(nil) {
		if d[e.X][e.Y] != e.K || d[e.Y][e.X] != -e.K {
			return fmt.Errorf("equality %v, but the distances are %d and %d", e, d[e.X][e.Y], d[e.Y][e.X])
		}
		s.late = append(s.late,
			late{e.X, e.Y, e.K, e.Upper, len(s.edges), len(s.levels)},
			late{e.Y, e.X, -e.K, e.Lower, len(s.edges), len(s.levels)})
	}
	for _, l := range s.late {
		for _, slack := range [...]int64{0, 3} {
			if err := s.checkPath(s.g.Path(l.tok, l.c+slack, nil), l.x, l.y, l.c+slack, l.edges); err != nil {
				return fmt.Errorf("token %v: %w", l, err)
			}
		}
	}
	return nil
}

// double doubles all lengths.
func (s *shadow) double() {
	s.scaled++
	s.g.(*Graph).Map(func(_ Var, c int64) int64 { return 2 * c })
	for i := range s.edges {
		s.edges[i].C *= 2
	}
	for i := range s.late {
		s.late[i].c *= 2
	}
}

func (s *shadow) backtrack(level int) {
	s.g.Backtrack(level)
	s.edges = s.edges[:s.levels[level]]
	s.levels = s.levels[:level]
	kept := s.late[:0]
	for _, l := range s.late {
		if l.level <= level {
			kept = append(kept, l)
		}
	}
	s.late = kept
}

func (s *shadow) step(r *rand.Rand) error {
	n := s.g.NumVars()
	switch k := r.Intn(20); {
	case n < 2 || k == 0 && n < 20:
		s.g.NewVar()
	case k == 1:
		tag := uint32(len(s.tags))
		s.watch(r, tag)
	case k == 2 && s.scaled < 3 && s.scalable():
		s.double()
	case k < 5:
		s.g.Push()
		s.levels = append(s.levels, len(s.edges))
	case k < 7 && len(s.levels) > 0:
		s.backtrack(r.Intn(len(s.levels)))
	case k < 10:
		if err := s.collect(); err != nil {
			return err
		}
	default:
		if err := s.assert(Var(r.Intn(n)), Var(r.Intn(n)), int64(r.Intn(14)-4)); err != nil {
			return err
		}
	}
	if err := s.compare(); err != nil {
		return err
	}
	return s.g.Invariants()
}

func (s *shadow) scalable() bool {
	_, ok := s.g.(*Graph)
	return ok
}

// watch watches a random difference; of a Sparse, the bounds of a variable, each once.
func (s *shadow) watch(r *rand.Rand, tag uint32) {
	x, y := Var(r.Intn(s.g.NumVars())), Var(r.Intn(s.g.NumVars()))
	switch g := s.g.(type) {
	case *Graph:
		g.Watch(x, y, tag)
	case *Sparse:
		if r.Intn(2) == 0 {
			x = 0
		} else {
			y = 0
		}
		for _, p := range s.tags {
			if p == [2]Var{x, y} {
				return
			}
		}
		if x == y {
			return
		}
		g.Watch(max(x, y), y == 0, tag)
	}
	s.tags[tag] = [2]Var{x, y}
}

// compare compares what is known of distances with the closure.
func (s *shadow) compare() error {
	d := s.closure()
	for x := range d {
		for y := range d {
			want, got := d[x][y], int64(0)
			switch g := s.g.(type) {
			case *Graph:
				got = g.Bound(Var(x), Var(y))
			case *Sparse:
				v, kind := x, endX
				if x == 0 {
					v, kind = y, endY
				}
				if (x == 0) == (y == 0) {
					continue
				}
				if got = Infinite; g.bounds[kind].best[v] != 0 {
					got = g.records.at(g.bounds[kind].best[v]).dist
				}
			}
			if got != want {
				return fmt.Errorf("the bound of %d - %d is %d, should be %d", x, y, got, want)
			}
		}
	}
	return nil
}

func TestOperations(t *testing.T) {
	t.Run("matrix", func(t *testing.T) { operations(t, func() constraints { return New() }) })
	t.Run("sparse", func(t *testing.T) { operations(t, func() constraints { return NewSparse() }) })
}

func operations(t *testing.T, make func() constraints) {
	for seed := range int64(100) {
		r := rand.New(rand.NewSource(seed))
		s := &shadow{g: make(), tags: map[uint32][2]Var{}}
		s.g.Push() // so that all can be undone
		s.levels = append(s.levels, 0)
		for i := range 120 {
			if len(s.levels) == 0 {
				s.g.Push()
				s.levels = append(s.levels, 0)
			}
			if err := s.step(r); err != nil {
				t.Fatalf("seed %d, operation %d: %v", seed, i, err)
			}
		}
		if len(s.levels) > 0 {
			s.backtrack(0)
		}
		if err := s.g.Undone(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// TestMove gives variables other values while edges come and go.
func TestMove(t *testing.T) {
	g := NewSparse()
	r := rand.New(rand.NewSource(1))
	for range 12 {
		g.NewVar()
	}
	moved := 0
	for range 2000 {
		x, y := Var(r.Intn(12)), Var(r.Intn(12))
		switch r.Intn(8) {
		case 0:
			g.Push()
		case 1:
			if n := len(g.marks); n > 0 {
				g.Backtrack(r.Intn(n))
			}
		case 2, 3:
			g.Assert(x, y, int64(r.Intn(30)-8), 0)
		default:
			lo, hi := g.Room(x)
			if x == 0 || lo > hi {
				continue
			}
			lo, hi = max(lo, -50), min(hi, 50)
			if lo <= hi {
				g.Move(x, lo+r.Int63n(hi-lo+1))
				moved++
			}
		}
		if err := g.Invariants(); err != nil {
			t.Fatal(err)
		}
	}
	if moved < 500 {
		t.Errorf("%d moves", moved)
	}
}

// TestRestart has values that have moved too far.
func TestRestart(t *testing.T) {
	g := NewSparse()
	zero, x, y := g.NewVar(), g.NewVar(), g.NewVar()
	g.Assert(x, zero, 5, 0)
	g.values[zero], g.values[x], g.values[y] = maxValue+7, maxValue+1, maxValue+9
	if !g.Assert(y, x, -3, 1) || g.values[y] > 10 {
		t.Errorf("values %d", g.values)
	}
	if err := g.Invariants(); err != nil {
		t.Error(err)
	}
}

// TestEqual has a cycle of length 0, which makes variables equal.
func TestEqual(t *testing.T) {
	g := New()
	x, y, z, w := g.NewVar(), g.NewVar(), g.NewVar(), g.NewVar()
	for _, e := range []Edge{{X: x, Y: y, C: 1}, {X: y, Y: z, C: 2}, {X: w, Y: x, C: 0}, {X: z, Y: x, C: -3}} {
		if !g.Assert(e.X, e.Y, e.C, e.Why) {
			t.Fatalf("%v contradicts the others", e)
		}
	}
	got := map[[2]Var]int64{}
	for _, e := range g.Equalities(nil) {
		got[[2]Var{e.X, e.Y}] = e.K
	}
	want := map[[2]Var]int64{{x, z}: 3, {y, z}: 2}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("equal: %v, want %v", got, want)
	}
}

// TestMany grows the matrix while there are edges.
func TestMany(t *testing.T) {
	g := New()
	last := g.NewVar()
	first := last
	for range MaxVars - 1 {
		v := g.NewVar()
		g.Push()
		g.Assert(v, last, -1, 0)
		last = v
	}
	if g.Assert(first, last, MaxVars-2, 1) || len(g.Conflict(nil)) != MaxVars {
		t.Errorf("a cycle of all variables: conflict of %d edges", len(g.Conflict(nil)))
	}
	if d := g.Bound(last, first); d != -(MaxVars - 1) {
		t.Errorf("distance %d", d)
	}
	g.Backtrack(0)
	if err := g.Undone(); err != nil {
		t.Error(err)
	}
}
