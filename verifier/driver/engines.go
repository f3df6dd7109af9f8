package driver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/alternate"
	"github.com/muster-smt/muster/verifier/corral"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/lazyann"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/legion"
	"github.com/muster-smt/muster/verifier/spacer"
	"github.com/muster-smt/muster/verifier/tabulate"
)

// Auto is the name that stands for all engines together; see the package comment.
const Auto = "auto"

// engine is a row of the table of engines.
type engine struct {
	name string
	make func(inline.Config) verifier.Engine
	// An executing engine runs the program itself: it is not made of what others run on. It proves nothing, so nobody
	// waits for it, and what others prove for a bound does not end it.
	executes bool
	// A stepwise engine goes through the recursion bounds from 1 on. So when it
	// is stopped, no execution within a smaller bound than the present one fails.
	stepwise bool
	// An unbounded engine asks about all bounds at once, so a proof for a bound does not end its search.
	unbounded bool
	// first is the length of the engine's first turn, turn that of the later ones, in polls and propagations:
	// 100,000 take some 0.2 s.
	first, turn int64
}

// bounded reports whether the engine asks about a recursion bound.
func (e engine) bounded() bool { return !e.unbounded && !e.executes }

// inlines reports whether the engine inlines calls in steps, so that another one may go on with its tree.
func (e engine) inlines() bool {
	if e.executes {
		return false
	}
	_, ok := e.make(inline.Config{}).(learn.Stepwise)
	return ok
}

// engines returns the table. Auto has the engines begin in its order.
func engines() []engine {
	return []engine{
		{name: "legion", first: 800_000, turn: 200_000, make: func(c inline.Config) verifier.Engine {
			return &legion.Engine{Config: c}
		}},
		{name: "corral", stepwise: true, first: 400_000, turn: 100_000, make: func(c inline.Config) verifier.Engine {
			return &corral.Engine{Config: c}
		}},
		{name: "spacer", unbounded: true, first: 400_000, turn: 50_000, make: func(c inline.Config) verifier.Engine {
			return &spacer.Engine{Config: c}
		}},
		{name: "lazyann", unbounded: true, first: 50_000, turn: 25_000, make: func(c inline.Config) verifier.Engine {
			return &lazyann.Engine{Config: c, Expand: &corral.Engine{Config: c}}
		}},
	}
}

// alternating is the row of an engine that is asked by its name only, with so many steps in a turn; 0 means the
// default.
func alternating(steps int) engine {
	return engine{
		name: "alt", make: func(c inline.Config) verifier.Engine { return &alternate.Engine{Config: c, Steps: steps} },
		first: 400_000, turn: 100_000,
	}
}

// tabulating is the row of an engine that nobody asks for by name: it proves once more, by tables, what execute has
// proved.
func tabulating() engine {
	return engine{
		name: "tabulate", make: func(c inline.Config) verifier.Engine { return &tabulate.Engine{Config: c} },
		unbounded: true, first: 400_000, turn: 100_000,
	}
}

// executing is the engine that runs the program itself.
const executing = "execute"

// executor is its row. In auto it begins before the others (run.starts), and then comes after those that ask about a
// bound: they may find a shorter execution.
func executor() engine { return engine{name: executing, executes: true, first: 20_000, turn: 50_000} }

// Choices returns the names of all engines: those of SearchEngines, and the one that executes programs.
func Choices() []string { return append(SearchEngines(), executing) }

// SearchEngines returns the names of the engines that search: all but the one that executes programs.
func SearchEngines() []string { return names(func(e engine) bool { return !e.executes }) }

// BoundedEngines returns the names of the engines that ask about a recursion bound: what they prove without facts holds
// up to it. Others may prove it on their way.
func BoundedEngines() []string {
	return names(engine.bounded)
}

func names(wanted func(engine) bool) (out []string) {
	for _, e := range append(engines(), alternating(0)) {
		if wanted(e) {
			out = append(out, e.name)
		}
	}
	return out
}

// CheckEngine returns an error if there is no engine of a name, and Auto is no engine.
func CheckEngine(name string) error {
	_, err := findEngine(name)
	return err
}

// findEngine returns the row of an engine. That of alternate may have a number of steps behind its name.
func findEngine(name string) (engine, error) {
	for _, e := range append(engines(), alternating(0)) {
		if e.name == name {
			return e, nil
		}
	}
	if name == executing {
		return executor(), nil
	}
	e := alternating(0)
	if text, ok := strings.CutPrefix(name, e.name+":"); ok {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return e, &OptionError{fmt.Sprintf("%s: the number of steps must be at least 1", name)}
		}
		e = alternating(n)
		e.name = name
		return e, nil
	}
	return e, &OptionError{fmt.Sprintf("no engine %q; there are %s, %s", name, Auto, strings.Join(Choices(), ", "))}
}

// subset returns the engines with some names, in the order of the table, and so that of auto.
func subset(wanted []string) (out []engine, err error) {
	for _, name := range wanted {
		name = strings.TrimSpace(name)
		if name == Auto {
			return nil, &OptionError{fmt.Sprintf("%s stands for several engines, and cannot be one of them", Auto)}
		}
		e, err := findEngine(name)
		switch {
		case err != nil:
			return nil, err
		case slices.ContainsFunc(out, func(o engine) bool { return o.name == e.name }):
			return nil, &OptionError{fmt.Sprintf("the engine %s is named twice", e.name)}
		}
		out = append(out, e)
	}
	order := slices.Insert(SearchEngines(), 2, executing)
	slices.SortStableFunc(out, func(a, b engine) int { return slices.Index(order, a.name) - slices.Index(order, b.name) })
	return out, nil
}

// teacher is the engine from which the bounded ones learn.
const teacher = "lazyann"

// enginesFor returns the engines that are to answer a question. What asks about many targets on one tree needs an
// engine that inlines calls.
func enginesFor(q question, o *Options) ([]engine, error) {
	switch {
	case q == contracts:
		return engines()[:1], nil
	case q != targets && o.Make != nil:
		return []engine{{name: o.Engine, make: o.Make}}, nil
	case q != targets:
		return findEngines(o.Engine, o.Learn)
	case o.Engine == "" || o.Engine == Auto:
		if !o.Learn && !o.AllBounds {
			return engines()[:1], nil
		}
	case !strings.Contains(o.Engine, ","):
		e, err := findEngine(o.Engine)
		if err != nil || e.bounded() && !o.Learn && !o.AllBounds {
			return []engine{e}, err
		}
	}
	list := strings.Join(BoundedEngines(), ", ")
	return nil, &OptionError{"coverage is asked about a bound, by one engine that inlines calls: " + list}
}

// findEngines returns the engines that names stand for, with the one from which they learn.
func findEngines(name string, learn bool) ([]engine, error) {
	auto, several := name == "" || name == Auto, strings.Contains(name, ",")
	switch {
	case auto && !learn:
		return slices.Insert(engines(), 2, executor()), nil
	case several && !learn:
		return subset(strings.Split(name, ","))
	}
	var e engine
	if !auto && !several {
		var err error
		if e, err = findEngine(name); err != nil || !learn {
			return []engine{e}, err
		}
	}
	if auto || several || !e.bounded() {
		list := BoundedEngines()
		last := len(list) - 1
		return nil, &OptionError{fmt.Sprintf("only %s and %s learn from %s on request; %s always does",
			strings.Join(list[:last], ", "), list[last], teacher, Auto)}
	}
	t, err := findEngine(teacher)
	return []engine{e, t}, err
}
