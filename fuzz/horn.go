package fuzz

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/horn"
)

// hornTarget returns the target of Horn clauses, with a peer of its own.
func hornTarget() Target {
	p := &peers{list: slices.DeleteFunc(oracle.Peers(), func(p *oracle.Peer) bool { return p.Name != hornPeer })}
	return Target{
		Name: "horn", About: "Horn clauses, by engines in turn, against their least solution, or one or a derivation that is planted", Comment: ";",
		Slow: 5,
		Make: func(r *rand.Rand) Case { return &hornCase{makeHorn(r), p} },
		Read: func(text []byte, _ string) (Case, error) { return &hornCase{text, p}, nil },
	}
}

// hornConfig is a way to solve Horn clauses. It runs on one in share systems.
type hornConfig struct {
	name     string
	share    int
	complete bool // nothing but a limit, also that of integer branching, keeps it from an answer: any other reason is a fault
	opt      horn.Options
}

// hornConfigs returns the ways. The engine that decides most runs most often, that which takes longest seldom.
func hornConfigs() []hornConfig {
	return []hornConfig{
		{"spacer", 2, true, horn.Options{Engine: "spacer"}},
		{"plain", 4, true, horn.Options{Engine: "spacer", NoPasses: true}},
		{"lazyann", 2, false, horn.Options{Engine: "lazyann"}},
		{"corral", 4, false, horn.Options{Engine: "corral"}},
		{"legion", 8, false, horn.Options{Engine: "legion"}},
		{"auto", 16, false, horn.Options{Engine: horn.Auto}},
	}
}

const (
	// hornBy begins the line that names the configurations that solve a system; without it all do.
	hornBy = "; by "
	// hornPeer is another solver, as which a system is solved once in hornPeerShare.
	hornPeer      = "z3"
	hornPeerShare = 100
	// hornModelShare: a solution is asked for once in so many systems. It is a word in the line, too.
	hornModel      = "model"
	hornModelShare = 4
	// hornDepth is the depth of recursion up to which bounded engines look for derivations, and hornSteps what an engine may
	// spend.
	hornDepth = 3
	hornSteps = 3_000
)

// makeHorn makes a system and chooses who solves it.
func makeHorn(r *rand.Rand) []byte {
	line := ""
	configs := hornConfigs()
	for _, c := range configs {
		if r.IntN(c.share) == 0 {
			line += " " + c.name
		}
	}
	if line == "" {
		line = " " + configs[0].name
	}
	if r.IntN(hornModelShare) == 0 {
		line += " " + hornModel
	}
	if r.IntN(hornPeerShare) == 0 {
		line += " " + hornPeer
	}
	text := gen.Horn(r)
	if r.IntN(2) == 0 {
		text = gen.PlantedHorn(r)
	}
	return append([]byte(strings.TrimSuffix(hornBy, " ")+line+"\n"), text...)
}

// hornCase is a script of Horn clauses, with comments that say who solves it and what the answer is.
type hornCase struct {
	text  []byte
	peers *peers
}

func (c *hornCase) Text() []byte { return c.text }

func (c *hornCase) Run(lim *limit.Limit) error {
	want, err := c.want()
	if err != nil {
		return err
	}
	by, asked := c.by()
	s, err := chc.Read("f", bytes.NewReader(c.text), term.NewStore(), nil)
	if err != nil {
		return err
	}
	ctx, cancel := until(lim)
	defer cancel()
	var first *horn.Report
	for _, config := range hornConfigs() {
		if asked && !slices.Contains(by, config.name) {
			continue
		}
		opt := config.opt
		opt.Depth, opt.Invariants, opt.Processors = hornDepth, true, 1
		opt.Model = !asked || slices.Contains(by, hornModel)
		rep, err := solveHorn(ctx, s, opt)
		if err != nil {
			return fmt.Errorf("%s: %w", config.name, err)
		}
		switch limited := rep.Reason.Kind == reason.Steps || rep.Reason.Kind == reason.Branching; {
		case lim.Stopped():
			return nil
		case rep.Status == sat.Unknown && config.complete && !limited:
			return fmt.Errorf("%s: unknown: %v", config.name, rep.Reason)
		case rep.Status == sat.Unknown:
			continue
		case want != sat.Unknown && rep.Status != want:
			return fmt.Errorf("%s: %v, but the answer is %v", config.name, rep.Status, want)
		case first != nil && rep.Status != first.Status:
			return fmt.Errorf("%s: %v, but %s says %v", config.name, rep.Status, first.Engine, first.Status)
		}
		first = rep
	}
	if slices.Contains(by, hornPeer) {
		return c.compare(want, first)
	}
	return nil
}

// solveHorn solves a copy of a script within a limit on effort.
func solveHorn(ctx context.Context, s *chc.Script, opt horn.Options) (*horn.Report, error) {
	ctx, cancel := limit.NewCountdown(hornSteps, limit.Steps).Context(ctx)
	defer cancel()
	return horn.SolveScript(ctx, s.Copy(), opt)
}

// by returns the words in the line of configurations, if there is one.
func (c *hornCase) by() (names []string, ok bool) {
	for line := range bytes.Lines(c.text) {
		if rest, found := bytes.CutPrefix(line, []byte(hornBy)); found {
			return strings.Fields(string(rest)), true
		}
	}
	return nil, false
}

// want returns the right answer: as planted, or that of the least interpretation. It is unknown where an assertion is left out
// that a planted derivation needs.
func (c *hornCase) want() (sat.Status, error) {
	needed, used := -1, 0
	for line := range bytes.Lines(c.text) {
		line := strings.TrimSpace(string(line))
		if line == gen.HornSat {
			return sat.Sat, nil
		}
		if rest, ok := strings.CutPrefix(line, gen.HornUnsat); ok {
			n, err := strconv.Atoi(rest)
			if err != nil {
				return sat.Unknown, err
			}
			needed = n
		}
		if strings.HasSuffix(line, gen.HornUsed) {
			used++
		}
	}
	switch {
	case needed >= 0 && used == needed:
		return sat.Unsat, nil
	case needed >= 0:
		return sat.Unknown, nil
	}
	satisfiable, err := oracle.Horn(string(c.text))
	if err != nil || !satisfiable {
		return sat.Unsat, err
	}
	return sat.Sat, nil
}

// compare asks the other solver. Where it differs from what is planted or enumerated, and an answer of ours with evidence that
// was checked agrees with that, the other solver is wrong, as z3 4.8.12 is at times.
func (c *hornCase) compare(want sat.Status, ours *horn.Report) error {
	c.peers.Lock()
	defer c.peers.Unlock()
	for _, p := range c.peers.list {
		got, err := p.Answers(string(c.text)+"(check-sat)\n", []string{""})
		if err != nil {
			return err
		}
		switch answer := got[0]; {
		case answer == sat.Unknown.String() || answer == want.String():
		case ours == nil && want == sat.Unknown:
		case ours == nil || ours.Status.String() == answer:
			return fmt.Errorf("%s: %s, but the answer is %v", p.Name, answer, want)
		default:
			return fmt.Errorf("%w: %s says %s, but %s has evidence of %v", errPeer, p.Name, answer, ours.Engine, ours.Status)
		}
	}
	return nil
}

func (c *hornCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	lines := slices.Collect(bytes.Lines(c.text))
	first := slices.IndexFunc(lines, func(l []byte) bool { return bytes.HasPrefix(l, []byte("(assert")) })
	if first < 0 {
		return c
	}
	join := func(less [][]byte) *hornCase {
		return &hornCase{bytes.Join(slices.Concat(lines[:first], less), nil), c.peers}
	}
	return join(shrink.List(lines[first:], b, func(less [][]byte) bool { return fails(join(less)) }))
}
