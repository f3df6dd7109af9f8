package horn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// crossed is a script that asks about a solution: one check for each assertion.
type crossed struct {
	text   []byte
	places []smtlib.Pos // of the assertions
}

// check has other solvers refute the negation of each assertion under the solution. One that all of them leave open
// is a remark; one that a solver finds false, and no other one true, makes the answer wrong.
func (o *Options) check(ctx context.Context, r *run, checkers []string) error {
	src, err := os.ReadFile(r.file)
	if err != nil {
		return err
	}
	q, err := cross(r.file, src, r.model)
	if err != nil {
		r.cross = "not checked: " + err.Error()
		return nil
	}
	f, err := os.CreateTemp("", "muster-cross-*.smt2")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(q.text)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	var said [][]string
	for _, name := range checkers {
		line := []string{name, f.Name()}
		if name == "cvc5" {
			line = []string{name, "--incremental", f.Name()}
		}
		p := measure.Run(ctx, o.Pin, o.Limit, line...)
		said = append(said, answers(p.Out))
		if r.cross, r.Wrong = q.judge(checkers, said); r.cross == accepted {
			return nil
		}
	}
	if r.Wrong != "" {
		r.Verdict = wrong
	}
	return nil
}

// accepted is said of a solution of which all is confirmed.
const accepted = "accepted"

// answers returns the answers to the checks. An error is one that is not known.
func answers(out string) (all []string) {
	for line := range strings.Lines(out) {
		switch line = strings.TrimSpace(line); {
		case line == "sat" || line == "unsat" || line == "unknown":
			all = append(all, line)
		case strings.HasPrefix(line, "(error"):
			return append(all, line)
		}
	}
	return all
}

// judge sums up what the checkers said of each assertion.
func (q *crossed) judge(checkers []string, said [][]string) (verdict, rejected string) {
	open := 0
	for k, at := range q.places {
		var yes, no []string
		for i, all := range said {
			switch {
			case k >= len(all):
			case all[k] == "unsat":
				yes = append(yes, checkers[i])
			case all[k] == "sat":
				no = append(no, checkers[i])
			}
		}
		switch {
		case len(yes) > 0:
		case len(no) > 0:
			return "rejected", fmt.Sprintf("the assertion at %d:%d does not hold under the solution, says %s", at.Line, at.Col,
				strings.Join(no, ", "))
		default:
			open++
		}
	}
	if open > 0 {
		return fmt.Sprintf("open: %d of %d", open, len(q.places)), ""
	}
	return accepted, ""
}

// cross makes the script: what the original one declares, with the definitions of the model in the place of the
// predicates, and a check of the negation of each assertion as it stands there.
func cross(file string, src []byte, model string) (*crossed, error) {
	definitions, ok := strings.CutPrefix(strings.TrimSpace(model), "(model")
	if !ok {
		return nil, errors.New("no model")
	}
	definitions = strings.TrimSpace(strings.TrimSuffix(definitions, ")"))
	st := term.NewStore()
	r := smtlib.NewReader(file, bytes.NewReader(src), st)
	at := lines(src)
	var declarations, functions, assertions bytes.Buffer
	q := &crossed{}
	for {
		c, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		text := src[at.offset(c.Pos) : at.offset(c.End)+1]
		switch c.Kind {
		case smtlib.DeclareSort, smtlib.DefineSort:
			fmt.Fprintf(&declarations, "%s\n", text)
		case smtlib.DeclareFun:
			if _, res := st.SymSorts(c.Sym); res != term.Bool {
				fmt.Fprintf(&declarations, "%s\n", text)
			}
		case smtlib.DefineFun:
			fmt.Fprintf(&functions, "%s\n", text)
		case smtlib.Assert:
			_, formula, _ := bytes.Cut(text, []byte("assert"))
			fmt.Fprintf(&assertions, "(push 1)\n(assert (not %s)\n)\n(check-sat)\n(pop 1)\n",
				bytes.TrimSuffix(formula, []byte(")")))
			q.places = append(q.places, c.Pos)
		case smtlib.Rule, smtlib.Query:
			return nil, fmt.Errorf("unsupported: %v in a script whose solution is checked", c.Kind)
		}
	}
	q.text = slices.Concat([]byte("(set-logic ALL)\n"), declarations.Bytes(), []byte(definitions+"\n"), functions.Bytes(),
		assertions.Bytes())
	return q, nil
}

// lines has the offset of each line of a text.
type lineOffsets []int

func lines(src []byte) lineOffsets {
	all := lineOffsets{0}
	for k, b := range src {
		if b == '\n' {
			all = append(all, k+1)
		}
	}
	return all
}

// offset returns the offset of a place.
func (l lineOffsets) offset(at smtlib.Pos) int { return l[at.Line-1] + at.Col - 1 }
