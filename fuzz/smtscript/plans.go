package smtscript

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Config says how to run a script. The zero value is the default.
type Config struct {
	Limit *limit.Limit   // stops the run, with ErrStopped
	Peers []*oracle.Peer // other solvers to ask
	Tally *Tally         // counts, or nil
}

// Tally counts the results of runs.
type Tally struct {
	Sat, Unsat, Unknown int // answers
	Compared            int // with those of peers
	Late                int // runs that took too long
	Proofs              proof.Summary
}

// ErrStopped is the error of a run that its limit has stopped.
var ErrStopped = errors.New("stopped")

// errLate ends a run that takes too long, which is not an error.
var errLate = errors.New("late")

// lateChecks is how many checks of a run may end without an answer for want of steps. They take well
// below the time after which a case hangs.
const lateChecks = 7

// plan is a way to run a script a second time. It returns the answers of both runs.
type plan struct {
	name   string
	weight int
	ask    func(m *machine) (one, other []solver.Result, err error)
}

// plans lists all plans, the default first.
func plans() []plan {
	return append([]plan{
		{"certificates", 6, (*machine).certificates},
		{"proof", 2, (*machine).proof},
		{"plain", 2, (*machine).plain},
		{"seed", 2, (*machine).seeded},
		{"combined", 4, (*machine).combined},
		{"eager", 4, (*machine).eager},
		{"lazy", 1, (*machine).lazy},
		{"text", 1, (*machine).text},
		{"respelled", 2, (*machine).respelled},
		{"budget", 1, (*machine).budget},
		{"poll", 2, (*machine).poll},
		{"session", 3, (*machine).session},
		{"memory", 1, (*machine).memory},
		{Terms, 0, (*machine).terms},
		{Project, 0, (*machine).project},
		{Interpolate, 0, (*machine).interpolate},
	}, variations()...)
}

// Plans returns the names of all plans, for tests.
func Plans() []string {
	var names []string
	for _, p := range plans() {
		names = append(names, p.name)
	}
	return names
}

// RandomPlan returns the name of a random plan.
func RandomPlan(r *rand.Rand) string {
	all, total := plans(), 0
	for _, p := range all {
		total += p.weight
	}
	k := r.IntN(total)
	for _, p := range all {
		if k -= p.weight; k < 0 {
			return p.name
		}
	}
	return ""
}

func (s *Script) plan() (plan, error) {
	all := plans()
	if s.Plan == "" {
		return all[0], nil
	}
	if i := slices.IndexFunc(all, func(p plan) bool { return p.name == s.Plan }); i >= 0 {
		return all[i], nil
	}
	return plan{}, fmt.Errorf("unknown plan %q", s.Plan)
}

// Run runs a script by its plan. The error says what is wrong with the solver; a script that
// Parse has read cannot be wrong.
func (s *Script) Run(c Config) error {
	p, err := s.plan()
	if err != nil {
		return err
	}
	if c.Tally == nil {
		c.Tally = new(Tally)
	}
	limited, late := *s, 0
	limited.stop = func() error {
		switch {
		case c.Limit.Stopped():
			return ErrStopped
		case late >= lateChecks:
			return errLate
		}
		return nil
	}
	ctx, cancel := stopping(c.Limit)
	defer cancel()
	limited.ctx, limited.each, limited.late = ctx, s.checkSteps(), &late
	limited.judge = newJudge(&limited)
	m := &machine{Script: &limited, Config: c, r: rand.New(rand.NewPCG(s.Seed, 2))}
	one, other, err := p.ask(m)
	if errors.Is(err, errLate) {
		c.Tally.Late++
		return nil
	}
	if err != nil {
		return err
	}
	if err := agree(one, other); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	for _, a := range one {
		switch a.Status {
		case sat.Sat:
			m.Tally.Sat++
		case sat.Unsat:
			m.Tally.Unsat++
		default:
			m.Tally.Unknown++
		}
	}
	return m.peers(one)
}

// stopping returns a context that ends soon after a limit has stopped.
func stopping(lim *limit.Limit) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for !lim.Stopped() {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
		cancel()
	}()
	return ctx, cancel
}

// agree checks that answers do not contradict each other.
func agree(one, other []solver.Result) error {
	if len(one) != len(other) {
		return fmt.Errorf("%d answers and %d", len(one), len(other))
	}
	for i, a := range one {
		if b := other[i]; a.Status != b.Status && a.Status != sat.Unknown && b.Status != sat.Unknown {
			return fmt.Errorf("answers differ: check %d is %v, otherwise %v", i, a.Status, b.Status)
		}
	}
	return nil
}

// machine runs a script.
type machine struct {
	*Script
	Config
	r *rand.Rand
}

// ask runs a script on a solver with some options and checks all answers.
func (m *machine) ask(s *Script, opt solver.Options) ([]solver.Result, error) {
	opt.Candidates = s.Candidates
	return m.answers(s, solver.New(s.Store, opt))
}

func (m *machine) answers(s *Script, sol *solver.Solver) ([]solver.Result, error) {
	var all []solver.Result
	err := s.Visit(sol, func(o Op, a Answer) error {
		if o.Kind == Check {
			all = append(all, a.Result)
		}
		return s.Sound(sol, o, a)
	})
	return all, err
}

// second returns the script for a second run, which need not look for models again.
func (m *machine) second(s *Script) *Script {
	c := *s
	c.again = true
	return &c
}

// certificates compares the default solver, whose certificates are all checked, with one that
// has neither relevancy nor pauses between rounds of inprocessing.
func (m *machine) certificates() (one, other []solver.Result, err error) {
	if other, err = m.ask(m.second(m.Script), solver.Options{NoRelevancy: true, Stress: true}); err != nil {
		return nil, nil, fmt.Errorf("without relevancy: %w", err)
	}
	sol, wrong := m.Certifying(solver.Options{})
	if one, err = m.answers(m.Script, sol); err != nil {
		return nil, nil, err
	}
	return one, other, wrong()
}

// proof checks the proof log.
func (m *machine) proof() (one, other []solver.Result, err error) {
	all, sum, err := m.Proved()
	if err != nil {
		return nil, nil, fmt.Errorf("proof: %w", err)
	}
	add(&m.Tally.Proofs, sum)
	for i, o := range m.checks() {
		if o.Kind == Check {
			other = append(other, all[i])
		}
	}
	one, err = m.ask(m.Script, solver.Options{})
	return one, other, err
}

// checks returns the operations that are checks.
func (s *Script) checks() []Op {
	return slices.DeleteFunc(slices.Clone(s.Ops), func(o Op) bool { return o.Kind < Check })
}

func add(total *proof.Summary, s proof.Summary) {
	for i, n := range s.Events {
		total.Events[i] += n
	}
	for i, n := range s.Verdicts {
		total.Verdicts[i] += n
	}
	total.Unsat, total.Sat, total.Unknown = total.Unsat+s.Unsat, total.Sat+s.Sat, total.Unknown+s.Unknown
}

// plain runs the script without preprocessing.
func (m *machine) plain() (one, other []solver.Result, err error) {
	return m.both(m.Script, solver.Options{NoPreprocess: true})
}

// seeded runs the script with another seed, and sometimes other options.
func (m *machine) seeded() (one, other []solver.Result, err error) {
	if one, err = m.ask(m.Script, solver.Options{}); err != nil {
		return nil, nil, err
	}
	s := m.second(m.Script)
	sol := solver.New(s.Store, solver.Options{
		Seed: 1 + m.r.Uint64N(1000), NoRelevancy: m.r.IntN(4) == 0, NoPreprocess: m.r.IntN(4) == 0, Stress: m.r.IntN(2) == 0, Cone: m.r.IntN(4) == 0,
		Candidates: s.Candidates,
	})
	sol.SetInOrder(m.r.IntN(2) == 0)
	if other, err = m.answers(s, sol); err != nil {
		err = fmt.Errorf("%s: %w", m.Plan, err)
	}
	return one, other, err
}

// combined compares the default with a solver to which bit-vectors are always a theory of
// the combination.
func (m *machine) combined() (one, other []solver.Result, err error) {
	if one, err = m.ask(m.Script, solver.Options{}); err != nil {
		return nil, nil, err
	}
	s := m.second(m.Script)
	s.Decided = s.Decided && !s.indexesElements()
	sol := solver.New(s.Store, solver.Options{
		Combine: true, NoRelevancy: m.r.IntN(4) == 0, NoPreprocess: m.r.IntN(2) == 0, Stress: m.r.IntN(2) == 0, Cone: m.r.IntN(4) == 0,
		Candidates: s.Candidates,
	})
	sol.SetInOrder(m.r.IntN(4) == 0)
	if other, err = m.answers(s, sol); err != nil {
		err = fmt.Errorf("%s: %w", m.Plan, err)
	}
	return one, other, err
}

// indexesElements reports whether there are arrays whose index sort is uninterpreted. How many
// elements such a sort has may matter if arrays are constant, and arrays gives up.
func (s *Script) indexesElements() bool {
	for o := term.Sort(1); int(o) < s.Store.NumSorts(); o++ {
		if s.Store.IsArray(o) {
			if index, _ := s.Store.ArraySorts(o); s.Store.SortKind(index) == term.KindUninterpreted {
				return true
			}
		}
	}
	return false
}

// eager compares a solver that forgets no lemmas with one that forgets them as soon as
// possible, and whose certificates are checked.
func (m *machine) eager() (one, other []solver.Result, err error) {
	if one, err = m.ask(m.Script, solver.Options{Lemmas: solver.KeepLemmas}); err != nil {
		return nil, nil, err
	}
	sol, wrong := m.Certifying(solver.Options{Lemmas: solver.ForgetEagerly, Stress: m.r.IntN(2) == 0})
	if other, err = m.answers(m.Script, sol); err != nil {
		return nil, nil, fmt.Errorf("eager: %w", err)
	}
	return one, other, wrong()
}

// lazy compares it with one that forgets lemmas as it does learned clauses.
func (m *machine) lazy() (one, other []solver.Result, err error) {
	return m.both(m.Script, solver.Options{Lemmas: solver.ForgetLemmas, Stress: true})
}

// both runs the script with the default options, and then another one.
func (m *machine) both(s *Script, opt solver.Options) (one, other []solver.Result, err error) {
	if one, err = m.ask(m.Script, solver.Options{}); err != nil {
		return nil, nil, err
	}
	if other, err = m.ask(m.second(s), opt); err != nil {
		err = fmt.Errorf("%s: %w", m.Plan, err)
	}
	return one, other, err
}

// text writes the script and runs the text.
func (m *machine) text() (one, other []solver.Result, err error) {
	if one, err = m.ask(m.Script, solver.Options{}); err != nil {
		return nil, nil, err
	}
	for _, a := range one {
		if outOfSteps(a) {
			return one, one, nil // the text has no limit
		}
	}
	asked := m.checks()
	var out strings.Builder
	text := m.Standard(func(check int) bool { return asked[check].Kind == Check })
	ctx, cancel := within(m.context(), m.checkSteps())
	defer cancel()
	_, err = script.Run(ctx, "text", strings.NewReader(text), &out, script.Options{})
	if ctx.Err() != nil {
		return one, one, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("text: %w", err)
	}
	for line := range strings.Lines(out.String()) {
		r := solver.Result{Status: sat.Unknown}
		switch strings.TrimSpace(line) {
		case "sat":
			r.Status = sat.Sat
		case "unsat":
			r.Status = sat.Unsat
		case "unknown":
		default:
			return nil, nil, fmt.Errorf("text: %s", line)
		}
		other = append(other, r)
	}
	return one, other, nil
}

// budget stops a check by a budget of conflicts before each operation.
func (m *machine) budget() (one, other []solver.Result, err error) {
	return m.both(m.Before(func(sol *solver.Solver) {
		sol.SetConflictBudget(1 + m.r.Int64N(8))
		checkWithin(m.context(), sol, nil, wideSteps)
		sol.SetConflictBudget(0)
	}), solver.Options{CheckModels: true})
}

// poll stops a check at one of its polls before each operation.
func (m *machine) poll() (one, other []solver.Result, err error) {
	var wrong error
	one, other, err = m.both(m.Before(func(sol *solver.Solver) {
		count := m.countdown()
		ctx, cancel := count.Context(m.context())
		defer cancel()
		sol.SetModelBudget(20)
		if r := sol.Check(ctx); r.Reason.Kind == reason.Internal {
			wrong = r.Reason
		} else if left := count.Left(); left < -lastPolls {
			wrong = fmt.Errorf("the solver polls %d more times after a stop", -left)
		}
	}), solver.Options{CheckModels: true, Stress: m.r.IntN(2) == 0})
	if err == nil {
		err = wrong
	}
	return one, other, err
}

// lastPolls bounds the polls of a solver after a stop: each of the enclosing loops notices the
// stop by itself.
const lastPolls = 1000

// countdown returns a countdown for a stop at a random poll.
func (m *machine) countdown() *limit.Countdown {
	why := limit.Interrupt
	if m.r.IntN(4) == 0 {
		why = limit.Memory
	}
	return limit.NewCountdown(1+m.r.Int64N(1+m.r.Int64N(1+m.r.Int64N(4000))), why)
}

// peers compares refutations with the answers of other solvers; models are evaluated anyway. A
// refutation is wrong if one of them says sat and none says unsat.
func (m *machine) peers(answers []solver.Result) error {
	if !m.Script.Peers || len(answers) == 0 {
		return nil
	}
	wanted := make([]bool, 0, len(m.Ops))
	count, i := 0, 0
	for _, o := range m.checks() {
		unsat := false
		if o.Kind == Check {
			unsat = answers[i].Status == sat.Unsat
			i++
		}
		if unsat {
			count++
		}
		wanted = append(wanted, unsat)
	}
	if count == 0 {
		return nil
	}
	all := m.forPeers()
	text := all.Standard(func(check int) bool { return wanted[check] })
	single := all.single(wanted)
	yes, no := make([]int, count), make([]int, count)
	for _, q := range m.Config.Peers {
		got, err := q.Answers(text, single)
		if err != nil {
			return fmt.Errorf("%w\n%s", err, text)
		}
		for i, v := range got {
			switch v {
			case "sat":
				yes[i]++
			case "unsat":
				no[i]++
			}
		}
	}
	for i := range yes {
		if yes[i]+no[i] > 0 {
			m.Tally.Compared++
		}
		if yes[i] > 0 && no[i] == 0 {
			return fmt.Errorf("check %d: unsat, but not for other solvers", i)
		}
	}
	return nil
}
