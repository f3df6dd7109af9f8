package smtscript

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// The keywords for what the standard does not have: how to run a script, its box, and that the
// next assertion is a flow clause.
const (
	header = ":fuzz"
	boxed  = ":fuzz-box"
	flow   = ":fuzz-flow"
)

// Text returns the script in the form that Parse reads.
func (s *Script) Text() []byte {
	var out bytes.Buffer
	w := smtlib.NewWriter(&out, s.Store, smtlib.Options{GlobalDeclarations: true, DefineAssumptions: true})
	w.SetInfo(header, string(smtlib.AppendString(nil, s.header())))
	s.write(w, func(int) bool { return true })
	used := s.symbols()
	for _, r := range s.Box {
		if !used[r.Sym] {
			continue // it is not declared
		}
		w.SetInfo(boxed, string(smtlib.AppendString(nil, fmt.Sprintf("%s %v %d", s.Store.SymName(r.Sym), r.Lo, r.Width))))
	}
	_ = w.Flush() // a buffer has no errors
	return out.Bytes()
}

// terms returns the terms that occur in operations.
func (s *Script) terms() []term.Term {
	var all []term.Term
	for _, o := range s.Ops {
		all = append(all, o.Terms...)
	}
	return Subterms(s.Store, all...)
}

// symbols returns the symbols that occur in operations.
func (s *Script) symbols() map[term.Sym]bool {
	used := map[term.Sym]bool{}
	for _, t := range s.terms() {
		if s.Store.Op(t) == term.OpApp {
			used[s.Store.Sym(t)] = true
		}
	}
	return used
}

// Standard returns the script for other solvers, with some of the checks; a flow clause becomes
// an assertion.
func (s *Script) Standard(wanted func(check int) bool) string {
	var out bytes.Buffer
	w := smtlib.NewWriter(&out, s.Store, smtlib.Options{})
	s.write(w, wanted)
	_ = w.Flush()
	return out.String()
}

func (s *Script) write(w *smtlib.Writer, wanted func(check int) bool) {
	checks, open := 0, 0
	for _, o := range s.Ops {
		switch o.Kind {
		case Flow:
			w.SetInfo(flow, "true")
			w.Assert(o.Terms[0])
		case Assert:
			w.Assert(o.Terms[0])
		case Push:
			open++
			w.Push()
		case Pop:
			if open > 0 {
				open--
				w.Pop(1)
			}
		default:
			if checks++; !wanted(checks - 1) {
				continue
			}
			if len(o.Terms) == 0 {
				w.CheckSat()
			} else {
				w.CheckSatAssuming(o.Terms)
			}
		}
	}
}

// header returns what Run needs besides the operations.
func (s *Script) header() string {
	words := []string{"family=" + s.Family, "plan=" + s.Plan, "seed=" + strconv.FormatUint(s.Seed, 10)}
	if s.Fixed > 0 {
		words = append(words, "fixed="+strconv.Itoa(s.Fixed))
	}
	if s.Peers {
		words = append(words, "peers")
	}
	if s.Decided {
		words = append(words, "decided")
	}
	if s.Candidates {
		words = append(words, "candidates")
	}
	return strings.Join(words, " ")
}

func (s *Script) readHeader(text string) error {
	for _, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		var err error
		switch key {
		case "family":
			s.Family = value
		case "peers":
			s.Peers = true
		case "plan":
			s.Plan = value
		case "seed":
			s.Seed, err = strconv.ParseUint(value, 10, 64)
		case "fixed":
			s.Fixed, err = strconv.Atoi(value)
		case "decided":
			s.Decided = true
		case "candidates":
			s.Candidates = true
		default:
			err = fmt.Errorf("%s %s: unknown word %q", header, text, word)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Script) readRange(text string, names map[string]term.Sym) error {
	f := strings.Fields(text)
	if len(f) != 3 || names[f[0]] == 0 {
		return fmt.Errorf("%s %s: want a symbol, a number and a width", boxed, text)
	}
	lo, err := num.ParseInt(f[1])
	if err != nil {
		return err
	}
	width, err := strconv.ParseInt(f[2], 10, 32)
	s.Box = append(s.Box, Range{names[f[0]], lo, width})
	return err
}

// Parse reads a script, in the form of Text or any other. It skips commands that ask for
// something other than a verdict.
func Parse(text []byte, file string) (*Script, error) {
	s := &Script{Store: term.NewStore()}
	cmds, err := smtlib.ReadScript(file, bytes.NewReader(text), s.Store)
	if err != nil {
		return nil, err
	}
	names, asserted := map[string]term.Sym{}, Assert
	for _, c := range cmds {
		switch c.Kind {
		case smtlib.DeclareFun:
			names[c.Name] = c.Sym
		case smtlib.SetInfo:
			switch c.Name {
			case header:
				err = s.readHeader(c.Value)
			case boxed:
				err = s.readRange(c.Value, names)
			case flow:
				asserted = Flow
			}
		case smtlib.Assert, smtlib.DefineFunsRec:
			for _, t := range c.Terms {
				s.Add(asserted, t)
			}
			asserted = Assert
		case smtlib.Push, smtlib.Pop:
			for range c.N {
				s.Add(map[smtlib.CommandKind]Kind{smtlib.Push: Push, smtlib.Pop: Pop}[c.Kind])
			}
			for _, a := range c.Axioms {
				s.Add(Assert, a.Formula)
			}
		case smtlib.CheckSat, smtlib.CheckSatAssuming, smtlib.CheckSatUsing:
			s.Add(Check, c.Terms...)
		case smtlib.Reset, smtlib.ResetAssertions:
			err = fmt.Errorf("unsupported command %v", c.Kind)
		}
		if err != nil {
			return nil, fmt.Errorf("%v: %w", c.Pos, err)
		}
	}
	if _, err := s.plan(); err != nil {
		return nil, err
	}
	s.Fixed = min(s.Fixed, len(s.Ops))
	return s, nil
}
