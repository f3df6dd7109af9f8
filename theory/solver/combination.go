package solver

import (
	"github.com/muster-smt/muster/arrays"
	"github.com/muster-smt/muster/bv/plugin"
	"github.com/muster-smt/muster/lia"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/quant"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// LemmaPolicy says when lemmas of the theories are forgotten.
type LemmaPolicy = combine.LemmaPolicy

// The policies.
const (
	KeepLemmas    = combine.KeepLemmas
	ForgetLemmas  = combine.ForgetLemmas
	ForgetEagerly = combine.ForgetEagerly
)

// combination is the backend of all theories (package combine).
type combination struct {
	*common
	*combine.Engine
	arrays  *arrays.Solver
	matcher *quant.Matcher
	lazily  bool // the limit of the last check stops also what is asserted after it

	verifiedAt int64 // the number of the check with effort Last that has set common.verified
}

// newCombination returns a combination with bit-vectors among the theories, or without. What is
// asserted to one that works lazily waits for a check whose limit lets it become clauses.
func newCombination(c *common, bits, lazily bool) *combination {
	x := &combination{common: c, lazily: lazily}
	var oracle quant.Oracle
	if !c.opt.Candidates {
		oracle = x.checkQuantifiers
	}
	opt := combine.Options{
		Seed: c.opt.Seed, Without: c.opt.Without, Stress: c.opt.Stress, NoRelevancy: c.opt.NoRelevancy,
		InOrder: c.inOrder, Turn: &c.turn,
		Lemmas: c.opt.Lemmas, Cone: c.opt.Cone, Certify: c.opt.Certify, Proof: c.proof, Symbols: c.symbols,
		Log: c.opt.Log,
	}
	// Bits have values before numbers and arrays look at theirs. Piecewise quantifiers are
	// the arrays', the others E-matching's.
	var plugins []func(theory.Host) theory.Plugin
	if bits {
		plugins = append(plugins, func(h theory.Host) theory.Plugin { return plugin.New(h.(plugin.Host)) })
	}
	plugins = append(plugins,
		func(h theory.Host) theory.Plugin {
			a := lia.New(h.(lia.Host))
			if c.opt.Stress {
				a.Limit(4, 1)
			}
			a.SetProductBudget(&c.products)
			return a
		},
		func(h theory.Host) theory.Plugin {
			x.arrays = arrays.New(h.(arrays.Host))
			if oracle != nil {
				x.arrays.PreferFrequent(func() bool { return x.candidates > frequentModels })
			}
			return x.arrays
		},
		func(h theory.Host) theory.Plugin {
			x.matcher = quant.New(h.(quant.Host), oracle)
			x.matcher.SetCopies(x.arrays.Copies)
			return x.matcher
		})
	var mk theory.Maker = c.rw
	if bits && c.certifies() {
		mk = checkedMaker{c.rw, c.checked}
	}
	x.Engine = combine.New(c.st, mk, opt, plugins...)
	x.limitMatching()
	return x
}

func (c *combination) traits() traits {
	return traits{relevancy: true, constraints: c.proof == nil && !c.opt.Cone}
}

func (c *combination) Spoiled() bool          { return false }
func (c *combination) knows(g term.Term) bool { return c.Known(g) != sat.NoLit }
func (c *combination) why() reason.Reason     { return reason.Of(c.SAT().WhyUnknown()) }
func (c *combination) weight() int            { return c.SAT().NumVars() + c.Graph().NumNodes() }

func (c *combination) expect(f combine.Fact) { c.Expect(f) }

func (c *combination) prefer(t term.Term, phase bool) { c.SAT().SetPhase(c.Lit(t).Var(), phase) }

// scopes adds an assumption that always holds, so that closing the last scope keeps the trail, too.
func (c *combination) scopes(open, satisfiable int) sat.Lit {
	c.SAT().Scopes(open, satisfiable)
	return c.Lit(c.st.True())
}

func (c *combination) begin(lim *limit.Limit) (end func()) {
	c.matcher.SetIdleModels(c.modelBudget)
	c.matcher.Start()
	if c.lazily {
		c.Within(lim)
	}
	return func() {}
}

func (c *combination) check(lim *limit.Limit, assumptions []sat.Lit, b sat.Budget) Result {
	st := c.Engine.Check(lim, assumptions, b)
	if why := c.Incomplete(); st == sat.Unknown && why.Kind != reason.None {
		return Result{Reason: why, Candidate: true}
	}
	return Result{Status: st}
}

func (c *combination) model() (*model.Model, error) {
	if c.holds() {
		return c.verified, nil
	}
	m, err := c.Engine.Model()
	if err == nil && !c.opt.Candidates {
		m.FillDefaults() // for short tables
	}
	return m, err
}

func (c *combination) values() model.Source {
	if c.holds() {
		return nil // it was completed
	}
	return c.Values()
}

// holds reports whether the model is the one in which quantifiers were checked. The search may
// have gone on after that, for another plugin or for an assumption that waited, to a model in
// which no quantifier is active.
func (c *combination) holds() bool {
	return c.verified != nil && c.verifiedAt == c.Checks[theory.Last]
}

// limitMatching sets, for the matcher and for arrays, what ends a check with quantifiers.
func (c *combination) limitMatching() {
	match := c.opt.Quantifiers == MatchQuantifiers
	c.arrays.ReadThrough(match)
	c.matcher.SetPatient(c.opt.Quantifiers == ModelQuantifiers)
	switch l := c.opt.Matching; {
	case !match:
		c.matcher.Saturate(nil)
	case l != nil:
		c.matcher.Saturate(l)
	default:
		standard := quant.DefaultLimits()
		c.matcher.Saturate(&standard)
	}
}

// checkQuantifiers is the oracle of the matcher.
func (c *combination) checkQuantifiers(qs []quant.Universal, name naming) (terms [][]term.Term, satisfied, spent bool) {
	terms, satisfied, err := c.violations(c.Engine.Model, qs, name)
	if satisfied {
		c.verifiedAt = c.Checks[theory.Last]
	}
	return terms, satisfied, err == errSpent
}

func (c *combination) count(t *tally) {
	core, graph := c.SAT().Stats(), c.Graph()
	t.search(&core)
	for i, n := range c.Checks {
		t.add("theory-checks-"+theory.Effort(i).String(), n)
	}
	t.gauge("terms", int64(c.st.Len()))
	t.gauge("nodes", int64(graph.NumNodes()))
	atoms, relevant := c.Atoms()
	t.gauge("atoms", atoms)
	t.gauge("relevant-atoms", relevant) // at some point of the last check
	t.gauge("variables", core.Variables)
	t.gauge("relevancy-clauses", int64(c.NumClauses()))
	t.clauses(&core)
	t.add("merges", graph.Merges)
	t.add("explanations", graph.Explained)
	t.add("explanation-shortcuts", graph.Shortcuts)
	t.add("explanation-shortcuts-younger", graph.Older)
	t.add("join-atoms", c.Joins)
	t.add("superfluous-literals", c.Superfluities)
	t.add("cases-tried", c.Tried)
	t.add("case-facts", c.Facts)
	lemmas := int64(0)
	c.Lemmas(func(name string, n int64) {
		if n > 0 {
			t.add("lemma-"+name, n)
			lemmas += n
		}
	})
	t.add("theory-lemmas", lemmas)
	t.add("lemmas-resent", c.Resent)
	t.add("lemmas-forgotten", core.Forgotten)
	t.add("lemmas-recalled", c.Recalled())
	t.add("splits", c.Splits)
	for _, p := range c.Plugins() {
		p.Stats(func(name string, n int64) { t.add(p.Name()+"-"+name, n) })
	}
}
