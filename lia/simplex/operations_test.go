package simplex

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/theory/num"
)

// The tests run lists of operations against a shadow that keeps only
// definitions and asserted bounds. Every answer carries a certificate that
// the shadow verifies: values satisfy all bounds, Farkas combinations add up
// to a contradiction or to the derived bound. A failing list is shrunk
// by dropping operations.

type opKind int

const (
	opVar opKind = iota
	opRow
	opLower
	opUpper
	opEqual
	opPush
	opBacktrack
	opCheck
	opPropagate
	opOffsets
	opIntegers
	opKinds
)

var opNames = [...]string{"var", "row", "lower", "upper", "equal", "push", "backtrack", "check", "propagate", "offsets", "integers"}

// op has numbers that are taken modulo the number of what exists, so that an operation
// stays meaningful when others are dropped.
type op struct {
	kind    opKind
	a, b, c int64
	flag    bool
	vars    []int64
	coeffs  []int64
}

func (o op) String() string {
	return fmt.Sprintf("{%s %d %d %d %v %v %v}", opNames[o.kind], o.a, o.b, o.c, o.flag, o.vars, o.coeffs)
}

type shadowBound struct {
	v      Var
	b      num.Rat
	strict bool
	upper  bool
	why    Reason
}

type shadow struct {
	t      *Tableau
	vars   []Var
	ints   map[Var]bool
	defs   map[Var]map[Var]num.Rat // over original variables
	bounds []shadowBound
	levels []int
	dead   bool // the present bounds contradict each other: backtrack first
	deadAt int  // the level in which that happened
	why    Reason
	big    bool
	late   []lateToken
}

// lateToken is a derivation that is explained again later, after more bounds
// and pivots.
type lateToken struct {
	bound  Implied
	offset Offset
	isOff  bool
	level  int
	why    Reason // the newest reason at that time
}

func (s *shadow) die() {
	if !s.dead {
		s.dead, s.deadAt = true, len(s.levels)
	}
}

func rat(x int64) num.Rat { return num.RatFromInt64(x) }

func (s *shadow) pick(i int64) Var { return s.vars[int(uint64(i)%uint64(len(s.vars)))] }

func (s *shadow) number(x int64) num.Rat {
	r := rat(x)
	if s.big {
		return r.Mul(rat(1 << 40)).Add(rat(x % 3))
	}
	return r
}

func (s *shadow) run(ops []op) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	for i, o := range ops {
		if err := s.step(o); err != nil {
			return fmt.Errorf("operation %d %v: %w", i, o, err)
		}
		if err := s.t.Invariants(); err != nil {
			return fmt.Errorf("operation %d %v: invariant: %w", i, o, err)
		}
		if err := s.t.Undone(); err != nil {
			return fmt.Errorf("operation %d %v: %w", i, o, err)
		}
	}
	s.t.Backtrack(0)
	if err := s.t.Undone(); err != nil {
		return err
	}
	if len(s.levels) > 0 {
		s.bounds = s.bounds[:s.levels[0]]
		s.dead = s.dead && s.deadAt == 0
	}
	return s.checkBounds()
}

func (s *shadow) step(o op) error {
	t := s.t
	if o.kind == opVar {
		v := t.NewVar(o.flag)
		s.vars = append(s.vars, v)
		s.ints[v] = o.flag
		t.Watch(v, true)
		t.Share(v, true)
		return nil
	}
	if len(s.vars) == 0 {
		return nil
	}
	if s.dead && (o.kind == opLower || o.kind == opUpper || o.kind == opEqual) {
		return nil
	}
	switch o.kind {
	case opRow:
		s.newRow(o)
	case opLower, opUpper, opEqual:
		return s.assert(o)
	case opPush:
		t.Push()
		s.levels = append(s.levels, len(s.bounds))
	case opBacktrack:
		if len(s.levels) == 0 {
			return nil
		}
		l := int(uint64(o.a) % uint64(len(s.levels)))
		t.Backtrack(l)
		s.bounds = s.bounds[:s.levels[l]]
		s.levels = s.levels[:l]
		s.dead = s.dead && s.deadAt <= l
		kept := s.late[:0]
		for _, x := range s.late {
			if x.level <= l {
				kept = append(kept, x)
			}
		}
		s.late = kept
		return s.checkBounds()
	case opCheck:
		return s.check()
	case opPropagate:
		return s.propagate()
	case opOffsets:
		return s.offsets()
	case opIntegers:
		return s.integers()
	}
	return nil
}

func (s *shadow) newRow(o op) {
	var ms []Monomial
	def := map[Var]num.Rat{}
	for i := range o.vars {
		v := s.pick(o.vars[i])
		c := rat(o.coeffs[i])
		if o.flag {
			c = c.Div(rat(1 + o.a&3))
		}
		ms = append(ms, Monomial{v, c})
		addTo(def, s.expand(v), c)
	}
	x := s.t.NewRow(ms)
	s.t.Watch(x, true)
	s.t.Share(x, true)
	s.vars = append(s.vars, x)
	s.defs[x] = def
	s.ints[x] = s.t.IsInt(x)
}

func (s *shadow) expand(v Var) map[Var]num.Rat {
	if d, ok := s.defs[v]; ok {
		return d
	}
	return map[Var]num.Rat{v: rat(1)}
}

// addTo adds c times from to into.
func addTo(into, from map[Var]num.Rat, c num.Rat) {
	for v, x := range from {
		if y := into[v].AddMul(c, x); y.IsZero() {
			delete(into, v)
		} else {
			into[v] = y
		}
	}
}

func randomOps(r *rand.Rand, n int, reals bool) []op {
	weights := [opKinds]int{2, 5, 9, 9, 3, 5, 4, 8, 4, 3, 2}
	total := 0
	for _, w := range weights {
		total += w
	}
	ops := []op{}
	for range 1 + r.Intn(4) {
		ops = append(ops, op{kind: opVar, flag: !reals || r.Intn(2) == 0})
	}
	if r.Intn(2) == 0 {
		ops = append(ops, op{kind: opPush}) // so that nothing holds at level 0
	}
	for range n {
		k := r.Intn(total)
		o := op{a: r.Int63(), b: int64(r.Intn(31) - 15), c: r.Int63(), flag: reals && r.Intn(3) == 0}
		for k >= weights[o.kind] {
			k -= weights[o.kind]
			o.kind++
		}
		if o.kind == opVar {
			o.flag = !reals || r.Intn(2) == 0
		}
		if o.kind == opRow {
			for range 1 + r.Intn(4) {
				o.vars = append(o.vars, r.Int63n(1000))
				o.coeffs = append(o.coeffs, int64(r.Intn(7)-3))
			}
		}
		ops = append(ops, o)
	}
	return ops
}

func run(ops []op, big bool) error {
	s := &shadow{t: New(), ints: map[Var]bool{}, defs: map[Var]map[Var]num.Rat{}, big: big}
	s.t.pivotOnly = len(ops)%2 == 0
	return s.run(ops)
}

func TestOperations(t *testing.T) {
	for seed := range extent.Of(int64(3000), 12000) {
		r := rand.New(rand.NewSource(seed))
		big := seed%5 == 4
		ops := randomOps(r, 10+r.Intn(80+int(seed%4)*60), seed%3 == 0)
		if run(ops, big) == nil {
			continue
		}
		ops = shrink.List(ops, nil, func(less []op) bool { return run(less, big) != nil })
		var b strings.Builder
		for _, o := range ops {
			fmt.Fprintf(&b, "\n\t%v", o)
		}
		t.Fatalf("seed %d: %v%s", seed, run(ops, big), b.String())
	}
}
