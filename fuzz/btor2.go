package fuzz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/btor2"
	"github.com/muster-smt/muster/theory/reason"
)

var btorTarget = Target{
	Name: "btor2", About: "transition systems in BTOR2, some of them damaged, against an enumeration of their states",
	Slow: 2,
	Make: func(r *rand.Rand) Case {
		text := gen.Btor2(r)
		if r.IntN(5) == 0 {
			text = gen.Damage(r, text)
		}
		return btorCase(text)
	},
	Read: func(text []byte, _ string) (Case, error) { return btorCase(text), nil },
}

// btorCase is the text of a transition system.
type btorCase []byte

func (c btorCase) Text() []byte { return c }

// btorDepth is how deep the systems are searched, and enumerable the most bits of one whose
// states are enumerated.
const (
	btorDepth  = 4
	enumerable = 12
)

func (c btorCase) Run(lim *limit.Limit) error {
	sys, err := btor2.Read(bytes.NewReader(c), "f")
	if err != nil {
		var e *btor2.Error
		switch {
		case !errors.As(err, &e):
			return fmt.Errorf("%w: not a btor2.Error", err)
		case e.Pos.Line < 1 || e.Pos.Line > 1+bytes.Count(c, []byte("\n")) || e.Pos.Col < 1 || e.Pos.Col > len(c)+1:
			return fmt.Errorf("%w: no such position", err)
		}
		return nil
	}
	naive := oracle.NewBtor2(string(c))
	if !naive.Small(enumerable) {
		return nil
	}
	bad, last := naive.Search(btorDepth)
	for _, check := range []bool{false, true} {
		a := btor2.Check(context.Background(), sys, btor2.Options{Depth: btorDepth, Check: check})
		if lim.Stopped() {
			return nil
		}
		if err := judgeBtor2(naive, sys, &a, bad, last); err != nil {
			return fmt.Errorf("check %v: %w", check, err)
		}
		if a.Status == sat.Unknown && (!check || !strings.Contains(string(c), "array")) {
			return fmt.Errorf("check %v: unknown: %v", check, a.Reason)
		}
	}
	return nil
}

// judgeBtor2 compares an answer with the enumeration.
func judgeBtor2(naive *oracle.Btor2, sys *btor2.System, a *btor2.Answer, bad, last int) error {
	switch {
	case a.Reason.Kind == reason.Internal:
		return a.Reason
	case a.Status == sat.Unknown:
		return nil
	case a.Status == sat.Unsat && bad >= 0:
		return fmt.Errorf("unsat, but step %d has a bad state", bad)
	case a.Status == sat.Unsat && a.Closed && sys.Bads() > 0 && last >= a.Depth:
		return fmt.Errorf("no execution reaches step %d, but one does", a.Depth)
	case a.Status == sat.Sat && a.Depth != bad:
		return fmt.Errorf("a bad state at step %d, but the first one is at step %d", a.Depth, bad)
	case a.Status == sat.Unsat:
		return nil
	}
	var text strings.Builder
	if err := a.Witness.Write(&text, sys); err != nil {
		return err
	}
	return naive.Replay(text.String(), bad)
}

func (c btorCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	lines := shrink.List(slices.Collect(bytes.Lines(c)), b, func(less [][]byte) bool { return fails(btorCase(bytes.Join(less, nil))) })
	return btorCase(bytes.Join(lines, nil))
}
