package fuzz

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat/limit"
)

func smtTarget() Target {
	return scriptTarget("smt", "incremental scripts in all logics, against evaluation, enumeration, fresh solvers, proofs and equivalent scripts", ofFamilies(gen.SMTFamilies()))
}

func termTarget() Target {
	t := scriptTarget("terms", "terms: simplification, the checker's normal forms and text, against evaluation", gen.TermScript)
	t.Slow = 10
	return t
}

func projectTarget() Target {
	t := scriptTarget("project", "implicants and projections of random formulas in random models, by their witnesses", gen.ProjectScript)
	t.Slow = 10
	return t
}

func interpolateTarget() Target {
	t := scriptTarget("interpolate", "interpolants of random formulas that contradict each other, by both implications and their vocabulary", gen.InterpolateScript)
	t.Slow = 20
	return t
}

// scriptTarget returns a target of scripts for the SMT solver, with peers of its own.
func scriptTarget(name, about string, script func(*rand.Rand) *smtscript.Script) Target {
	p := &peers{list: oracle.Peers()}
	return Target{
		Name: name, About: about, Comment: ";", Slow: 20,
		Make: func(r *rand.Rand) Case { return &smtCase{Script: script(r), peers: p} },
		Read: func(text []byte, file string) (Case, error) {
			s, err := smtscript.Parse(text, file)
			return &smtCase{Script: s, peers: p}, err
		},
	}
}

func ofFamilies(all []gen.SMTFamily) func(*rand.Rand) *smtscript.Script {
	return func(r *rand.Rand) *smtscript.Script { return gen.SMT(r, all) }
}

// Family returns the targets, with scripts of target smt of these families alone: of those whose
// name has part in it. The error names the families if there is none.
func Family(targets []Target, part string) ([]Target, error) {
	var names []string
	var chosen []gen.SMTFamily
	for _, f := range gen.SMTFamilies() {
		names = append(names, f.Name)
		if strings.Contains(f.Name, part) {
			chosen = append(chosen, f)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no family has %q in its name; there are %s", part, strings.Join(names, ", "))
	}
	targets = slices.Clone(targets)
	for i, t := range targets {
		if t.Name == smtTarget().Name {
			targets[i].Make = scriptTarget(t.Name, t.About, ofFamilies(chosen)).Make
		}
	}
	return targets, nil
}

// Under returns the targets with scripts that run by these plans alone, each by one of them.
// The error names a plan that there is not.
func Under(targets []Target, plans []string) ([]Target, error) {
	for _, p := range plans {
		if !slices.Contains(smtscript.Plans(), p) {
			return nil, fmt.Errorf("unknown plan %q; there are %s", p, strings.Join(smtscript.Plans(), ", "))
		}
	}
	targets = slices.Clone(targets)
	for i := range targets {
		all := targets[i].Make
		targets[i].Make = func(r *rand.Rand) Case {
			c := all(r)
			if s, ok := c.(*smtCase); ok {
				s.Plan = plans[r.IntN(len(plans))]
			}
			return c
		}
	}
	return targets, nil
}

// peers are other solvers, which serve one case at a time: a case that hangs may still run
// when the next one begins.
type peers struct {
	sync.Mutex
	list []*oracle.Peer
}

type smtCase struct {
	*smtscript.Script
	peers *peers
	err   error // of Run
}

func (c *smtCase) Run(lim *limit.Limit) error {
	cfg := smtscript.Config{Limit: lim}
	if c.Peers {
		c.peers.Lock()
		defer c.peers.Unlock()
		cfg.Peers = c.peers.list
	}
	c.err = c.Script.Run(cfg)
	if errors.Is(c.err, smtscript.ErrStopped) {
		return nil
	}
	return c.err
}

// Text returns the text after a few rounds of reading and writing, by which it becomes
// stable.
func (c *smtCase) Text() []byte {
	s := c.Script
	for range 3 {
		next, err := smtscript.Parse(s.Text(), "")
		if err != nil {
			break // Run reports the error
		}
		s = next
	}
	return s.Text()
}

// Shrink keeps the kind of error: a wrong model, for instance, must not become a slow
// check.
func (c *smtCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	kind := ""
	if c.err != nil || fails(c) && c.err != nil {
		kind = errorKind(c.err)
	}
	s := c.Script.Shrink(b, func(s *smtscript.Script) bool {
		try := &smtCase{Script: s, peers: c.peers}
		return fails(try) && (kind == "" || try.err != nil && errorKind(try.err) == kind)
	})
	return &smtCase{Script: s, peers: c.peers}
}

// errorKind returns the beginning of an error, before terms and numbers.
func errorKind(err error) string {
	k, _, _ := strings.Cut(err.Error(), "\n")
	return k[:strings.IndexAny(k+"(", "(0123456789")]
}
