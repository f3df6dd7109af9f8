package c

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// Front is the front end for C.
type Front struct{ Options Options }

// Suffixes are those of C files, preprocessed or not.
func (f Front) Suffixes() []string { return []string{".c", ".i"} }

// Key implements front.Keyed.
func (f Front) Key() string {
	f.Options.Read = nil // what it finds is no option
	return fmt.Sprintf("C %#v", f.Options)
}

// Read implements front.Reading, for the files that are included.
func (f Front) Read(name string) ([]byte, error) {
	if f.Options.Read != nil {
		return f.Options.Read(name)
	}
	return syntax.ReadFile(name)
}

// Through implements front.Reading.
func (f Front) Through(read func(name string) ([]byte, error)) front.Reading {
	f.Options.Read = read
	return f
}

// Load reads a program, as the function of that name does, about which a question is asked.
func (f Front) Load(files prog.Files, st *term.Store, q front.Query) (*front.Loaded, error) {
	opt := f.Options
	opt.Entry, opt.Question, opt.Loop = q.Entry, q.Question, q.Loop
	opt.Record = opt.Record && q.Question == front.Fails
	r, err := Load(files, st, opt)
	switch {
	case err != nil:
		return nil, err
	case q.Question == front.Coverage:
		return nil, &front.QuestionError{Msg: "coverage is asked about Boogie programs only"}
	case q.Question == front.Contracts:
		return nil, &front.QuestionError{Msg: "contracts are those of Boogie programs only"}
	}
	return &front.Loaded{
		Program: r.Program, Source: front.Compiled(r), Language: "C", Model: r.Model, Entry: r.Entry, Ordinary: true,
		Warnings: r.Warnings,
	}, nil
}

// Statement implements front.Source.
func (r *Result) Statement(n prog.NodeID) front.Statement {
	u := r.record.units[n]
	if u == nil {
		return front.Statement{}
	}
	return front.Statement{ID: u, Text: short(u.text())}
}

// Way implements front.Source.
func (r *Result) Way(block prog.NodeID) *front.Way {
	w := r.record.ways[block]
	if w == nil {
		return nil
	}
	return &front.Way{
		Node: w.node, Text: w.text(), Condition: w.condition(), Holds: w.holds,
		Loop: w.loop, Head: w.head, Case: w.several,
	}
}

// Name implements front.Source.
func (r *Result) Name(proc string) string { return written(proc) }

// Call implements front.Compiled. Only what is an integer means something beyond the execution.
func (r *Result) Call(n prog.NodeID) (text string, end prog.Pos) {
	e := r.record.calls[n]
	if e == nil {
		return "", end
	}
	if e.Type.Kind == syntax.Int && e.End.File == e.Pos.File {
		end = prog.Pos{Line: e.End.Line, Col: e.End.Col, File: r.Program.Pos(n).File}
	}
	return short(e.Source()), end
}

// Library implements front.Compiled.
func (r *Result) Library(proc string) bool {
	p := r.Program.Lookup(proc)
	return p != nil && r.Program.Pos(p.Node).Line == 0
}

// CalledAs implements front.Compiled: the name of a part of a function is the word at the place of the call.
func (r *Result) CalledAs(proc string, call prog.NodeID) string {
	if r.Program.Lookup("__muster_"+proc) == nil {
		return proc
	}
	text := r.Program.Files.From(r.Program.Pos(call))
	return text[:max(strings.IndexFunc(text, func(c rune) bool { return !identifying(c) }), 0)]
}

// identifying reports whether a character may be in an identifier.
func identifying(c rune) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// Bookkeeping implements front.Compiled: such a command leaves what it writes as it is, and that is about the object
// that is watched, or says where the next one is.
func (r *Result) Bookkeeping(c *verifier.Command) bool {
	for i := range c.Writes {
		w := &c.Writes[i]
		same := func(x verifier.Binding) bool { return x.IsSame(w) && x.Value.Equal(w.Value) }
		role := r.meaning(w.Of).role
		if !w.Global || role != nextAddress && (role != own || !slices.ContainsFunc(c.Reads, same)) {
			return false
		}
	}
	return len(c.Writes) > 0
}

// Hole implements front.Incomplete.
func (r *Result) Hole(assertion prog.NodeID) (what string, ok bool) {
	if what, ok = r.holes[assertion]; !ok {
		return "", false
	}
	if f := r.faults[assertion]; f != nil && f.at.Line > 0 {
		return fmt.Sprintf("%s at %s", what, r.Program.Place(f.at)), true
	}
	return what + " in a function of the library", true
}

// NothingAsked implements front.Selective.
func (r *Result) NothingAsked() string {
	if r.assertions > 0 || r.checks&(Bounds|Null|Memory) != 0 {
		return ""
	}
	return "no assertion in this program; faults of memory are not asked about: --check=" + everything
}

// EndsUnasked implements front.Selective.
func (r *Result) EndsUnasked() bool { return r.endsUnasked }

// Uncovered implements front.Selective: of what the program has.
func (r *Result) Uncovered() (out []string) {
	if n := len(r.unchecked); n > 0 {
		names := r.unchecked[n-1]
		if n > 1 {
			names = strings.Join(r.unchecked[:n-1], ", ") + " and " + names
		}
		out = append(out, "calls of "+names+" are not checked")
	}
	if r.allocates && !r.failing && r.checks&(Bounds|Null|Memory) != 0 {
		out = append(out, "allocations do not fail")
	}
	if r.allocates && r.checks&Memory != 0 {
		out = append(out, "leaks are not checked")
	}
	return out
}

// Alike implements front.Grouped: an access goes beyond an object, or to none; which of the assertions fails depends
// on the object that the execution watches.
func (r *Result) Alike(assertion prog.NodeID) (out []prog.NodeID) {
	f := r.faults[assertion]
	if f == nil || f.astray == nil {
		return nil
	}
	for p, g := range r.faults {
		if g.astray == f.astray && p != assertion {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}
