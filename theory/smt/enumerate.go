package smt

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// Models finds models of the assertions that differ in the values of the given terms, of sort Bool,
// Int, Real or a bit-vector's, until there are no more. The order is the same in every run. An error
// (that of ctx, an unknown answer as a Reason, or a fault) comes last. The session is in use during
// the loop: its methods panic in the body. After the loop it is as it was before.
func (s *Session) Models(ctx context.Context, terms ...Expr) iter.Seq2[*Model, error] {
	return func(yield func(*Model, error) bool) {
		defer s.enter("Models")()
		for _, t := range terms {
			if why := s.unfit(t.Untyped(), false); why != "" {
				panic(misuse("Session.Models", "%s", why))
			}
			if sort := t.Untyped().Sort(); sort.id > term.Real && sort.Width() == 0 {
				yield(nil, misuse("Session.Models", "values of sort %s cannot be excluded by terms", sort))
				return
			}
		}
		s.push()
		defer s.pop()
		for {
			m, err := s.another(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			if m == nil || !yield(m, nil) {
				return
			}
			block, err := m.others(terms)
			if err != nil {
				yield(nil, err)
				return
			}
			s.add(block)
		}
	}
}

// another returns a model; nil if there is none.
func (s *Session) another(ctx context.Context) (*Model, error) {
	r, err := s.check(ctx, nil)
	switch {
	case err != nil:
		return nil, err
	case r.Status == Unsat:
		return nil, nil
	case r.Status == Unknown:
		return nil, fmt.Errorf("smt: Models: unknown: %w", r.Reason)
	}
	return s.model()
}

// others returns the formula that one of the terms has another value than in m.
func (m *Model) others(terms []Expr) (Bool, error) {
	differ := make([]Bool, len(terms))
	for i, t := range terms {
		v, err := m.Eval(t)
		if err != nil {
			return Bool{}, err
		}
		l, _ := m.store.literal(v.v)
		differ[i] = Bool{must(m.store.Apply("=", t.Untyped(), l))}.Not()
	}
	return m.store.Or(differ...), nil
}

// WriteSMTLIB writes an SMT-LIB script with the present assertions and scopes, and the
// question that Check would decide under these assumptions.
func (s *Session) WriteSMTLIB(w io.Writer, assumptions ...Bool) error {
	defer s.enter("WriteSMTLIB")()
	for _, a := range assumptions {
		s.want("WriteSMTLIB", a)
	}
	r := newRecorder(s.store, w, smtlib.Options{})
	s.repeat(r.assert, r.push)
	r.check(assumptions)
	return r.out.Flush()
}

// Get returns the value of the counter with this name; 0 if there is none.
func (s Stats) Get(name string) int64 {
	for _, c := range s {
		if c.Name == name {
			return c.Value
		}
	}
	return 0
}

// LogValue implements slog.LogValuer.
func (s Stats) LogValue() slog.Value {
	attrs := make([]slog.Attr, len(s))
	for i, c := range s {
		attrs[i] = slog.Int64(c.Name, c.Value)
	}
	return slog.GroupValue(attrs...)
}
