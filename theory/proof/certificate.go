package proof

import (
	"strconv"

	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// This file writes and reads certificates, field by field. Fields that are zero
// are left out, so a step has only those that its kind needs.

// termsOf calls f with each term that a certificate mentions outside its clause;
// some may be 0.
func termsOf(c *cert.Certificate, f func(term.Term)) {
	for _, t := range c.Args {
		f(t)
	}
	for i := range c.Steps {
		s := &c.Steps[i]
		for _, t := range [...]term.Term{s.A, s.B, s.Lit.T, s.Ends[0], s.Ends[1]} {
			f(t)
		}
		for _, list := range [...][]cert.Premise{s.From, s.Else, s.Split} {
			for _, p := range list {
				f(p.Of)
				f(p.Other)
			}
		}
		for _, x := range s.Path {
			f(x.Store)
		}
	}
}

// certificate adds a certificate: name, rule, arguments, 0, steps.
func (w *Writer) certificate(c *cert.Certificate) {
	w.word(c.Name).word(c.Rule.String())
	for _, t := range c.Args {
		w.term(t)
	}
	w.word("0")
	for i := range c.Steps {
		w.step(&c.Steps[i])
	}
}

// step adds a step: the name of its kind, then its fields, each a letter and a
// value.
func (w *Writer) step(s *cert.Step) {
	w.word(s.Kind.String())
	if s.Name != 0 {
		w.word("n")
		w.line = strconv.AppendUint(w.line, s.Name, 10)
	}
	w.termField("a", s.A)
	w.termField("b", s.B)
	if s.Off != 0 {
		w.word("o")
		w.line = strconv.AppendInt(w.line, s.Off, 10)
	}
	if s.Upper {
		w.word("u")
	}
	if s.Strict {
		w.word("t")
	}
	if !s.Val.IsZero() {
		w.word("v")
		w.line = append(w.line, s.Val.String()...)
	}
	if s.Lit.Neg {
		w.termField("m", s.Lit.T)
	} else {
		w.termField("l", s.Lit.T)
	}
	w.premises("f", "F", s.From)
	w.premises("e", "E", s.Else)
	w.premises("s", "S", s.Split)
	for _, x := range s.Path {
		if x.Up {
			w.termField("g", x.Store)
		} else {
			w.termField("h", x.Store)
		}
	}
	w.termField("x", s.Ends[0])
	w.termField("y", s.Ends[1])
}

func (w *Writer) termField(letter string, t term.Term) {
	if t == 0 {
		return
	}
	w.word(letter)
	w.line = strconv.AppendUint(w.line, uint64(w.terms.get(uint32(t))), 10)
}

// premises adds premises: a letter, a capital for an upper bound, then the fields
// separated by commas: the term, the bound's name, the other term, the
// coefficient.
func (w *Writer) premises(lower, upper string, ps []cert.Premise) {
	for i := range ps {
		if ps[i].Upper {
			w.word(upper)
		} else {
			w.word(lower)
		}
		w.premise(&ps[i])
	}
}

func (w *Writer) premise(p *cert.Premise) {
	w.line = strconv.AppendUint(w.line, uint64(w.terms.get(uint32(p.Of))), 10)
	w.line = strconv.AppendUint(append(w.line, ','), p.Bound, 10)
	w.line = strconv.AppendUint(append(w.line, ','), uint64(w.terms.get(uint32(p.Other))), 10)
	w.line = append(append(w.line, ','), p.Coeff.String()...)
}

// certificate reads what Writer.certificate writes.
func (k *Checker) certificate(clause []cert.Literal) *cert.Certificate {
	l := &k.line
	c := &cert.Certificate{Name: l.word(), Clause: clause}
	rule, ok := cert.RuleNamed(l.word())
	if !ok {
		l.fail("unknown rule")
	}
	c.Rule = rule
	for {
		n := l.number()
		if n == 0 {
			break
		}
		c.Args = append(c.Args, k.termAt(n))
	}
	for l.more() {
		kind, ok := cert.KindNamed(l.word())
		if !ok {
			l.fail("unknown kind of step")
		}
		s := cert.Step{Kind: kind}
		for k.field(&s) {
		}
		c.Steps = append(c.Steps, s)
	}
	return c
}

// field reads one field of a step; false if none is next.
func (k *Checker) field(s *cert.Step) bool {
	l := &k.line
	letter := l.letter()
	switch letter {
	case 'n':
		s.Name = l.number()
	case 'a':
		s.A = k.readTerm()
	case 'b':
		s.B = k.readTerm()
	case 'o':
		s.Off = l.signed()
	case 'u':
		s.Upper = true
	case 'v':
		s.Val = l.rational()
	case 't':
		s.Strict = true
	case 'l', 'm':
		s.Lit = cert.Literal{T: k.readTerm(), Neg: letter == 'm'}
	case 'f', 'F':
		s.From = append(s.From, k.premise(letter == 'F'))
	case 'e', 'E':
		s.Else = append(s.Else, k.premise(letter == 'E'))
	case 's', 'S':
		s.Split = append(s.Split, k.premise(letter == 'S'))
	case 'g', 'h':
		s.Path = append(s.Path, cert.Cross{Store: k.readTerm(), Up: letter == 'g'})
	case 'x':
		s.Ends[0] = k.readTerm()
	case 'y':
		s.Ends[1] = k.readTerm()
	default:
		return false
	}
	return true
}

// optionalTerm reads a term, or 0 for none.
func (k *Checker) optionalTerm() term.Term {
	if n := k.line.number(); n != 0 {
		return k.termAt(n)
	}
	return 0
}

func (k *Checker) premise(upper bool) cert.Premise {
	l := &k.line
	p := cert.Premise{Of: k.optionalTerm(), Upper: upper}
	l.comma()
	p.Bound = l.number()
	l.comma()
	p.Other = k.optionalTerm()
	l.comma()
	p.Coeff = l.rational()
	return p
}
