package stamp

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// Recorder is a Sink that notes what instances assert. Constraints on the flow of control follow from nothing in it.
type Recorder struct {
	Formulas []term.Term
	Sites    []RecordedSite
}

// RecordedSite is what a Recorder has of a call site.
type RecordedSite struct {
	Index int32
	Iface []term.Term
}

// Assert implements Sink.
func (r *Recorder) Assert(t term.Term) { r.Formulas = append(r.Formulas, t) }

// AssertFlow implements Sink.
func (r *Recorder) AssertFlow(term.Term) {}

// Site implements Sink.
func (r *Recorder) Site(index int32, _ term.Term, iface []term.Term) {
	r.Sites = append(r.Sites, RecordedSite{index, slices.Clone(iface)})
}
