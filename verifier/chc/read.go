package chc

import (
	"io"
	"maps"
	"slices"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// Read reads a script with one check-sat or query; what follows may only ask. An error with a position is a
// *smtlib.Error: what is not Horn, or not supported. Stop, if not nil, ends reading with its error.
func Read(file string, src io.Reader, st *term.Store, stop func() error) (*Script, error) {
	all, err := read(file, src, st, stop, true)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// ReadAll reads a script with any number of checks, and returns what each of them asks: what is asserted then, in the
// scopes that are open (push, pop). A script without a check is one question, as for Read.
func ReadAll(file string, src io.Reader, st *term.Store, stop func() error) ([]*Script, error) {
	return read(file, src, st, stop, false)
}

func read(file string, src io.Reader, st *term.Store, stop func() error, once bool) ([]*Script, error) {
	r := smtlib.NewReader(file, src, st)
	if stop != nil {
		r.Until(stop)
	}
	read := reading{s: New(file, st), once: once}
	for {
		c, err := r.Next()
		if err == io.EOF || err == nil && c.Kind == smtlib.Exit {
			return read.end()
		}
		if err != nil {
			return nil, err
		}
		if err := read.command(&c); err != nil {
			return nil, err
		}
	}
}

// reading is where Read is in a script.
type reading struct {
	s       *Script // what is asserted so far
	once    bool    // a second check is an error
	asked   []*Script
	scopes  []extent
	clauses smtlib.CommandKind // Assert or Rule, whichever the script has; or none
	last    smtlib.Pos         // of the last of them
	idle    *smtlib.Error      // for the first of them after the last check; nil if there is none
	before  int                // how many there were before that one
	global  bool               // declarations stay when their scope is closed
}

// extent is how much of a script there was when a scope was opened.
type extent struct{ preds, free, assertions, rules int }

// command takes a command of the script.
func (r *reading) command(c *smtlib.Command) error {
	s := r.s
	switch c.Kind {
	case smtlib.SetOption:
		if smtlib.IsGlobalDeclarations(c.Name) {
			r.global = c.Value == "true"
		}
		return nil
	case smtlib.SetLogic, smtlib.SetInfo, smtlib.Echo, smtlib.GetInfo, smtlib.GetOption,
		smtlib.DeclareSort, smtlib.DefineSort, smtlib.DefineFun, smtlib.DeclareVar:
		return nil
	case smtlib.GetModel:
		if n := len(r.asked); n > 0 {
			s = r.asked[n-1]
		}
		s.WantsModel = true
		return nil
	case smtlib.CheckSat, smtlib.Query:
		return r.check(c)
	case smtlib.DeclareFun, smtlib.DeclareRel:
		s.Declare(c.Sym)
		return nil
	case smtlib.Push:
		for range c.N {
			r.scopes = append(r.scopes, s.extent())
		}
		return nil
	case smtlib.Pop:
		n := len(r.scopes) - c.N
		s.shorten(r.scopes[n:], r.global)
		r.scopes = r.scopes[:n]
		if len(s.Assertions)+len(s.Rules) <= r.before {
			r.idle = nil
		}
		return nil
	case smtlib.Assert, smtlib.Rule:
		if r.clauses != smtlib.NoCommand && r.clauses != c.Kind {
			return fault(c.Pos, "unsupported: %v in a script with %v", c.Kind, r.clauses)
		}
		if len(r.asked) > 0 && r.idle == nil {
			r.idle, r.before = fault(c.Pos, "unsupported: %v after the check", c.Kind), len(s.Assertions)+len(s.Rules)
		}
		r.clauses, r.last = c.Kind, c.Pos
		return s.Assert(c.Pos, c.Terms[0])
	}
	return fault(c.Pos, "unsupported: %v in a script of Horn clauses", c.Kind)
}

// check takes check-sat or query.
func (r *reading) check(c *smtlib.Command) error {
	of := smtlib.Assert
	if c.Kind == smtlib.Query {
		of = smtlib.Rule
	}
	switch {
	case len(r.asked) > 0 && r.once:
		return fault(c.Pos, "unsupported: a second check (%v)", c.Kind)
	case r.clauses != smtlib.NoCommand && r.clauses != of:
		return fault(c.Pos, "unsupported: %v in a script with %v", c.Kind, r.clauses)
	}
	r.idle = nil
	q := r.s.clone()
	if len(r.asked) > 0 { // a get-model before belongs to another check
		q.WantsModel = false
	}
	r.asked = append(r.asked, q)
	if c.Kind == smtlib.CheckSat {
		return nil
	}
	q.Query = true
	return q.Assert(c.Pos, q.Store.Not(c.Terms[0]))
}

// end returns what was asked. A script of rules must have a query: without one it asks nothing.
func (r *reading) end() ([]*Script, error) {
	switch {
	case r.idle != nil:
		return nil, r.idle
	case len(r.asked) > 0:
		return r.asked, nil
	case r.clauses == smtlib.Rule:
		return nil, fault(r.last, "unsupported: rules without a query")
	}
	return []*Script{r.s}, nil
}

func (s *Script) extent() extent {
	return extent{len(s.Preds), len(s.Free), len(s.Assertions), len(s.Rules)}
}

// shorten takes back what came after the first of some scopes was opened; no declarations, if these are global.
func (s *Script) shorten(scopes []extent, global bool) {
	if len(scopes) == 0 {
		return
	}
	to := scopes[0]
	s.Assertions, s.Rules = s.Assertions[:to.assertions], s.Rules[:to.rules]
	if global {
		return
	}
	for _, f := range s.Preds[to.preds:] {
		delete(s.isPred, f)
	}
	for _, f := range s.Free[to.free:] {
		delete(s.isFree, f)
	}
	s.Preds, s.Free = s.Preds[:to.preds], s.Free[:to.free]
}

// clone returns a copy of s in the same store, to which may be added.
func (s *Script) clone() *Script {
	c := *s
	c.Preds, c.Free = slices.Clone(s.Preds), slices.Clone(s.Free)
	c.isPred, c.isFree = maps.Clone(s.isPred), maps.Clone(s.isFree)
	c.Assertions, c.Rules = slices.Clone(s.Assertions), slices.Clone(s.Rules)
	return &c
}
