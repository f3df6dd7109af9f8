package btor2

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Witness is an execution that ends in a bad state.
type Witness struct {
	Bads  []int // the bad-state properties that hold at the last step
	Steps []Step
	st    *term.Store // of the sorts of values
}

// Step has the values of a step: of all inputs, and of the states that nothing defines at this
// step (Leaf.Free). The others have the zero value.
type Step struct{ Inputs, States []model.Value }

// witnessOf takes the values from a model of the unrolling.
func witnessOf(u *unrolling, m *model.Model) (*Witness, error) {
	w := &Witness{st: u.st}
	values := func(step int, ts []term.Term, ls []Leaf) (vs []model.Value, err error) {
		vs = make([]model.Value, len(ts))
		for i := range ls {
			switch l := &ls[i]; {
			case !l.Free(step): // inputs always are
			case ts[i] == 0:
				vs[i], err = model.Zero(u.st, l.Sort.in(u.st))
			default:
				vs[i], err = m.Eval(ts[i])
			}
			if err != nil {
				return nil, err
			}
		}
		return vs, nil
	}
	for k, at := range u.leaves {
		inputs, err := values(k, at.inputs, u.sys.inputs)
		if err != nil {
			return nil, err
		}
		states, err := values(k, at.states, u.sys.states)
		if err != nil {
			return nil, err
		}
		w.Steps = append(w.Steps, Step{inputs, states})
	}
	return w, nil
}

// confirm simulates the witness, and says what is wrong if it does not end in a bad state.
func (w *Witness) confirm(ctx context.Context, sys *System) (bads []int, why reason.Reason) {
	bads, err := Simulate(ctx, sys, w)
	switch {
	case ctx.Err() != nil:
		return nil, reason.Of(limit.ContextReason(ctx))
	case err == nil && len(bads) == 0:
		err = errors.New("no state is bad")
	}
	if err != nil {
		return nil, reason.Internalf("the simulation does not confirm the witness: %v", err)
	}
	return bads, reason.Reason{}
}

// plain returns the witness confirmed, and such that the format has it.
func (w *Witness) plain(ctx context.Context, sys *System) (*Witness, reason.Reason) {
	bads, why := w.confirm(ctx, sys)
	if why.Kind != reason.None {
		return nil, why
	}
	w.Bads = bads
	p, changed := &Witness{st: w.st}, false
	for _, s := range w.Steps {
		t := Step{make([]model.Value, len(s.Inputs)), make([]model.Value, len(s.States))}
		changed = w.zeros(t.Inputs, s.Inputs) || changed
		changed = w.zeros(t.States, s.States) || changed
		p.Steps = append(p.Steps, t)
	}
	if !changed {
		return w, reason.Reason{}
	}
	if p.Bads, why = p.confirm(ctx, sys); why.Kind == reason.Internal {
		why = reason.Reason{Kind: reason.Unsupported, Detail: fmt.Sprintf(
			"a witness at step %d, in which an array is not 0 at almost all indices: the format has none", len(w.Steps)-1)}
	}
	return p, why
}

// maxListed is the largest width of indices at which all elements of an array are listed.
const maxListed = 16

// zeros copies values, and gives arrays that are not listed as a whole the default 0. It
// reports whether that changes any.
func (w *Witness) zeros(to, from []model.Value) (changed bool) {
	for i, v := range from {
		to[i] = v
		if v.Kind() != model.KindArray || w.listed(v) || v.Default().Int().IsZero() {
			continue
		}
		changed = true
		zero := model.Bits(w.st, v.Default().Sort(), num.Int{})
		to[i] = model.ConstArray(w.st, v.Sort(), zero)
		v.Entries(func(index, element model.Value) bool {
			to[i] = to[i].Store(index, element)
			return true
		})
	}
	return changed
}

// listed reports whether all elements of an array can be listed.
func (w *Witness) listed(v model.Value) bool {
	index, _ := w.st.ArraySorts(v.Sort())
	return w.st.Width(index) <= maxListed
}

// Write writes the witness in the format of BTOR2. Elements of arrays that are 0 are left out.
func (w *Witness) Write(to io.Writer, sys *System) error {
	b := bufio.NewWriter(to)
	b.WriteString("sat\n")
	for i, k := range w.Bads {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString("b" + strconv.Itoa(k))
	}
	b.WriteByte('\n')
	for k := range w.Steps {
		head := "#" + strconv.Itoa(k) + "\n"
		for i, v := range w.Steps[k].States {
			if !sys.states[i].Free(k) {
				continue
			}
			b.WriteString(head)
			head = ""
			w.value(b, i, v, sys.states[i].Symbol, "#"+strconv.Itoa(k))
		}
		if k == 0 {
			b.WriteString(head)
		}
		b.WriteString("@" + strconv.Itoa(k) + "\n")
		for i, v := range w.Steps[k].Inputs {
			w.value(b, i, v, sys.inputs[i].Symbol, "@"+strconv.Itoa(k))
		}
	}
	b.WriteString(".\n")
	return b.Flush()
}

// value writes the lines of a value.
func (w *Witness) value(b *bufio.Writer, i int, v model.Value, symbol, step string) {
	line := func(index string, v model.Value) {
		b.WriteString(strconv.Itoa(i))
		b.WriteString(index)
		b.WriteByte(' ')
		b.WriteString(digits(v))
		if symbol != "" {
			b.WriteString(" " + symbol + step)
		}
		b.WriteByte('\n')
	}
	if v.Kind() != model.KindArray {
		line("", v)
		return
	}
	element := func(index, v model.Value) bool {
		if !v.Int().IsZero() {
			line(" ["+digits(index)+"]", v)
		}
		return true
	}
	if !w.listed(v) || v.Default().Int().IsZero() {
		v.Entries(element)
		return
	}
	sort, _ := w.st.ArraySorts(v.Sort())
	for n := range int64(1) << w.st.Width(sort) {
		index := model.Bits(w.st, sort, num.FromInt64(n))
		element(index, v.Select(index))
	}
}

// digits returns a bit-vector in binary.
func digits(v model.Value) string {
	text := make([]byte, v.Width())
	for k := range text {
		text[len(text)-1-k] = '0'
		if v.Bit(k) {
			text[len(text)-1-k] = '1'
		}
	}
	return string(text)
}
