package fuzz

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/limit"
)

var dimacsTarget = Target{
	Name: "dimacs", About: "DIMACS and iCNF, half of it damaged, through the reader, against a naive reader",
	Make: func(r *rand.Rand) Case {
		text := gen.Dimacs(r)
		if r.IntN(2) == 0 {
			text = gen.Damage(r, text)
		}
		return dimacsCase(text)
	},
	Read: func(text []byte, _ string) (Case, error) { return dimacsCase(text), nil },
}

// collect returns the clauses of a formula.
func collect(f *dimacs.Formula) [][]sat.Lit {
	var cs [][]sat.Lit
	for c := range f.Clauses() {
		cs = append(cs, slices.Clone(c))
	}
	return cs
}

// dimacsCase is the text itself, so its file has no additional comments.
type dimacsCase []byte

func (c dimacsCase) Text() []byte { return c }

func (c dimacsCase) Run(*limit.Limit) error {
	clauses, queries, ok := oracle.Dimacs(string(c), dimacs.MaxVars)
	f, err := dimacs.Read(strings.NewReader(string(c)), "f")
	if err != nil {
		var e *dimacs.Error
		switch {
		case ok:
			return fmt.Errorf("%w, but the formula is legal", err)
		case !errors.As(err, &e):
			return fmt.Errorf("%w: not a dimacs.Error", err)
		case e.Line < 1 || e.Line > 1+strings.Count(string(c), "\n") || e.Col < 1 || e.Col > len(c)+1:
			return fmt.Errorf("%w: no such position", err)
		}
		return nil
	}
	if !ok {
		return errors.New("no error, but the formula is malformed")
	}
	if got := collect(f); !slices.EqualFunc(got, clauses, slices.Equal[[]sat.Lit]) {
		return fmt.Errorf("clauses %v, want %v", got, clauses)
	}
	asked := map[int]int{}
	for _, q := range f.Queries {
		n := asked[q.Clauses]
		if n >= len(queries[q.Clauses]) || !slices.Equal(q.Assumptions, queries[q.Clauses][n]) {
			return fmt.Errorf("query %v after %d clauses, want %v", q.Assumptions, q.Clauses, queries[q.Clauses])
		}
		asked[q.Clauses]++
	}
	for n, qs := range queries {
		if asked[n] != len(qs) {
			return fmt.Errorf("%d queries after %d clauses, want %d", asked[n], n, len(qs))
		}
	}
	return nil
}

func (c dimacsCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	return dimacsCase(shrink.List(c, b, func(less []byte) bool { return fails(dimacsCase(less)) }))
}
