package smtlib

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// SolverError is an answer (error "...").
type SolverError struct{ Msg string }

func (e *SolverError) Error() string { return "the solver says: " + e.Msg }

// Answers reads the answers of a solver at the other end of a pipe to the commands of a
// Writer over the same Store.
type Answers struct {
	r        *Reader
	w        *Writer
	m        *model.Model         // interprets the constants for elements
	elements map[string]term.Term // by key of the value
}

// NewAnswers returns Answers from src. The sorts that values mention must be
// known to the Store by the names that w gave them; w may be nil if there are
// no uninterpreted sorts.
func NewAnswers(src io.Reader, st *term.Store, w *Writer) *Answers {
	a := &Answers{r: NewReader("answer", src, st), w: w, m: model.New(st, model.Options{Strict: true}),
		elements: map[string]term.Term{}}
	a.r.answers, a.r.sortOf = a.element, a.sortOf
	return a
}

// sortOf finds the uninterpreted sort with this name.
func (a *Answers) sortOf(name string) (term.Sort, bool) {
	st := a.r.st
	for s := term.Sort(1); int(s) < st.NumSorts(); s++ {
		if st.SortKind(s) != term.KindUninterpreted {
			continue
		}
		if a.w == nil && st.SortName(s) == name || a.w != nil && a.w.sort(s) == string(AppendSymbol(nil, name)) {
			return s, true
		}
	}
	return 0, false
}

func (a *Answers) read() error {
	if err := a.r.read(); err != nil {
		if errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		}
		return err
	}
	if parts := a.r.children(0); a.r.nodes[0].kind == tokenOpen && len(parts) == 2 && a.r.is(parts[0], "error") {
		return &SolverError{a.r.textOf(parts[1])}
	}
	return nil
}

// Symbol reads an answer that is one symbol or string: sat, unsat, unknown, success, or
// the text of an echo.
func (a *Answers) Symbol() (string, error) {
	if err := a.read(); err != nil {
		return "", err
	}
	if k := a.r.nodes[0].kind; k != tokenSymbol && k != tokenString {
		return "", a.r.errorAt(0, "sat, unsat or unknown is expected, not %s", a.r.excerpt(0))
	}
	return a.r.textOf(0), nil
}

// Literals reads an unsat core or a list of unsat assumptions, each as the Writer wrote
// it.
func (a *Answers) Literals() ([]string, error) {
	if err := a.read(); err != nil {
		return nil, err
	}
	if err := a.r.wantList(0); err != nil {
		return nil, err
	}
	all := []string{}
	for _, i := range a.r.children(0) {
		all = append(all, string(a.r.sexpr(nil, i)))
	}
	return all, nil
}

// Values reads the answer to a get-value of terms of the given sorts.
func (a *Answers) Values(sorts []term.Sort) ([]model.Value, error) {
	if err := a.read(); err != nil {
		return nil, err
	}
	if err := a.r.wantList(0); err != nil {
		return nil, err
	}
	pairs := a.r.children(0)
	if len(pairs) != len(sorts) {
		return nil, a.r.errorAt(0, "%d values instead of %d", len(pairs), len(sorts))
	}
	values := make([]model.Value, len(sorts))
	for k, i := range pairs {
		pair := a.r.children(i)
		if len(pair) != 2 {
			return nil, a.r.errorAt(i, "a term with its value is expected")
		}
		v, err := a.value(pair[1], sorts[k])
		if err != nil {
			a.r.abandon()
			return nil, err
		}
		values[k] = v
	}
	return values, nil
}

// value reads a value as a term and evaluates it.
func (a *Answers) value(i uint32, want term.Sort) (model.Value, error) {
	t, err := a.r.elaborate(i)
	if err != nil {
		return model.Value{}, err
	}
	t, ok := a.r.convert(t, want)
	if !ok {
		return model.Value{}, a.r.errorAt(i, "a value of sort %s is expected, not %s", a.r.st.SortString(want),
			a.r.st.SortString(a.r.st.Sort(t)))
	}
	v, err := a.m.Eval(t)
	if err != nil {
		return v, a.r.errorAt(i, "%v", err)
	}
	return v, nil
}

// element returns a constant for an element of an uninterpreted sort, which solvers
// write as S!val!3, @S_3, S_3 or (as @S_3 S). The numbers are kept.
func (a *Answers) element(name string, sort term.Sort) (term.Term, bool) {
	digits := len(name)
	for digits > 0 && '0' <= name[digits-1] && name[digits-1] <= '9' {
		digits--
	}
	n, err := strconv.Atoi(name[digits:])
	if err != nil {
		return 0, false
	}
	if sort == term.NoSort {
		prefix, ok := strings.CutSuffix(name[:digits], "!val!")
		if !ok {
			prefix = strings.TrimPrefix(strings.TrimSuffix(name[:digits], "_"), "@")
		}
		if sort, ok = a.sortOf(prefix); !ok {
			return 0, false
		}
	}
	if a.r.st.SortKind(sort) != term.KindUninterpreted {
		return 0, false
	}
	v := model.Elem(sort, n)
	key := v.Key()
	t, ok := a.elements[key]
	if !ok {
		t = a.r.st.FreshConst(name, sort)
		a.elements[key] = t
		a.m.SetConst(t, v)
	}
	return t, true
}

// ProofLines reads the answers of a script and calls yield for the lines of those to
// get-proof, (proof "line" ...). It skips all others.
func ProofLines(name string, in io.Reader, yield func(line string) error) error {
	s := newSource(name, in)
	for {
		err := s.read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if s.nodes[0].kind != tokenOpen || len(s.nodes) < 2 || !s.is(1, "proof") {
			continue
		}
		for i := uint32(2); i < uint32(len(s.nodes)); i++ {
			if s.nodes[i].kind != tokenString {
				return s.errorAt(i, "a line of a proof log, as a string, is expected")
			}
			if err := yield(s.textOf(i)); err != nil {
				return err
			}
		}
	}
}
