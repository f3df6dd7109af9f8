package driver_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// steps is a log of which it keeps the queries and the instances.
type steps struct {
	slog.Handler
	steps []step
}

// step is a query, and what was opened after it.
type step struct {
	status string
	opened []string
}

func (s *steps) Enabled(context.Context, slog.Level) bool { return true }

func (s *steps) WithAttrs([]slog.Attr) slog.Handler { return s }

func (s *steps) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		switch {
		case r.Message == "checked" && a.Key == "status":
			s.steps = append(s.steps, step{status: a.Value.String()})
		case r.Message == "instance" && a.Key == "procedure" && len(s.steps) > 0:
			last := &s.steps[len(s.steps)-1]
			last.opened = append(last.opened, a.Value.String())
		}
		return true
	})
	return nil
}

// table writes the steps as the tables of the paper have them: what was answered and opened, and which call sites are
// open then. Each procedure but the first is called in one place, so it stands for its call.
func (s *steps) table(calls map[string]string) string {
	open := strings.Fields(calls["main"])
	out := fmt.Sprintf("main: %s\n", strings.Join(open, " "))
	for _, x := range s.steps {
		slices.Sort(x.opened)
		for _, p := range x.opened {
			open = slices.DeleteFunc(open, func(o string) bool { return o == p })
			open = append(open, strings.Fields(calls[p])...)
		}
		slices.Sort(open)
		out += strings.TrimSpace(fmt.Sprintf("%s, %s: %s", x.status, strings.Join(x.opened, " "), strings.Join(open, " "))) + "\n"
	}
	return out
}

// TestTables replays Tables 1 and 2 of the paper on Legion. Which model or core a solver has is its own affair: the
// paper's corral opens foo before bar, and its legion needs a query more, since its first core has bar only. What
// corral may open is on one path, one call site at a time; legion opens all of its core.
func TestTables(t *testing.T) {
	figure, err := os.ReadFile("../../examples/legion_fig1.bpl")
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]string{"main": "foo bar", "foo": "foo1 foo2", "bar": "bar1 bar2"}
	replace := func(from, to string) string { return strings.ReplaceAll(string(figure), from, to) }
	tests := []struct{ name, src, engine, verdict, want string }{
		{"Table 1", string(figure), "corral", "safe", `main: foo bar
sat, bar: bar1 bar2 foo
sat, bar1: bar2 foo
sat, bar2: foo
sat, foo: foo1 foo2
sat, foo1: foo2
sat, foo2:
unsat, :
`},
		{"Table 2", string(figure), "legion", "safe", `main: foo bar
unsat, bar foo: bar1 bar2 foo1 foo2
unsat, bar1 bar2 foo1 foo2:
unsat, :
`},
		{"a branch that cannot be taken", replace("assume x == 0;", "assume x == 0 && c;"), "corral", "safe", `main: foo bar
sat, foo: bar foo1 foo2
sat, foo2: bar foo1
sat, foo1: bar
unsat, : bar
`},
		{"a branch that cannot be taken", replace("assume x == 0;", "assume x == 0 && c;"), "legion", "safe", `main: foo bar
unsat, foo: bar foo1 foo2
unsat, foo1 foo2: bar
unsat, : bar
`},
		{"a way through bar1", replace("x + 10", "x"), "corral", "unsafe", `main: foo bar
sat, bar: bar1 bar2 foo
sat, bar1: bar2 foo
sat, : bar2 foo
`},
		{"a way through bar1", replace("x + 10", "x"), "legion", "unsafe", `main: foo bar
unsat, bar foo: bar1 bar2 foo1 foo2
unsat, bar1 bar2 foo1 foo2:
sat, :
`},
	}
	for _, test := range tests {
		t.Run(test.name+", "+test.engine, func(t *testing.T) {
			log := &steps{}
			opt := driver.Options{Limits: driver.Limits{Unbounded: -1, Processors: 1}}
			opt.Front, opt.Engine, opt.NoFacts, opt.Log = boogie.Front{}, test.engine, true, slog.New(log)
			rep, err := driver.Verify(context.Background(), "test.bpl", []byte(test.src), opt)
			if err != nil {
				t.Fatal(err)
			}
			if got := rep.Result.Verdict().String(); got != test.verdict {
				t.Errorf("%s, want %s", got, test.verdict)
			}
			if got := log.table(calls); got != test.want {
				t.Errorf("steps:\n%swant:\n%s", got, test.want)
			}
		})
	}
}
