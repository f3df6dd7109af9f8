package smtlib

import (
	"strconv"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// action is a step of printing. The remaining steps are on a stack.
type action struct {
	kind actionKind
	t    term.Term
	text string
	lets []term.Term // actUnlet
}

type actionKind uint8

const (
	actText    actionKind = iota // write text
	actTerm                      // write t, or the name that stands for it
	actExpand                    // write t itself
	actBody                      // write the body of quantifier t, with what it owns bound by lets before
	actPattern                   // write pattern term t, likewise
	actUnlet                     // the end of a region
	actForget                    // the end of a closed quantifier
)

// term appends t to the command under construction; prepare must have been
// called for it.
func (w *Writer) term(t term.Term) {
	kind := actTerm
	if w.defs[t] == "" {
		kind = actExpand
	}
	w.acts = append(w.acts[:0], action{kind: kind, t: t})
	w.run()
}

// inline appends t to the command under construction, with lets instead of
// definitions; declareAll must have been called for it.
func (w *Writer) inline(t term.Term) {
	w.scan.reset(w.st.Len())
	w.scan.run(w.st, t, func(u term.Term) bool { return w.defs[u] != "" })
	var shared []term.Term
	for _, u := range w.scan.order {
		if w.scan.refs[u] > 1 && w.st.Ground(u) && !w.small(u) {
			shared = append(shared, u)
		}
	}
	w.acts = w.acts[:0]
	w.withLets(shared, t)
	w.run()
}

// run performs the steps on the stack.
func (w *Writer) run() {
	for len(w.acts) > 0 {
		a := w.acts[len(w.acts)-1]
		w.acts = w.acts[:len(w.acts)-1]
		switch a.kind {
		case actText:
			w.buf = append(w.buf, a.text...)
		case actTerm:
			w.reference(a.t)
		case actExpand:
			w.expand(a.t)
		case actBody:
			w.withLets(w.owned[a.t], w.st.Quant(a.t).Body)
		case actPattern:
			w.withLets(w.sharedInPattern(a.t), a.t)
		case actUnlet:
			for _, t := range a.lets {
				delete(w.names.used, w.lets[t])
				w.lets[t] = ""
			}
		case actForget:
			for _, q := range a.lets {
				delete(w.owned, q)
			}
		}
	}
}

func (w *Writer) reference(t term.Term) {
	switch {
	case w.defs[t] != "":
		w.buf = append(w.buf, w.defs[t]...)
	case w.lets[t] != "":
		w.buf = append(w.buf, w.lets[t]...)
	default:
		w.expand(t)
	}
}

func (w *Writer) expand(t term.Term) {
	st := w.st
	switch op := st.Op(t); op {
	case term.OpNum:
		w.buf = AppendNumeral(w.buf, st.Num(t))
	case term.OpBits:
		w.buf = AppendBits(w.buf, st.WidthOf(t), st.Num(t))
	case term.OpRat:
		w.buf = AppendRational(w.buf, st.RatValue(t))
	case term.OpTrue, term.OpFalse:
		w.buf = append(w.buf, op.String()...)
	case term.OpBound:
		w.buf = append(w.buf, w.names.of(st, st.BoundSym(t))...)
	case term.OpForall, term.OpExists:
		w.quantifier(t)
	case term.OpConstArray:
		w.application(t, "(as const "+w.sort(st.Sort(t))+")")
	case term.OpApp:
		name := w.names.of(st, st.Sym(t))
		if st.NumArgs(t) == 0 {
			w.put(name)
			return
		}
		w.application(t, name)
	default:
		head := op.String()
		if indices := st.Indices(t); indices != "" {
			head = "(_ " + head + indices + ")"
		}
		w.application(t, head)
	}
}

func (w *Writer) application(t term.Term, head string) {
	w.put("(", head)
	args := w.st.Args(t)
	w.acts = append(w.acts, action{text: ")"})
	for i := len(args) - 1; i >= 0; i-- {
		w.acts = append(w.acts, action{kind: actTerm, t: args[i]}, action{text: " "})
	}
}

// AppendNumeral appends an integer; a negative one is an application of "-".
func AppendNumeral(dst []byte, v num.Int) []byte {
	if v.Sign() >= 0 {
		return v.Append(dst)
	}
	return append(v.Neg().Append(append(dst, "(- "...)), ')')
}

// AppendRational appends a numeral of sort Real: 2.0, (/ 1.0 3.0), or the
// application of "-" to one.
func AppendRational(dst []byte, v num.Rat) []byte {
	if v.Sign() < 0 {
		return append(AppendRational(append(dst, "(- "...), v.Neg()), ')')
	}
	if v.IsInt() {
		return append(v.Num().Append(dst), ".0"...)
	}
	dst = append(v.Num().Append(append(dst, "(/ "...)), ".0 "...)
	return append(v.Den().Append(dst), ".0)"...)
}

// quantifier writes a quantifier. The body and each pattern term have lets of their
// own, since a let must not come between quantifier and annotation.
func (w *Writer) quantifier(t term.Term) {
	q := w.st.Quant(t)
	w.put("(", w.st.Op(t).String(), " (")
	for i, x := range q.Vars {
		w.put(separator(i), "(", w.names.of(w.st, w.st.BoundSym(x)), " ", w.sort(w.st.Sort(x)), ")")
	}
	w.put(") ")
	acts := []action{{kind: actBody, t: t}}
	if len(q.Patterns)+len(q.Avoid) > 0 || q.Weight != 0 || q.Name != "" {
		w.put("(! ")
		for _, p := range q.Patterns {
			sep := " :pattern ("
			for _, u := range p {
				acts = append(acts, action{text: sep}, action{kind: actPattern, t: u})
				sep = " "
			}
			acts = append(acts, action{text: ")"})
		}
		for _, u := range q.Avoid {
			acts = append(acts, action{text: " :no-pattern "}, action{kind: actPattern, t: u})
		}
		if q.Weight != 0 {
			acts = append(acts, action{text: " :weight " + strconv.Itoa(int(q.Weight.Cost()))})
		}
		if q.Name != "" {
			acts = append(acts, action{text: " :qid " + w.qid(q.Name)})
		}
		acts = append(acts, action{text: ")"})
	}
	acts = append(acts, action{text: ")"})
	if w.st.Ground(t) {
		acts = append(acts, action{kind: actForget, lets: w.findOwners(t)})
	}
	w.pushAll(acts)
}

// qid returns the quoted name of a quantifier: some solvers take it for a
// symbol that is declared here.
func (w *Writer) qid(name string) string {
	q, ok := w.qids[name]
	if !ok {
		q = string(AppendSymbol(nil, w.names.claim(name, taken)))
		w.qids[name] = q
	}
	return q
}

// pushAll pushes the given steps so that the first is done first.
func (w *Writer) pushAll(acts []action) {
	for i := len(acts) - 1; i >= 0; i-- {
		w.acts = append(w.acts, acts[i])
	}
}
