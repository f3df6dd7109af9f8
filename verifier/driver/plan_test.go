package driver

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/verifier/prog"
)

// show prints a plan: a line for what holds of all, and one for each engine.
func show(p *plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d at a time, proof %v, patience %v", p.places, p.proof, p.patience)
	if p.failures != 1 {
		fmt.Fprintf(&b, ", %d failures", p.failures)
	}
	if p.dividing {
		b.WriteString(", divided")
	}
	if p.start {
		b.WriteString(", execute first")
	}
	if a := p.abstracting; a != nil {
		fmt.Fprintf(&b, ", abstractions for %v, beyond %v", a.limit, a.beyond)
	}
	if f := p.follow; f != (follow{}) {
		fmt.Fprintf(&b, ", then first %d, ends %v, loops %d", f.first, f.ends, f.loops)
	}
	for i := range p.rows {
		r := &p.rows[i]
		bounds := [...]string{"one bound", "wider", "each bound", "all at once", "no bound"}[r.bounds]
		until := [...]string{"answered", "proved", "late", "alone"}[r.until]
		fmt.Fprintf(&b, "\n%s: %s, proof %v, turns %d %d %d %d, until %s",
			r.engine.name, bounds, r.proof, r.turns.first, r.turns.later, r.turns.wider, r.turns.single, until)
	}
	return b.String()
}

// TestPlans lists the plans for questions. The columns of turns are the first, the later ones, those after the first bound,
// and those of a single execution.
func TestPlans(t *testing.T) {
	const minute = time.Minute
	c := facts{processors: 1, ordinary: true, selective: true, loops: true, executable: true}
	for _, x := range []struct {
		name     string
		question question
		opt      Options
		facts    facts
		want     string
	}{
		{"one engine", reach, Options{Engines: Engines{Engine: "corral"}}, facts{processors: 2, executable: true}, `
2 at a time, proof 15s, patience 1m15s, then first 4, ends false, loops 0
corral: one bound, proof 15s, turns 400000 100000 0 0, until answered`},

		{"one engine whose search is divided", reach, Options{
			Limits: Limits{Processors: 3}, Engines: Engines{Engine: "corral"},
		}, facts{processors: 1}, `
3 at a time, proof 15s, patience 1m15s, divided, then first 4, ends false, loops 0
corral: one bound, proof 15s, turns 400000 100000 0 0, until answered`},

		{"what a proof by cases does not have is asked for", reach, Options{
			Limits: Limits{Processors: 3}, Engines: Engines{Engine: "corral"}, Output: Output{LoopInvariants: true},
		}, facts{processors: 1}, `
3 at a time, proof 15s, patience 1m15s, then first 4, ends false, loops 0
corral: one bound, proof 15s, turns 400000 100000 0 0, until answered`},

		{"some engines on as many processors", reach, Options{
			Limits: Limits{Unbounded: -1}, Engines: Engines{Engine: "legion,corral"},
		}, facts{processors: 2}, `
2 at a time, proof 0s, patience 0s, divided, then first 4, ends false, loops 0
legion: one bound, proof 0s, turns 800000 200000 50000 0, until proved
corral: one bound, proof 0s, turns 400000 100000 25000 0, until proved`},

		{"auto on one processor", reach, Options{}, facts{processors: 1, executable: true}, `
1 at a time, proof 15s, patience 1m15s, execute first, then first 4, ends false, loops 0
legion: one bound, proof 15s, turns 800000 200000 50000 0, until proved
corral: one bound, proof 15s, turns 400000 100000 25000 0, until proved
execute: no bound, proof 15s, turns 20000 50000 0 200000, until alone
spacer: all at once, proof 15s, turns 400000 50000 50000 0, until late
lazyann: all at once, proof 15s, turns 50000 25000 50000 0, until late`},

		{"auto on two processors, of a program that is not executed", reach, Options{
			Question: Question{Bound: 5, Properties: []string{"3"}}, Limits: Limits{Unbounded: -1},
		}, facts{processors: 2}, `
2 at a time, proof 0s, patience 0s, then first 0, ends false, loops 0
legion: one bound, proof 0s, turns 800000 200000 50000 0, until proved
corral: one bound, proof 0s, turns 400000 100000 25000 0, until proved
execute: no bound, proof 0s, turns 20000 50000 0 1152921504606846976, until alone
spacer: all at once, proof 0s, turns 400000 50000 50000 0, until late
lazyann: all at once, proof 0s, turns 50000 25000 50000 0, until late`},

		{"learn", reach, Options{Engines: Engines{Engine: "corral", Learn: true}}, facts{processors: 1, executable: true}, `
1 at a time, proof 15s, patience 1m15s, then first 4, ends false, loops 0
corral: one bound, proof 15s, turns 400000 100000 25000 0, until proved
lazyann: all at once, proof 15s, turns 12500 6250 25000 0, until late`},

		{"some engines", reach, Options{Engines: Engines{Engine: "execute,corral"}}, facts{processors: 1, executable: true}, `
1 at a time, proof 15s, patience 1m15s, execute first, then first 4, ends false, loops 0
corral: one bound, proof 15s, turns 400000 100000 25000 0, until proved
execute: no bound, proof 15s, turns 20000 50000 0 200000, until alone`},

		{"all bounds", reach, Options{Question: Question{AllBounds: true}, Limits: Limits{Processors: 1}}, c, `
1 at a time, proof 0s, patience 0s, execute first, then first 4, ends true, loops 3
legion: each bound, proof 0s, turns 800000 200000 50000 0, until proved
corral: each bound, proof 0s, turns 400000 100000 25000 0, until proved
execute: no bound, proof 0s, turns 20000 50000 0 200000, until alone
spacer: each bound, proof 0s, turns 400000 50000 50000 0, until late
lazyann: each bound, proof 0s, turns 50000 25000 50000 0, until late`},

		{"a program without a bound in mind", reach, Options{Limits: Limits{Timeout: minute}}, c, `
1 at a time, proof 45s, patience 3m45s, execute first, then first 4, ends true, loops 3
legion: wider, proof 45s, turns 800000 200000 50000 0, until proved
corral: wider, proof 45s, turns 400000 100000 25000 0, until proved
execute: no bound, proof 45s, turns 20000 50000 0 200000, until alone
spacer: all at once, proof 45s, turns 400000 50000 50000 0, until late
lazyann: all at once, proof 45s, turns 50000 25000 50000 0, until late`},

		{"a bound is given", reach, Options{Question: Question{Bound: 3}, Engines: Engines{Engine: "legion"}}, c, `
1 at a time, proof 15s, patience 1m15s, then first 4, ends true, loops 3
legion: one bound, proof 15s, turns 800000 200000 0 0, until answered`},

		{"no proof for all bounds", reach, Options{Limits: Limits{Unbounded: -1}, Engines: Engines{Engine: "legion"}}, c, `
1 at a time, proof 0s, patience 0s, then first 4, ends true, loops 3
legion: one bound, proof 0s, turns 800000 200000 0 0, until answered`},

		{"abstraction of one that depends on few globals", reach, Options{
			Limits: Limits{Timeout: minute}, Engines: Engines{Engine: "legion"},
		}, facts{processors: 1, elapsed: 6 * time.Second, globals: 40, near: 10}, `
1 at a time, proof 15s, patience 1m15s, abstractions for 18s, beyond 7.5s, then first 4, ends false, loops 0
legion: one bound, proof 15s, turns 800000 200000 0 0, until answered`},

		{"abstraction on request", reach, Options{Engines: Engines{Engine: "legion", Abstract: AbstractOn}}, facts{processors: 1}, `
1 at a time, proof 15s, patience 1m15s, abstractions for 0s, beyond 7.5s, then first 4, ends false, loops 0
legion: one bound, proof 15s, turns 800000 200000 0 0, until answered`},

		{"a round of it", reach, Options{Engines: Engines{Engine: "legion", Abstract: AbstractOn}}, facts{processors: 1, ordinary: true, abstraction: true}, `
1 at a time, proof 7.5s, patience 37.5s, then first 4, ends false, loops 0
legion: one bound, proof 7.5s, turns 800000 200000 0 0, until answered`},

		{"summaries are about the program itself", reach, Options{
			Engines: Engines{Engine: "legion", Abstract: AbstractOn}, Output: Output{Summaries: true},
		}, facts{processors: 1}, `
1 at a time, proof 15s, patience 1m15s, then first 4, ends false, loops 0
legion: one bound, proof 15s, turns 800000 200000 0 0, until answered`},

		{"all assertions that fail", all, Options{Engines: Engines{Engine: "corral"}}, c, `
1 at a time, proof 15s, patience 1m15s, 9223372036854775807 failures, then first 4, ends true, loops 3
corral: wider, proof 15s, turns 400000 100000 0 0, until answered`},

		{"some of them", all, Options{Limits: Limits{Failures: 7}, Engines: Engines{Engine: "legion"}}, facts{processors: 1, globals: 40, near: 10}, `
1 at a time, proof 15s, patience 1m15s, 7 failures, abstractions for 30s, beyond 7.5s, then first 4, ends false, loops 0
legion: one bound, proof 15s, turns 800000 200000 0 0, until answered`},

		{"annotations are about the program itself", reach, Options{
			Engines: Engines{Engine: "legion", Abstract: AbstractOn}, Output: Output{Annotate: true},
		}, facts{processors: 1}, `
1 at a time, proof 15s, patience 1m15s, then first 4, ends false, loops 0
legion: one bound, proof 15s, turns 800000 200000 0 0, until answered`},

		{"no abstraction is wanted", reach, Options{Engines: Engines{Engine: "legion", Abstract: AbstractOff}}, facts{processors: 1, globals: 40, near: 10}, `
1 at a time, proof 15s, patience 1m15s, then first 4, ends false, loops 0
legion: one bound, proof 15s, turns 800000 200000 0 0, until answered`},

		{"it depends on many globals", reach, Options{Engines: Engines{Engine: "legion"}}, facts{processors: 1, globals: 40, near: 21}, `
1 at a time, proof 15s, patience 1m15s, then first 4, ends false, loops 0
legion: one bound, proof 15s, turns 800000 200000 0 0, until answered`},

		{"abstraction for all bounds ends", reach, Options{
			Question: Question{AllBounds: true}, Limits: Limits{Timeout: 10 * minute, Unbounded: minute},
			Engines: Engines{Engine: "legion", Abstract: AbstractOn},
		}, facts{processors: 1}, `
1 at a time, proof 1m0s, patience 5m0s, abstractions for 30s, beyond 0s, then first 4, ends false, loops 0
legion: each bound, proof 1m0s, turns 800000 200000 0 0, until answered`},

		{"a follow-up with what is assumed", reach, Options{
			Question: Question{Passed: []prog.Assertion{{At: 1, Clause: 1}}}, Engines: Engines{Engine: "execute"},
		}, c, `
1 at a time, proof 15s, patience 1m15s, then first 4, ends false, loops 0
execute: no bound, proof 15s, turns 20000 50000 0 200000, until answered`},

		{"coverage", targets, Options{}, c, `
1 at a time, proof 15s, patience 1m15s
legion: one bound, proof 15s, turns 800000 200000 0 0, until answered`},

		{"contracts", contracts, Options{Engines: Engines{Abstract: AbstractOn}}, facts{processors: 2, globals: 40}, `
2 at a time, proof 15s, patience 1m15s
legion: one bound, proof 15s, turns 800000 200000 0 0, until answered`},
	} {
		by, err := enginesFor(x.question, &x.opt)
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		if got := "\n" + show(newPlan(x.question, &x.opt, by, x.facts)); got != x.want {
			t.Errorf("%s:%s\nwant:%s", x.name, got, x.want)
		}
	}
}
