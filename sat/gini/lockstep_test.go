package gini_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	upstream "github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/gini"
)

// A table is a set of assignments of the variables 1 to vars, as 1<<vars bits.
type table [1 << vars / 64]uint64

func clauseTable(c ...z.Lit) (t table) {
	for a := range 1 << vars {
		for _, m := range c {
			if (a>>(m.Var()-1)&1 == 1) == m.IsPos() {
				t[a/64] |= 1 << (a % 64)
				break
			}
		}
	}
	return t
}

func (t table) and(u table) table {
	for i := range t {
		t[i] &= u[i]
	}
	return t
}

func full() (t table) {
	for i := range t {
		t[i] = ^uint64(0)
	}
	return t
}

// op is a call. The meaning of its numbers depends on the state, so that every list of
// calls is valid, and a failing one can be shrunk.
type op struct {
	kind opKind
	n    [4]int
}

type opKind int

const (
	opAdd opKind = iota
	opAssume
	opAssumeAct
	opSolve
	opTest
	opUntest
	opActivate
	opDeactivate
	opCopy
)

func (o op) String() string {
	name := [...]string{"add", "assume", "assume-act", "solve", "test", "untest", "activate", "deactivate", "copy"}[o.kind]
	return fmt.Sprint(name, o.n)
}

// subject is a solver under test and its activation literals.
type subject struct {
	name string
	solver
	acts []z.Lit
}

// player runs calls on several solvers.
type player struct {
	subjects []*subject
	perm     table   // models of the permanent clauses
	acts     []table // of the activated clauses, by number
	live     []bool
	fresh    []assumption
	tested   []assumption
	scopes   []int
	stuck    bool // a test failed: only Untest is allowed
}

// assumption is a literal of a variable, or an activated clause.
type assumption struct {
	lit z.Lit
	act int // if lit is null
}

func (p *player) lit(s *subject, a assumption) z.Lit {
	if a.lit != z.LitNull {
		return a.lit
	}
	return s.acts[a.act]
}

// holds is the set of models under assumptions.
func (p *player) holds(as []assumption) table {
	t := p.perm
	for _, a := range as {
		if a.lit != z.LitNull {
			t = t.and(clauseTable(a.lit))
		} else {
			t = t.and(p.acts[a.act])
		}
	}
	return t
}

// meant is the assumptions that literals of a solver stand for.
func (p *player) meant(s *subject, ms []z.Lit) ([]assumption, error) {
	var as []assumption
	for _, m := range ms {
		if m.Var() <= vars {
			as = append(as, assumption{lit: m})
			continue
		}
		i := slices.Index(s.acts, m)
		if i < 0 || !p.live[i] {
			return nil, fmt.Errorf("%v is no activation literal", m)
		}
		as = append(as, assumption{act: i})
	}
	return as, nil
}

// judge checks an answer about assumptions; loose ones may be 0.
func (p *player) judge(s *subject, res int, as []assumption, loose bool) error {
	t := p.holds(as)
	possible := t != table{}
	switch {
	case res == 0 && loose:
		return nil
	case res == 0 || (res == 1) != possible:
		return fmt.Errorf("%d, but possible is %v", res, possible)
	case res == 1:
		a := 0
		for v := range vars {
			m := z.Var(v + 1).Pos()
			if s.Value(m) == s.Value(m.Not()) {
				return fmt.Errorf("%v has no value", m)
			}
			if s.Value(m) {
				a |= 1 << v
			}
		}
		if t[a/64]>>(a%64)&1 == 0 {
			return fmt.Errorf("%07b is no model", a)
		}
		return nil
	}
	why, err := p.meant(s, s.Why(nil))
	if err != nil {
		return err
	}
	for _, a := range why {
		if !slices.Contains(as, a) {
			return fmt.Errorf("why: %v was not assumed", a)
		}
	}
	if p.holds(why) != (table{}) {
		return fmt.Errorf("why: %v can hold", why)
	}
	return nil
}

// drop removes gini, since it cannot handle the next call.
func (p *player) drop() {
	p.subjects = slices.DeleteFunc(p.subjects, func(s *subject) bool { return s.name == "gini" })
}

func (p *player) clause(o op) []z.Lit {
	var c []z.Lit
	for _, n := range o.n[:1+o.n[3]%3] {
		c = append(c, z.Lit(2+n%(2*vars)))
	}
	return c
}

func (p *player) play(o op) error {
	if (o.kind == opTest || o.kind == opSolve) && p.stuck {
		return nil
	}
	switch o.kind {
	case opAdd:
		if len(p.scopes) > 0 {
			if o.n[3]%16 > 0 {
				return nil
			}
			p.drop()
			p.tested, p.scopes, p.stuck = nil, nil, false
		}
		c := p.clause(o)
		for _, s := range p.subjects {
			add(s, c)
		}
		p.perm = p.perm.and(clauseTable(c...))
	case opAssume:
		p.assume(assumption{lit: z.Lit(2 + o.n[0]%(2*vars))})
	case opAssumeAct:
		if n := len(p.acts); n > 0 && p.live[o.n[0]%n] {
			p.assume(assumption{act: o.n[0] % n})
		}
	case opSolve:
		return p.solve(o)
	case opTest:
		return p.test()
	case opUntest:
		return p.untest()
	case opActivate:
		p.activate(p.clause(o))
	case opDeactivate:
		if n := len(p.acts); n > 0 && len(p.scopes) == 0 {
			i := o.n[0] % n
			if p.live[i] && !slices.Contains(p.fresh, assumption{act: i}) {
				p.live[i] = false
				for _, s := range p.subjects {
					s.Deactivate(s.acts[i])
					s.acts[i] = z.LitNull
				}
			}
		}
	case opCopy:
		for _, s := range p.subjects {
			s.solver = s.SCopy().(solver)
		}
	}
	return nil
}

func (p *player) assume(a assumption) {
	p.fresh = append(p.fresh, a)
	for _, s := range p.subjects {
		s.Assume(p.lit(s, a))
	}
}

func (p *player) activate(c []z.Lit) {
	t := clauseTable(c...)
	if len(p.scopes) > 0 {
		return
	}
	if p.perm.and(t) == (table{}) || p.perm.and(t) == p.perm {
		p.drop() // the clause is true or false at level 0: gini panics
	}
	p.acts, p.live = append(p.acts, t), append(p.live, true)
	for _, s := range slices.Clone(p.subjects) {
		activate := func() {
			for _, m := range c {
				s.Add(m)
			}
			s.acts = append(s.acts, s.Activate())
		}
		if s.name != "gini" {
			activate()
		} else if panics(activate) {
			p.drop() // it reuses a literal that is false at level 0
		}
	}
}

func (p *player) solve(o op) error {
	if p.perm == (table{}) {
		p.drop() // gini ends the process if it refutes the clauses a second time
	}
	as := append(slices.Clone(p.tested), p.fresh...)
	p.fresh = nil
	for _, s := range p.subjects {
		var res int
		switch o.n[0] % 4 {
		case 0:
			res = s.GoSolve().Wait()
		case 1:
			run := s.GoSolve()
			res = run.Try(time.Hour)
		default:
			res = s.Solve()
		}
		if err := p.judge(s, res, as, false); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	p.stuck = len(p.scopes) > 0 && p.holds(as) == table{}
	return nil
}

func (p *player) test() error {
	if p.perm == (table{}) {
		p.drop()
	}
	p.scopes = append(p.scopes, len(p.tested))
	p.tested = append(p.tested, p.fresh...)
	p.fresh = nil
	for _, s := range p.subjects {
		res, out := s.Test([]z.Lit{})
		if err := p.judge(s, res, p.tested, true); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		p.stuck = p.stuck || res == -1
		for _, m := range out {
			if err := p.implied(s, m); res != -1 && err != nil {
				return fmt.Errorf("%s: %v: %w", s.name, m, err)
			}
		}
	}
	return nil
}

// implied checks a literal that a test returned.
func (p *player) implied(s *subject, m z.Lit) error {
	if !s.Value(m) || s.Value(m.Not()) {
		return errors.New("it is not true")
	}
	reasons := s.Reasons(nil, m)
	for _, r := range reasons {
		if !s.Value(r) {
			return fmt.Errorf("its reason %v is not true", r)
		}
	}
	if m.Var() > vars {
		return nil
	}
	if p.holds(p.tested).and(clauseTable(m.Not())) != (table{}) {
		return errors.New("it need not be true")
	}
	if slices.ContainsFunc(reasons, func(r z.Lit) bool { return r.Var() > vars && !r.IsPos() }) {
		return nil
	}
	why, err := p.meant(s, reasons)
	if len(why) > 0 && p.holds(why).and(clauseTable(m.Not())) != (table{}) {
		err = fmt.Errorf("its reasons %v do not imply it", reasons)
	}
	return err
}

func (p *player) untest() error {
	n := len(p.scopes)
	if n == 0 {
		return nil
	}
	p.tested, p.scopes = p.tested[:p.scopes[n-1]], p.scopes[:n-1]
	p.stuck = false
	for _, s := range p.subjects {
		res := s.Untest()
		if res == 1 {
			return fmt.Errorf("%s: untest says 1", s.name)
		}
		if err := p.judge(s, res, p.tested, true); err != nil {
			return fmt.Errorf("%s: untest: %w", s.name, err)
		}
		p.stuck = p.stuck || res == -1
	}
	return nil
}

// run runs a list of calls.
func run(seed uint64, ops []op) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v", x)
		}
	}()
	p := &player{perm: full(), subjects: []*subject{
		{name: "gini", solver: upstream.New()},
		{name: "muster", solver: gini.NewSolver()},
		{name: "stress", solver: gini.Wrap(sat.New(sat.Options{Stress: true, Seed: seed}))},
	}}
	for _, s := range p.subjects {
		for range vars {
			s.Lit()
		}
	}
	for i, o := range ops {
		if err := p.play(o); err != nil {
			return fmt.Errorf("call %d, %v: %w", i, o, err)
		}
	}
	return nil
}

// shrink shrinks a failing list of calls.
func shrink(seed uint64, ops []op) []op {
	for size := len(ops) / 2; size > 0; {
		shorter := false
		for i := 0; i+size <= len(ops); {
			if try := slices.Concat(ops[:i], ops[i+size:]); run(seed, try) != nil {
				ops, shorter = try, true
			} else {
				i++
			}
		}
		if !shorter {
			size /= 2
		}
	}
	return ops
}

// TestLockstep runs random calls on gini, on our solver and on one under stress, and
// compares all answers with truth tables.
func TestLockstep(t *testing.T) {
	seeds := extent.Of(uint64(50), 300)
	weights := []opKind{opAdd, opAdd, opAdd, opAssume, opAssume, opAssume, opAssumeAct, opAssumeAct, opSolve, opSolve, opTest, opTest,
		opUntest, opUntest, opActivate, opActivate, opDeactivate, opCopy}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 11))
		var ops []op
		for range 100 {
			ops = append(ops, op{weights[r.IntN(len(weights))], [4]int{r.IntN(1000), r.IntN(1000), r.IntN(1000), r.IntN(1000)}})
		}
		if err := run(seed, ops); err != nil {
			ops = shrink(seed, ops)
			t.Fatalf("seed %d: %v\n%v\n%v", seed, err, ops, run(seed, ops))
		}
	}
}
