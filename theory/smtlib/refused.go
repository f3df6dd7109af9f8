package smtlib

import "strings"

// Refusal says what a refused command would have changed, as far as its text shows: what
// the answers to come may still be trusted with.
type Refusal struct {
	Effect Effect
	// Declares says that the effect is that of a declaration or definition, so that
	// global declarations outlive their scope.
	Declares bool
	// Asks says that it would have checked satisfiability.
	Asks bool
}

// Effect is how much of the later text a command changes.
type Effect uint8

// The effects.
const (
	// Passive commands ask, or set what has no influence on answers.
	Passive Effect = iota
	// Additive commands restrict the models or name something new. Without one, what
	// follows is satisfiable more easily, but unsatisfiable no less: what uses the new
	// name is refused, too.
	Additive
	// Decisive commands change what the text after them means: scopes, names that mean
	// something already, and whatever is not known.
	Decisive
)

// stray is what was found outside commands since the last one.
type stray uint8

const (
	strayNone   stray = iota
	strayCloses       // parentheses only
	strayText
)

// Refused returns what the command that Next has refused would have changed.
func (r *Reader) Refused() Refusal { return r.refused }

// Approximate says what was read as something of which less is known, so that sat may be wrong; it is empty if
// nothing was. It is the sort RoundingMode, which the preludes of some clients only mention, as an uninterpreted one,
// which has more elements; and powers whose exponent is no small numeral.
func (r *Reader) Approximate() string { return r.approximate }

// DividesByZero reports whether a bit-vector was divided by one that may be zero: the standard says what that is, and
// Z3 has an option by which it is anything.
func (r *Reader) DividesByZero() bool { return r.dividesByZero }

// begin reads up to the parenthesis that opens the next command. Whatever comes before
// it is one error, but lone parentheses before other text are one of their own.
func (r *Reader) begin() error {
	for {
		err := r.next()
		if r.fatal != nil || r.poll() {
			return r.fatal
		}
		found := strayText
		if err == nil {
			switch r.tok.kind {
			case tokenOpen:
				r.stray = strayNone
				return nil
			case tokenClose:
				found, err = strayCloses, r.errorOff(r.tok.off, "unexpected )")
			default:
				err = r.errorOff(r.tok.off, "a command is expected")
			}
		}
		r.skip()
		if found > r.stray {
			r.stray, r.refused = found, Refusal{}
			if found == strayText { // perhaps a command without its parenthesis
				r.refused.Effect = Decisive
			}
			return err
		}
	}
}

// refusal classifies the command that was read last, and refused.
func (r *Reader) refusal() (f Refusal) {
	_ = r.reread(0, func() error {
		head := ""
		if r.step() && r.tok.kind == tokenSymbol {
			head = r.names.text(r.tok.name)
		}
		f = r.classify(head)
		return nil
	})
	return f
}

// step reads the next token of a command that was read before, and reports whether there
// is one in it. What is no token is passed over.
func (r *Reader) step() bool {
	for r.depth > 1 {
		if r.next() == nil {
			return r.depth > 1
		}
	}
	return false
}

// classify returns the effect of a command from its head, the present token, on.
func (r *Reader) classify(head string) Refusal {
	switch head {
	case "assert", "assert-soft", "minimize", "maximize", "block-model", "block-model-values":
		e := r.additive(func(token, int) bool { return false })
		return Refusal{Effect: e, Declares: e == Decisive} // by :named
	case "declare-const", "declare-fun", "define-const", "define-fun", "define-fun-rec":
		name := r.tok.end
		return Refusal{Declares: true, Effect: r.additive(func(before token, _ int) bool { return before.end == name })}
	case "define-funs-rec": // the names follow the parentheses of the third level in the first list
		lists := 0
		return Refusal{Declares: true, Effect: r.additive(func(before token, depth int) bool {
			if before.kind == tokenOpen && depth == 2 {
				lists++
			}
			return before.kind == tokenOpen && depth == 3 && lists < 2
		})}
	case "declare-datatype", "declare-datatypes", "declare-codatatype", "declare-codatatypes":
		return Refusal{Declares: true, Effect: r.additive(func(before token, depth int) bool {
			return !r.knownSort() || depth == 1 || before.kind == tokenOpen && depth == 3
		})}
	case "declare-sort", "define-sort":
		f := Refusal{Declares: true, Effect: Additive}
		if r.step() && r.knownSort() {
			f.Effect = Decisive
		}
		return f
	}
	switch {
	case strings.HasPrefix(head, "check-"), head == "query":
		return Refusal{Asks: true}
	case strings.HasPrefix(head, "get-"), strings.HasPrefix(head, "set-"), head == "echo", head == "exit", head == "eval",
		head == "simplify", head == "display", head == "help", head == "labels", head == "apply":
		return Refusal{}
	}
	return Refusal{Effect: Decisive}
}

// additive reads the rest of a command: it is Additive if all symbols that it gives a
// meaning are new. These are the ones with :named, and where names holds for the token
// before and the depth.
func (r *Reader) additive(names func(before token, depth int) bool) Effect {
	before := r.tok
	for r.step() {
		name := names(before, r.depth-1) || before.kind == tokenKeyword && string(r.text(before.off, before.end)) == ":named"
		if name && r.tok.kind == tokenSymbol && !r.fresh(r.tok.name) {
			return Decisive
		}
		before = r.tok
	}
	return Additive
}

// fresh reports whether a name means nothing yet.
func (r *Reader) fresh(id nameID) bool {
	m := &r.names.all[id]
	_, number := r.negative(m.text)
	return m.kind == entryNone && m.op == opNone && !number && r.sortDef[id].kind == sortNone && !builtinSort(m.text)
}

// knownSort reports whether the present token names a sort.
func (r *Reader) knownSort() bool {
	return r.tok.kind == tokenSymbol && (r.sortDef[r.tok.name].kind != sortNone || builtinSort(r.names.text(r.tok.name)))
}
