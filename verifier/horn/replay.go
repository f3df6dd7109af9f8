package horn

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/chcpass"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/validate"
	"github.com/muster-smt/muster/verifier/vc"
)

// Replayer makes a derivation of an execution, and checks it on the assertions. It implements inline.Deriver.
type Replayer struct {
	Ctx    context.Context // of the checks of derivations
	Back   *chc.Back
	Passes *chcpass.Back // from the system of the execution to the one that Back knows
}

// Replay implements inline.Replayer. It has no repair to offer.
func (r *Replayer) Replay(_ context.Context, t *inline.Tree, p *inline.Path, m *model.Model) (*verifier.Trace,
	inline.Repair, reason.Reason) {
	d := r.NewDerivation()
	if err := derive(d, t, p, m); err != nil {
		return nil, inline.Repair{}, reason.Unconfirmed(err)
	}
	trace, why := d.Trace()
	return trace, inline.Repair{}, why
}

// NewDerivation implements inline.Deriver.
func (r *Replayer) NewDerivation() inline.Derivation {
	return r.Passes.Derivation(&derivation{r.Ctx, r.Back, NewBuilder(r.Back)})
}

// derivation implements inline.Derivation for the system of the clauses.
type derivation struct {
	ctx  context.Context
	back *chc.Back
	b    *Builder
}

func (d *derivation) Step(p *vc.Proc, blocks []int32, calls []int, value func(term.Term) (model.Value, error)) (int,
	error) {
	for _, i := range blocks {
		if rule, ok := d.back.Rule(&p.Blocks[i]); ok {
			return d.b.Step(p, rule, calls, value)
		}
	}
	return 0, fmt.Errorf("the path leaves %s by no rule", p.Name)
}

// Trace checks the derivation on the assertions.
func (d *derivation) Trace() (*verifier.Trace, reason.Reason) {
	s := d.back.Script
	rep := validate.Derivation(d.ctx, s.Store, Clauses(s), s.IsPred, d.b.Derivation())
	switch {
	case rep.Confirmed:
		return &verifier.Trace{Derivation: d.b.Derivation()}, reason.Reason{}
	case rep.Refuted:
		return nil, reason.Reason{Kind: reason.UnconfirmedTrace, Detail: rep.Wrong}
	}
	return nil, rep.Why
}

// call is an instance on the stack of a replay.
type call struct {
	inst   inline.InstID
	blocks []int32
	calls  []int
}

// derive reads a derivation off a path: an instance becomes a step when it returns.
func derive(d inline.Derivation, t *inline.Tree, p *inline.Path, m *model.Model) error {
	stack := []call{{}}
	for _, e := range p.Events {
		top := &stack[len(stack)-1]
		switch e.Kind {
		case inline.EnterBlock:
			top.inst = e.Inst
			top.blocks = append(top.blocks, e.At)
		case inline.Enter:
			stack = append(stack, call{})
		case inline.Skip:
			return fmt.Errorf("the path passes an open call site")
		case inline.Leave:
			t.Bind(top.inst)
			n, err := d.Step(t.Proc(top.inst), top.blocks, top.calls,
				func(x term.Term) (model.Value, error) { return m.Eval(t.Image(x)) })
			if err != nil {
				return err
			}
			if stack = stack[:len(stack)-1]; len(stack) > 0 {
				above := &stack[len(stack)-1]
				above.calls = append(above.calls, n)
			}
		}
	}
	return nil
}

// Builder makes derivations of what is known of templates. Facts that were derived before are not derived again.
type Builder struct {
	back     *chc.Back
	d        *verifier.Derivation
	facts    map[string]int
	elements map[term.Sort]model.Value
}

// NewBuilder returns a Builder of an empty derivation.
func NewBuilder(b *chc.Back) *Builder {
	return &Builder{back: b, d: &verifier.Derivation{}, facts: map[string]int{}, elements: map[term.Sort]model.Value{}}
}

// Derivation returns what was built.
func (b *Builder) Derivation() *verifier.Derivation { return b.d }

// Step adds a step by a rule of a procedure and returns its number. Premises are the numbers of earlier steps; value
// gives the values of constants of the template.
func (b *Builder) Step(p *vc.Proc, rule int, premises []int, value func(term.Term) (model.Value, error)) (int, error) {
	s := b.back.Script
	i := verifier.Inference{Clause: s.Rules[rule].Assertion, Premises: slices.Clone(premises), Pred: b.back.Pred(p.ID)}
	for _, x := range p.Out {
		v, err := value(x)
		if err != nil {
			return 0, err
		}
		i.Args = append(i.Args, v)
	}
	key := b.key(i.Pred, i.Args)
	if n, ok := b.facts[key]; ok && i.Pred != 0 {
		return n, nil
	}
	var err error
	if i.Values, err = b.values(rule, value); err != nil {
		return 0, err
	}
	n := len(b.d.Steps)
	b.d.Steps = append(b.d.Steps, i)
	b.facts[key] = n
	return n, nil
}

// values returns the values of the variables of a rule's assertion. What does not occur in the rule has any, but of an
// uninterpreted sort one that occurs, if there is one: the sort may have no other.
func (b *Builder) values(rule int, value func(term.Term) (model.Value, error)) ([]model.Value, error) {
	s := b.back.Script
	vars := s.Assertions[s.Rules[rule].Assertion].Vars
	values := make([]model.Value, len(vars))
	for k, x := range b.back.Values(rule) {
		if x == 0 {
			continue
		}
		v, err := value(x)
		if err != nil {
			return nil, err
		}
		if values[k] = v; v.Kind() == model.KindElem {
			b.elements[v.Sort()] = v
		}
	}
	for k, x := range vars {
		sort := s.Store.Sort(x)
		if !values[k].IsValid() {
			values[k] = b.elements[sort]
		}
		if !values[k].IsValid() {
			v, err := model.Zero(s.Store, sort)
			if err != nil {
				return nil, err
			}
			values[k] = v
		}
	}
	return values, nil
}

func (b *Builder) key(f term.Sym, args []model.Value) string {
	var text strings.Builder
	fmt.Fprint(&text, f)
	for _, v := range args {
		k := v.Key()
		fmt.Fprintf(&text, " %d:%s", len(k), k)
	}
	return text.String()
}

// Clauses returns the assertions of a script as validate.Derivation wants them.
func Clauses(s *chc.Script) []validate.Clause {
	all := make([]validate.Clause, len(s.Assertions))
	for i := range s.Assertions {
		all[i] = validate.Clause{Vars: s.Assertions[i].Vars, Formula: s.Assertions[i].Matrix}
	}
	return all
}
