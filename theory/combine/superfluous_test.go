package combine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// equation says of constants, of which the first is 0, that value(a) = value(b) + off, or not.
type equation struct {
	a, b, off int
	lit       sat.Lit
	not       bool
}

// plainClasses is the oracle: the class of each constant, and its value less that of the
// class.
type plainClasses struct{ class, off [7]int }

func newPlainClasses(eqs []equation) *plainClasses {
	p := &plainClasses{}
	for i := range p.class {
		p.class[i] = i
	}
	for _, q := range eqs {
		if !q.not {
			p.join(q)
		}
	}
	return p
}

func (p *plainClasses) join(q equation) {
	from, to := p.class[q.a], p.class[q.b]
	d := p.off[q.b] + q.off - p.off[q.a]
	for i := range p.class {
		if p.class[i] == from && from != to {
			p.class[i], p.off[i] = to, p.off[i]+d
		}
	}
}

// implies reports whether what holds implies an equation; other is a disequality that
// holds, too, unless it is nil.
func (p *plainClasses) implies(q equation, other *equation) bool {
	d := p.off[q.b] + q.off - p.off[q.a] // value of the class of a less that of b
	switch {
	case p.class[q.a] == p.class[q.b]:
		return (d == 0) == !q.not
	case !q.not || other == nil:
		return false
	}
	e := p.off[other.b] + other.off - p.off[other.a]
	return p.class[q.a] == p.class[other.a] && p.class[q.b] == p.class[other.b] && d == e ||
		p.class[q.a] == p.class[other.b] && p.class[q.b] == p.class[other.a] && d == -e
}

// plainSuperfluous returns the places of what older equations imply, the first one as if it were
// the oldest.
func plainSuperfluous(qs []equation, before func(a, b sat.Lit) bool) (places []int32) {
	order := make([]int, 0, len(qs))
	for i := range qs {
		order = append(order, i)
	}
	slices.SortFunc(order[1:], func(i, j int) int {
		if before(qs[i].lit, qs[j].lit) {
			return -1
		}
		return 1
	})
	p := newPlainClasses(nil)
	for _, i := range order {
		switch {
		case qs[i].not:
		case p.implies(qs[i], nil):
			places = append(places, int32(i))
		default:
			p.join(qs[i])
		}
	}
	var kept []*equation
	for _, i := range order {
		if !qs[i].not {
			continue
		}
		known := p.implies(qs[i], nil)
		for _, k := range kept {
			known = known || p.implies(qs[i], k)
		}
		if known && i > 0 {
			places = append(places, int32(i))
		} else {
			kept = append(kept, &qs[i])
		}
	}
	slices.Sort(places)
	return places
}

// TestSuperfluous compares what is superfluous among random equations with the oracle, and
// why. For even seeds all are true, for odd ones they may contradict each other.
func TestSuperfluous(t *testing.T) {
	found := [2]int{}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		st := term.NewStore()
		var broken error
		checker := cert.NewChecker(st)
		e := combine.New(st, rewrite.New(st), combine.Options{Certify: func(c *cert.Certificate) {
			if v, err := checker.Check(c); v != cert.Accepted {
				broken = fmt.Errorf("certificate %s: %v, %v", c.Name, v, err)
			}
		}})
		consts, values := []term.Term{st.Int(0)}, []int{0}
		for range 6 {
			consts, values = append(consts, st.FreshConst("x", term.Int)), append(values, r.IntN(4))
		}
		var qs []equation
		var lits []sat.Lit
		for range 3 + r.IntN(10) {
			a, b := 1+r.IntN(6), r.IntN(7)
			if a == b {
				continue
			}
			q := equation{a: a, b: b, off: values[a] - values[b]}
			if r.IntN(3) == 0 {
				q.off, q.not = q.off+1+r.IntN(2), true
			}
			l := e.Lit(rewrite.New(st).Eq(consts[a], st.Add(consts[b], st.Int(int64(q.off)))))
			if q.not {
				l = l.Not()
			}
			if q.lit = l; !slices.Contains(lits, l) {
				qs, lits = append(qs, q), append(lits, l)
			}
		}
		if s := e.Check(nil, lits, sat.Budget{}); s != sat.Sat {
			t.Fatalf("seed %d: %v", seed, s)
		}
		for i := range qs {
			if q := &qs[i]; seed%2 == 1 && r.IntN(3) == 0 {
				q.lit, q.not = q.lit.Not(), !q.not
				lits[i] = q.lit
			}
		}
		got := e.Superfluous(lits, nil)
		for _, place := range got {
			why, _ := e.ExplainSuperfluous(place, nil)
			var eqs []equation
			var other *equation
			for _, l := range why {
				i := slices.Index(lits, l)
				if i < 0 || slices.Contains(got, int32(i)) {
					t.Fatalf("seed %d: %d is explained by %v", seed, place, why)
				}
				if eqs = append(eqs, qs[i]); qs[i].not {
					other = &qs[i]
				}
			}
			if p := newPlainClasses(eqs); !p.implies(qs[place], nil) && (other == nil || !p.implies(qs[place], other)) {
				t.Errorf("seed %d: %+v does not follow from %+v", seed, qs[place], eqs)
			}
			if found[0]++; qs[place].not {
				found[1]++
			}
		}
		slices.Sort(got)
		if want := plainSuperfluous(qs, e.SAT().Before); !slices.Equal(got, want) || broken != nil {
			t.Fatalf("seed %d: %v of %+v are superfluous, want %v; %v", seed, got, qs, want, broken)
		}
	}
	if min(found[0]-found[1], found[1]) < 50 {
		t.Errorf("%v found", found)
	}
}
