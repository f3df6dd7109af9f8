package boogie

import (
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// Front is the front end for Boogie, whose files may have any name.
type Front struct{ Options Options }

// Suffixes implements front.Front.
func (f Front) Suffixes() []string { return nil }

// Load reads files that are one program, as LoadFiles does.
func (f Front) Load(files prog.Files, st *term.Store, q front.Query) (*front.Loaded, error) {
	opt := f.Options
	opt.Contracts = q.Question == front.Contracts
	p, err := opt.LoadFiles(files, st)
	if err != nil {
		return nil, err
	}
	s := &source{files: files, texts: make([]*text, len(files)), seen: map[prog.Pos]statement{}}
	return &front.Loaded{Program: p, Source: s, Language: "Boogie"}, nil
}

// source is a front.Source: a command is a statement, whose text is read off the file.
type source struct {
	files prog.Files
	texts []*text // made when they are needed
	seen  map[prog.Pos]statement
}

// Statement implements front.Source.
func (s *source) Statement(at prog.Pos) front.Statement {
	st := s.statement(at)
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

// Way implements front.Source: the blocks of if and while have labels that end in what they are.
func (s *source) Way(at prog.Pos, label string) *front.Way {
	st := s.statement(at)
	if kinds[st.word] != front.Branching {
		return nil
	}
	w := front.Way{At: at, Text: st.text, Condition: st.cond, Head: at}
	switch {
	case strings.HasSuffix(label, "_Then"):
		w.Holds = true
	case strings.HasSuffix(label, "_LoopBody"):
		w.Holds, w.Loop = true, true
	case strings.HasSuffix(label, "_Else"):
	case strings.HasSuffix(label, "_LoopDone"):
		w.Loop = true
	default:
		return &front.Way{}
	}
	return &w
}

// Name implements front.Source.
func (s *source) Name(proc string) string { return proc }

// Head implements front.Invariants.
func (s *source) Head(b *prog.Block) (at prog.Pos, loop bool) { return b.Pos, true }

// Expression implements front.Invariants.
func (s *source) Expression(p *prog.Program, q *prog.Proc, _ *prog.Block, t term.Term) string {
	text, err := prog.Expressions(p)(q, t)
	if err != nil {
		return ""
	}
	return text
}

func (s *source) statement(at prog.Pos) statement {
	st, ok := s.seen[at]
	if !ok && int(at.File) < len(s.files) {
		x := &s.texts[at.File]
		if *x == nil {
			*x = newText(s.files[at.File].Text)
		}
		st = (*x).at(at)
		s.seen[at] = st
	}
	return st
}
