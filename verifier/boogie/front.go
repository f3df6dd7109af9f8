package boogie

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// Front is the front end for Boogie, whose files may have any name.
type Front struct{ Options Options }

// Suffixes implements front.Front.
func (f Front) Suffixes() []string { return nil }

// Key implements front.Keyed.
func (f Front) Key() string { return fmt.Sprintf("Boogie %#v", f.Options) }

// Load reads files that are one program, as LoadFiles does.
func (f Front) Load(files prog.Files, st *term.Store, q front.Query) (*front.Loaded, error) {
	opt := f.Options
	opt.Contracts = q.Question == front.Contracts
	p, ways, err := opt.load(files, st)
	if err != nil {
		return nil, err
	}
	s := &source{Program: p, texts: make([]*text, len(files)), seen: map[prog.NodeID]statement{}, ways: ways}
	return &front.Loaded{Program: p, Source: s, Language: "Boogie"}, nil
}

// source is a front.Source: a command is a statement, whose text is read off the file.
type source struct {
	*prog.Program
	texts []*text // made when they are needed
	seen  map[prog.NodeID]statement
	ways  map[prog.NodeID]way
}

// way says of a block what a statement that branches has decided there.
type way struct {
	stmt        prog.NodeID
	holds, loop bool
}

// Statement implements front.Source.
func (s *source) Statement(n prog.NodeID) front.Statement {
	st := s.statement(n)
	out := front.Statement{
		Kind: kinds[st.word], Text: st.text, Condition: st.cond,
		Branch: st.marked("partition"), Harmless: st.marked("nonnull"),
	}
	if out.Kind == front.Calling {
		out.Callee = st.callee()
	}
	return out
}

// kinds are those of statements and clauses, by their keywords.
var kinds = map[string]front.StatementKind{
	"if": front.Branching, "while": front.Branching, "assume": front.Assumption, "assert": front.Assertion,
	"call": front.Calling, "ensures": front.Postcondition, "invariant": front.Invariant,
}

// Way implements front.Source.
func (s *source) Way(block prog.NodeID) *front.Way {
	w, ok := s.ways[block]
	if !ok {
		if kinds[s.statement(block).word] == front.Branching {
			return &front.Way{} // the head of a loop
		}
		return nil
	}
	st := s.statement(w.stmt)
	return &front.Way{Node: w.stmt, Text: st.text, Condition: st.cond, Holds: w.holds, Loop: w.loop, Head: w.stmt}
}

// Name implements front.Source.
func (s *source) Name(proc string) string { return proc }

// Message implements front.Worded, by {:msg "TEXT"}.
func (s *source) Message(clause prog.NodeID) string {
	names := s.Names[clause]
	if i := slices.Index(names, "msg"); i >= 0 && i+1 < len(names) {
		return names[i+1]
	}
	return ""
}

// Head implements front.Invariants.
func (s *source) Head(b prog.NodeID) (at prog.Pos, loop bool) { return s.Pos(b), true }

// Expression implements front.Invariants.
func (s *source) Expression(p *prog.Program, q *prog.Proc, _ prog.NodeID, t term.Term) string {
	text, err := prog.Expressions(p)(q, t)
	if err != nil {
		return ""
	}
	return text
}

func (s *source) statement(n prog.NodeID) statement {
	st, ok := s.seen[n]
	if at := s.Pos(n); !ok && int(at.File) < len(s.texts) {
		x := &s.texts[at.File]
		if *x == nil {
			*x = newText(s.Files[at.File].Text)
		}
		st = (*x).at(at)
		s.seen[n] = st
	}
	return st
}
