package smtlib

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// Label is a name of formulas, given by (! F :lblpos name), (! F :lblneg name) or the
// function forms (lblpos name F) and (lblneg name F).
type Label struct {
	Name     string
	Positive bool // lblpos: counts where F occurs positively; lblneg: where it occurs negatively
	// Const is a Boolean constant that assertions contain as a conjunct of the labelled
	// formula, or of its negation: if it is true and relevant, so is that.
	Const term.Term
}

// labels are those of a Reader. A labelled formula under construction is an application
// of a symbol of its label, since its polarity is only known at the end of the term;
// settle takes these applications away.
type labels struct {
	all   []Label
	marks []term.Sym // by label: the symbol of the applications
	index map[term.Sym]int
	found bool // the command has labels, or a definition before it did
	defs  bool // a definition did
	memo  map[polarTerm]term.Term
	has   map[term.Term]bool // of the term that is being settled: see labelledTerms
}

// polarTerm is an occurrence of a term: in a formula with polarity +1 or -1, or 0 where
// it occurs with both, or not as a formula.
type polarTerm struct {
	t   term.Term
	pol int8
}

// Labels returns the labels read so far, in the order of the script. The slice belongs
// to the Reader.
func (r *Reader) Labels() []Label { return r.labels.all }

// addLabel returns t with a label.
func (r *Reader) addLabel(t term.Term, name string, positive bool) term.Term {
	l := &r.labels
	l.found = true
	for k, o := range l.all {
		if o.Name == name && o.Positive == positive {
			return r.st.App(l.marks[k], t)
		}
	}
	mark := r.st.FreshFun(name, []term.Sort{term.Bool}, term.Bool)
	l.index[mark] = len(l.all)
	l.marks = append(l.marks, mark)
	l.all = append(l.all, Label{name, positive, r.st.FreshConst("label "+name, term.Bool)})
	return r.st.App(mark, t)
}

// labelled reads (lblpos name F) and (lblneg name F), from the head on, up to the name.
func (r *Reader) labelled(off uint32, positive bool) error {
	if err := r.next(); err != nil {
		return err
	}
	if r.tok.kind != tokenSymbol && r.tok.kind != tokenNumeral {
		return r.errorOff(r.tok.off, "the name of a label is expected")
	}
	r.open(frameBang, 0, uint32(len(r.locals)), off)
	r.binders = append(r.binders, binder{labels: []labelName{{r.tokenText(), positive}}})
	return nil
}

// labelName is a label of an annotation.
type labelName struct {
	name     string
	positive bool
}

// tokenText returns the text of the present token, without quotes.
func (r *Reader) tokenText() string {
	if r.tok.kind == tokenSymbol {
		return r.names.text(r.tok.name)
	}
	return string(r.text(r.tok.off, r.tok.end))
}

// settle replaces the labelled formulas in a term. With assert, the term is a formula to
// be asserted or assumed, and the labels that count there become conjuncts; otherwise
// they are only taken away.
func (r *Reader) settle(t term.Term, assert bool) term.Term {
	if !r.labels.found {
		return t
	}
	root := polarTerm{t: t}
	if assert {
		root.pol = 1
	}
	l := &r.labels
	l.memo, l.has = map[polarTerm]term.Term{}, r.labelledTerms(t)
	bare := func(t term.Term) bool { has, known := l.has[t]; return known && !has }
	parts := func(o polarTerm) []polarTerm {
		if bare(o.t) {
			return nil
		}
		if both, ok := r.bothWays(o); ok {
			return []polarTerm{both}
		}
		below := make([]polarTerm, r.st.NumArgs(o.t))
		for k, a := range r.st.Args(o.t) {
			below[k] = polarTerm{a, r.polarity(o, k)}
		}
		return below
	}
	done := func(o polarTerm) bool { _, ok := l.memo[o]; return ok }
	for o := range term.BottomUp(root, parts, done) {
		var images []term.Term
		for _, p := range parts(o) {
			images = append(images, l.memo[p])
		}
		switch _, both := r.bothWays(o); {
		case bare(o.t):
			l.memo[o] = o.t
		case both:
			l.memo[o] = images[0]
		default:
			l.memo[o] = r.settled(o, images)
		}
	}
	t = l.memo[root]
	l.memo, l.has = nil, nil
	return t
}

// labelledTerms says of each part of a term whether it has labels.
func (r *Reader) labelledTerms(root term.Term) map[term.Term]bool {
	has := map[term.Term]bool{}
	known := func(t term.Term) bool { _, ok := has[t]; return ok }
	for t := range term.BottomUp(root, r.st.Args, known) {
		_, labelled := r.labels.index[r.st.Sym(t)]
		has[t] = labelled && r.st.Op(t) == term.OpApp ||
			slices.ContainsFunc(r.st.Args(t), func(a term.Term) bool { return has[a] })
	}
	return has
}

// bothWays returns, for an equation of formulas or an if-then-else whose condition has
// labels, a conjunction of clauses that means the same and in which each part has a
// polarity.
func (r *Reader) bothWays(o polarTerm) (polarTerm, bool) {
	if o.pol == 0 || r.st.Sort(o.t) != term.Bool {
		return o, false
	}
	switch args := r.st.Args(o.t); {
	case r.st.Op(o.t) == term.OpEq && r.st.Sort(args[0]) == term.Bool:
		a, b := args[0], args[1]
		o.t = r.st.And(r.st.Or(r.st.Not(a), b), r.st.Or(r.st.Not(b), a))
	case r.st.Op(o.t) == term.OpIte && r.labels.has[args[0]]:
		c, a, b := args[0], args[1], args[2]
		o.t = r.st.And(r.st.Or(r.st.Not(c), a), r.st.Or(c, b))
	default:
		return o, false
	}
	return o, true
}

// polarity returns the polarity of argument k of an occurrence.
func (r *Reader) polarity(o polarTerm, k int) int8 {
	switch op := r.st.Op(o.t); op {
	case term.OpAnd, term.OpOr:
		return o.pol
	case term.OpNot:
		return -o.pol
	case term.OpIte, term.OpForall, term.OpExists:
		if r.st.Sort(o.t) == term.Bool && (k == 0) == (op != term.OpIte) {
			return o.pol
		}
	case term.OpApp:
		if _, ok := r.labels.index[r.st.Sym(o.t)]; ok {
			return o.pol
		}
	}
	return 0
}

// settled returns an occurrence with settled arguments.
func (r *Reader) settled(o polarTerm, args []term.Term) term.Term {
	if r.st.Op(o.t) == term.OpApp {
		if k, ok := r.labels.index[r.st.Sym(o.t)]; ok {
			switch l := r.labels.all[k]; {
			case l.Positive && o.pol > 0:
				return r.st.And(args[0], l.Const)
			case !l.Positive && o.pol < 0:
				return r.st.Or(args[0], r.st.Not(l.Const))
			}
			return args[0]
		}
	}
	return r.st.Rebuild(o.t, args)
}

// settleCommand settles the terms of a command.
func (r *Reader) settleCommand(c *Command) {
	if !r.labels.found {
		return
	}
	assert := c.Kind == Assert || c.Kind == CheckSatAssuming
	c.Labelled = true
	for k, t := range c.Terms {
		c.Terms[k] = r.settle(t, assert)
	}
	for k, n := range c.Named {
		c.Named[k].Term = r.settle(n.Term, false)
	}
	r.labels.defs = r.labels.defs || len(c.Named) > 0 || c.Kind == DefineFun || c.Kind == DefineFunsRec
	r.labels.found = r.labels.defs
}
