package smtlib

import "github.com/muster-smt/muster/theory/term"

// finish ends the topmost frame at the present token, its parenthesis.
func (r *Reader) finish() error {
	f := &r.work[len(r.work)-1]
	values := uint32(len(r.vals)) - f.base
	switch {
	case f.kind == frameLet && values > 0:
		return r.startLetBody(f)
	case values == 0 && f.kind != frameOp && f.kind != framePattern, values > 1 && f.kind == frameBinding:
		return r.empty(f)
	}
	return r.complete(*f)
}

// empty returns the error for a list that lacks its values.
func (r *Reader) empty(f *frame) error {
	switch f.kind {
	case frameLet, frameLetBody:
		return r.errorOff(f.at, "malformed let")
	case frameBinding:
		return r.errorOff(f.at, "malformed binding")
	case frameQuant, frameLambda:
		return r.errorOff(f.at, "malformed %s", r.head(f.at))
	case frameBang:
		return r.errorOff(f.at, "malformed annotation")
	}
	return r.errorOff(f.at, "(%s) has no arguments", r.head(f.at))
}

// complete pops the topmost frame, whose children are all known, and pushes its term.
func (r *Reader) complete(f frame) error {
	r.work = r.work[:len(r.work)-1]
	args := r.vals[f.base:]
	var t term.Term
	var err error
	switch f.kind {
	case frameOp:
		t, err = r.applyOp(&f, args)
	case frameBits:
		t, err = r.applyBits(&f, args)
	case frameConst:
		err = r.argCount(&f, args, 0, 0)
	case frameFun:
		t, err = r.applyFun(&f, args)
	case frameDef:
		t, err = r.applyDef(&f, args)
	case frameMany:
		t, err = r.applyMany(&f, args)
	case frameMap:
		t, err = r.applyMap(&f, args)
	case frameArray:
		t, err = r.applyConst(&f, args)
	case frameBinding:
		r.letNames = append(r.letNames, letName{nameID(f.ref), f.at})
		return nil
	case frameLetBody:
		t = args[0]
		r.unbind(int(f.ref))
	case frameQuant, frameLambda:
		b := r.popBinder()
		switch {
		case f.kind == frameQuant:
			t, err = r.quantify(&f, &b, args)
		case r.answers != nil:
			t, err = r.arrayOf(&f, &b, args[0])
		default:
			t, err = r.lambda(b.vars[0], args[0])
		}
		r.unbind(int(f.ref))
	case frameBang:
		b := r.popBinder()
		keep, err := r.annotate(&f, &b, args)
		r.drop(f.base + uint32(keep))
		return err
	case framePattern:
		if b := &r.binders[len(r.binders)-1]; len(args) > 0 {
			b.patterns = append(b.patterns, len(args))
		}
		return nil
	}
	r.drop(f.base)
	r.add(t, f.at)
	return err
}

func (r *Reader) popBinder() binder {
	b := r.binders[len(r.binders)-1]
	r.binders = r.binders[:len(r.binders)-1]
	return b
}

// annotate handles the annotations of a term and returns how many values stay:
// the patterns go to the quantifier whose body the term is, if it is one.
func (r *Reader) annotate(f *frame, b *binder, args []term.Term) (keep int, err error) {
	if len(b.labels) > 0 && r.st.Sort(args[0]) != term.Bool {
		return 0, r.errorOff(f.at, "a label needs a formula")
	}
	for _, l := range b.labels {
		args[0] = r.addLabel(args[0], l.name, l.positive)
	}
	if len(r.work) == 0 {
		r.group = b.group
	}
	if b.named != 0 {
		if !r.st.Ground(args[0]) {
			return 0, r.errorOff(b.namedAt, "a named term can't have free variables")
		}
		if err := r.free(b.named, b.namedAt, nil, r.st.Sort(args[0])); err != nil {
			return 0, err
		}
		r.declare(b.named, entry{entryConst, uint32(args[0])})
		text := r.names.text(b.named)
		r.named = append(r.named, Named{text, args[0]})
		if len(r.work) == 0 {
			r.label = text
		}
	}
	if n := len(r.work); n > 0 && r.work[n-1].kind == frameQuant {
		outer := &r.binders[len(r.binders)-1]
		outer.patterns, outer.weight, outer.qid = b.patterns, b.weight, b.qid
		return len(args), nil
	}
	return 1, nil
}

func (r *Reader) quantify(f *frame, b *binder, args []term.Term) (term.Term, error) {
	if err := r.argSort(f, args, 0, term.Bool); err != nil {
		return 0, err
	}
	q := term.Quant{Vars: b.vars, Body: args[0], Weight: b.weight, Name: b.qid}
	rest := args[1:]
	for _, n := range b.patterns {
		if n == noPattern {
			q.Avoid, rest = append(q.Avoid, rest[0]), rest[1:]
			continue
		}
		q.Patterns = append(q.Patterns, rest[:n])
		rest = rest[n:]
	}
	op := term.OpForall
	if f.op == opExists {
		op = term.OpExists
	}
	return r.st.Quantify(op, q), nil
}
