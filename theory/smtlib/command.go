package smtlib

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/term"
)

// CommandKind is the kind of a Command.
type CommandKind uint8

// The commands.
const (
	NoCommand           CommandKind = iota
	SetLogic                        // Name
	SetOption                       // Name with its colon, Value
	SetInfo                         // Name with its colon, Value
	DeclareSort                     // Name
	DefineSort                      // Name
	DeclareFun                      // Name, Sym
	DefineFun                       // Name; Terms: the body (parameters are its free bound variables)
	DefineFunsRec                   // Terms: an axiom for each function
	Assert                          // Terms: one formula; Texts: if kept; Name: its label, if it has one
	Push                            // N
	Pop                             // N, Axioms
	CheckSat                        //
	CheckSatAssuming                // Terms, Texts
	GetValue                        // Terms, Texts, Funs
	GetModel                        //
	GetUnsatCore                    //
	GetUnsatAssumptions             //
	GetAssertions                   //
	GetAssignment                   //
	GetProof                        //
	GetInfo                         // Name with its colon
	GetOption                       // Name with its colon
	Echo                            // Name: the text
	Reset                           //
	ResetAssertions                 // Axioms
	Exit                            //
	GetLabels                       // labels, of Z3
	Eval                            // Terms: one, Settings
	Simplify                        // Terms: one, Settings
	CheckSatUsing                   // Expr: a tactic, Settings
	Apply                           // likewise
	GetInterpolant                  // Name; Terms: the conjecture. Without Name: Parts, one
	GetInterpolants                 // Parts
	DeclareRel                      // Name, Sym: a predicate
	DeclareVar                      // Name
	Rule                            // Terms: one closed formula; Name, if it has one
	Query                           // Terms: one closed formula; Settings
)

// reading is how a command is read. What it needs beyond the kind and the arguments is in Reader.
type reading struct {
	name string
	kind CommandKind
	args string // what the arguments are: s is a symbol, l a list, x anything; or varying
	read func(r *Reader, c *Command, args []uint32) error
}

// varying is the arguments of a command that checks them itself.
const varying = "*"

// readings are the commands, frequent ones first. Of several for one kind, the first one names the kind.
var readings = []reading{
	{"declare-fun", DeclareFun, "slx", (*Reader).declareFun},
	{"declare-const", DeclareFun, "sx", (*Reader).declareFun},
	{"define-fun", DefineFun, "sxxx", (*Reader).defineFun},
	{"define-const", DefineFun, "sxx", (*Reader).defineFun},
	{"push", Push, varying, (*Reader).scope},
	{"pop", Pop, varying, (*Reader).scope},
	{"check-sat", CheckSat, varying, (*Reader).checkSat},
	{"check-sat-assuming", CheckSatAssuming, "l", (*Reader).checkSatAssuming},
	{"get-value", GetValue, "l", (*Reader).getValue},
	{"assert", Assert, varying, nil}, // see Reader.assert
	{"define-funs-rec", DefineFunsRec, "ll", (*Reader).defineRec},
	{"define-fun-rec", DefineFunsRec, "xxxx", (*Reader).defineRec},
	{"declare-sort", DeclareSort, varying, (*Reader).sortDeclaration},
	{"define-sort", DefineSort, "slx", (*Reader).sortDefinition},
	{"set-logic", SetLogic, varying, (*Reader).setting},
	{"set-option", SetOption, varying, (*Reader).setting},
	{"set-info", SetInfo, varying, (*Reader).setting},
	{"get-info", GetInfo, varying, (*Reader).setting},
	{"get-option", GetOption, varying, (*Reader).setting},
	{"echo", Echo, varying, (*Reader).setting},
	{"get-model", GetModel, varying, (*Reader).plain},
	{"get-unsat-core", GetUnsatCore, varying, (*Reader).plain},
	{"get-unsat-assumptions", GetUnsatAssumptions, varying, (*Reader).plain},
	{"get-assertions", GetAssertions, varying, (*Reader).plain},
	{"get-assignment", GetAssignment, varying, (*Reader).plain},
	{"get-proof", GetProof, varying, (*Reader).plain},
	{"reset", Reset, varying, (*Reader).plain},
	{"reset-assertions", ResetAssertions, varying, (*Reader).plain},
	{"exit", Exit, varying, (*Reader).plain},

	// Of other solvers.

	{"check-sat-assuming-model", CheckSatAssuming, "ll", (*Reader).partialModel},
	{"labels", GetLabels, "", func(*Reader, *Command, []uint32) error { return nil }},
	{"eval", Eval, varying, (*Reader).termAndOptions},
	{"simplify", Simplify, varying, (*Reader).termAndOptions},
	{"check-sat-using", CheckSatUsing, varying, (*Reader).tactic},
	{"apply", Apply, varying, (*Reader).tactic},
	{"get-interpolant", GetInterpolant, varying, (*Reader).interpolant},
	{"get-interpolants", GetInterpolants, varying, (*Reader).interpolants},
	{"declare-rel", DeclareRel, "sl", (*Reader).declareRel},
	{"declare-var", DeclareVar, "sx", (*Reader).declareVar},
	{"rule", Rule, varying, (*Reader).rule},
	{"query", Query, varying, (*Reader).query},
}

func (k CommandKind) String() string {
	for i := range readings {
		if readings[i].kind == k {
			return readings[i].name
		}
	}
	if k == NoCommand {
		return ""
	}
	return "invalid command"
}

// Command is one command of a script. The comments of the kinds list the fields in use.
// Declarations and scopes have taken effect in the Reader.
type Command struct {
	Kind  CommandKind
	Pos   Pos
	End   Pos // of its last parenthesis
	Name  string
	Value string // an atom without quotes, or the text of an s-expression
	Sym   term.Sym
	Terms []term.Term
	Texts []string         // the text of Terms in the script, to repeat in answers
	Funs  map[int]term.Sym // instead of a term: the function that its name stands for
	N     int
	Expr  Expr
	// Settings are keywords with their values, in lower case, of the commands of Z3.
	Settings [][2]string
	Labelled bool // Terms may have labels; see Label
	// Group is the :interpolation-group of an assertion, if it has one.
	Group string
	Parts []Part
	// Axioms belong to recursive functions that are global and so outlive the assertions
	// that Pop and ResetAssertions take back: these must be asserted again.
	Axioms []Axiom
	// Named are the terms that got a name by :named, in the order of their ends.
	Named []Named
}

// Named is a term with its :named.
type Named struct {
	Name string
	Term term.Term
}

// command reads a command from the present token, its parenthesis, on. All commands
// except assert are read into nodes first.
func (r *Reader) command(c *Command) error {
	c.Pos = r.position(r.tok.off)
	if err := r.next(); err != nil {
		return err
	}
	if r.tok.kind == tokenSymbol && r.names.text(r.tok.name) == "assert" {
		return r.assert(c)
	}
	if err := r.rest(r.list(0)); err != nil {
		return err
	}
	if len(r.nodes) < 2 || r.nodes[1].kind != tokenSymbol {
		return r.errorAt(0, "a command is expected")
	}
	r.args = r.appendChildren(r.args[:0], 0)
	args, name := r.args[1:], r.commandName()
	for i := range readings {
		if how := &readings[i]; how.name == name {
			c.Kind = how.kind
			if err := r.want(args, how.args); err != nil {
				return err
			}
			return how.read(r, c, args)
		}
	}
	return r.errorAt(1, "unsupported command %s", name)
}

func (r *Reader) commandName() string { return r.names.text(r.nodes[1].name()) }

// plain reads the commands without arguments.
func (r *Reader) plain(c *Command, args []uint32) error {
	if len(args) > 0 {
		return r.errorAt(args[0], "%s takes no argument", r.commandName())
	}
	switch c.Kind {
	case Reset:
		r.reset()
	case ResetAssertions:
		c.Axioms = r.resetAssertions()
	}
	return nil
}

// children returns the nodes of a list.
func (r *Reader) children(i uint32) []uint32 {
	return r.appendChildren(nil, i)
}

func (r *Reader) appendChildren(dst []uint32, i uint32) []uint32 {
	for k := i + 1; k < r.nodes[i].next; k = r.nodes[k].next {
		dst = append(dst, k)
	}
	return dst
}

// want checks the arguments of the command: see reading.
func (r *Reader) want(args []uint32, kinds string) error {
	if kinds == varying {
		return nil
	}
	if len(args) != len(kinds) {
		return r.errorAt(0, "%s takes %d arguments, not %d", r.commandName(), len(kinds), len(args))
	}
	for k, i := range args {
		var err error
		switch kinds[k] {
		case 's':
			err = r.wantSymbol(i)
		case 'l':
			err = r.wantList(i)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *Reader) wantSymbol(i uint32) error {
	if r.nodes[i].kind != tokenSymbol {
		return r.errorAt(i, "a symbol is expected")
	}
	return nil
}

func (r *Reader) wantList(i uint32) error {
	if r.nodes[i].kind != tokenOpen {
		return r.errorAt(i, "a list is expected")
	}
	return nil
}

// assert reads the arguments of assert.
func (r *Reader) assert(c *Command) error {
	c.Kind = Assert
	if err := r.next(); err != nil {
		return err
	}
	off, terms := r.tok.off, 0
	if r.tok.kind != tokenClose {
		t, err := r.term()
		if err != nil {
			return err
		}
		if r.st.Sort(t) != term.Bool {
			return r.errorOff(off, "a formula is expected, not a term of sort %s", r.st.SortString(r.st.Sort(t)))
		}
		c.Terms, c.Name, c.Group = []term.Term{t}, r.label, r.group
		terms++
		if err := r.next(); err != nil {
			return err
		}
	}
	for ; r.tok.kind != tokenClose; terms++ {
		if _, err := r.expr(); err != nil {
			return err
		}
		if err := r.next(); err != nil {
			return err
		}
	}
	if terms != 1 {
		return r.errorOff(0, "assert takes 1 arguments, not %d", terms)
	}
	if r.keepTexts {
		return r.reread(off, func() error {
			root, err := r.expr()
			c.Texts = []string{string(r.sexpr(nil, root))}
			return err
		})
	}
	return nil
}

func (r *Reader) checkSat(c *Command, args []uint32) error {
	if len(args) > 0 { // as Z3 has it
		c.Kind = CheckSatAssuming
	}
	return r.assumptions(c, args)
}

func (r *Reader) checkSatAssuming(c *Command, args []uint32) error {
	return r.assumptions(c, r.children(args[0]))
}

func (r *Reader) getValue(c *Command, args []uint32) error {
	terms := r.children(args[0])
	if len(terms) == 0 {
		return r.errorAt(args[0], "get-value of no term")
	}
	for k, i := range terms {
		t := r.st.True() // in the place of a function
		if f, ok := r.function(i); ok {
			if c.Funs == nil {
				c.Funs = map[int]term.Sym{}
			}
			c.Funs[k] = f
		} else {
			var err error
			if t, err = r.elaborate(i); err != nil {
				return err
			}
		}
		c.Terms = append(c.Terms, t)
		c.Texts = append(c.Texts, string(r.sexpr(nil, i)))
	}
	return nil
}

// assumptions reads the formulas that a check assumes.
func (r *Reader) assumptions(c *Command, nodes []uint32) error {
	for _, i := range nodes {
		t, err := r.elaborate(i)
		if err != nil {
			return err
		}
		if r.st.Sort(t) != term.Bool {
			return r.errorAt(i, "an assumption must be Bool, not %s", r.st.SortString(r.st.Sort(t)))
		}
		c.Terms = append(c.Terms, t)
		c.Texts = append(c.Texts, string(r.sexpr(nil, i)))
	}
	return nil
}

// partialModel reads check-sat-assuming-model of Yices: that constants have some values is assumed.
func (r *Reader) partialModel(c *Command, args []uint32) error {
	names, values := r.children(args[0]), r.children(args[1])
	if len(names) != len(values) {
		return r.errorAt(args[1], "%d constants and %d values", len(names), len(values))
	}
	for k, i := range names {
		x, err := r.elaborate(i)
		if err != nil {
			return err
		}
		v, err := r.elaborate(values[k])
		if err != nil {
			return err
		}
		if !r.st.IsConst(x) {
			return r.errorAt(i, "a constant is expected")
		}
		v, ok := r.convert(v, r.st.Sort(x))
		if !ok {
			return r.errorAt(values[k], "%s has sort %s, and its value %s", r.sexpr(nil, i), r.st.SortString(r.st.Sort(x)),
				r.st.SortString(r.st.Sort(v)))
		}
		c.Terms = append(c.Terms, r.st.Eq(x, v))
		c.Texts = append(c.Texts, fmt.Sprintf("(= %s %s)", r.sexpr(nil, i), r.sexpr(nil, values[k])))
	}
	return nil
}

// function returns the declared function that a name alone stands for.
func (r *Reader) function(i uint32) (term.Sym, bool) {
	if r.nodes[i].kind != tokenSymbol {
		return 0, false
	}
	m := &r.names.all[r.nodes[i].name()]
	return term.Sym(m.ref), m.kind == entryFun
}

func (r *Reader) scope(c *Command, args []uint32) error {
	c.N = 1
	if len(args) > 0 {
		if err := r.want(args, "x"); err != nil {
			return err
		}
		n, err := strconv.ParseUint(r.textOf(args[0]), 10, 24)
		if r.nodes[args[0]].kind != tokenNumeral || err != nil {
			return r.errorAt(args[0], "a small number of scopes is expected")
		}
		c.N = int(n)
	}
	if c.Kind == Push {
		r.push(c.N)
		return nil
	}
	if c.N > len(r.marks) {
		return r.errorAt(0, "pop of %d scopes, but %d are open", c.N, len(r.marks))
	}
	c.Axioms = r.pop(c.N)
	return nil
}

// setting reads the commands whose arguments are atoms.
func (r *Reader) setting(c *Command, args []uint32) error {
	kind, name := tokenKeyword, r.commandName()
	switch c.Kind {
	case SetLogic:
		kind = tokenSymbol
	case Echo:
		kind = tokenString
	}
	takesValue := c.Kind == SetOption || c.Kind == SetInfo
	if len(args) == 0 || r.nodes[args[0]].kind != kind {
		return r.errorAt(0, "malformed %s", name)
	}
	c.Name = r.textOf(args[0])
	if takesValue && len(args) == 2 {
		c.Value = r.value(args[1])
		args = args[:1]
	}
	if len(args) != 1 {
		return r.errorAt(args[1], "unexpected argument of %s", name)
	}
	switch {
	case c.Kind == SetOption && IsGlobalDeclarations(c.Name):
		return r.setGlobal(c.Value)
	case c.Kind == SetLogic:
		r.realLogic = onlyReal(c.Name)
	}
	return nil
}

// IsGlobalDeclarations reports whether an option is :global-declarations, perhaps by the name
// that Z3 has for it.
func IsGlobalDeclarations(option string) bool {
	return option == ":global-declarations" || strings.ToLower(strings.ReplaceAll(option, "-", "_")) == ":global_decls"
}

// setGlobal sets :global-declarations, which cannot change once there are declarations,
// assertions or scopes.
func (r *Reader) setGlobal(value string) error {
	switch global := value == "true"; {
	case value != "true" && value != "false":
		return r.errorAt(0, ":global-declarations is true or false, not %s", value)
	case r.begun && global != r.global:
		return r.errorAt(0, ":global-declarations can't be changed after the first assertion or declaration")
	default:
		r.global = global
	}
	return nil
}

// SetGlobal sets :global-declarations from outside the script, before its first command
// or after a reset.
func (r *Reader) SetGlobal(on bool) { r.global = on }

// begins reports whether some options are fixed after a command.
func (k CommandKind) begins() bool {
	switch k {
	case DeclareSort, DefineSort, DeclareFun, DefineFun, DefineFunsRec, Assert, Push, Pop,
		DeclareRel, DeclareVar, Rule:
		return true
	}
	return false
}

// onlyReal reports whether a logic has reals but no integers: the name of its arithmetic
// ends in RA or RDL, without an I before it.
func onlyReal(logic string) bool {
	name, isDL := strings.CutSuffix(logic, "RDL")
	if !isDL {
		var ok bool
		if name, ok = strings.CutSuffix(logic, "RA"); !ok {
			return false
		}
	}
	return !strings.HasSuffix(name, "I")
}

// value returns the text of an atom without quotes, or of a list.
func (r *Reader) value(i uint32) string {
	if r.nodes[i].kind == tokenOpen {
		return string(r.sexpr(nil, i))
	}
	return r.textOf(i)
}

// declareFun reads (declare-fun f (S...) S) and (declare-const x S).
func (r *Reader) declareFun(c *Command, args []uint32) error {
	var params []uint32
	if len(args) == 3 {
		params = r.children(args[1])
	}
	sorts, err := r.sortList(append(params, args[len(args)-1]))
	if err != nil {
		return err
	}
	n := len(sorts) - 1
	return r.newCommandFun(c, args[0], sorts[:n], sorts[n])
}

// newCommandFun makes the symbol that a command declares, which node at names.
func (r *Reader) newCommandFun(c *Command, at uint32, params []term.Sort, res term.Sort) (err error) {
	c.Name = r.names.text(r.nodes[at].name())
	c.Sym, err = r.newFun(at, params, res)
	return err
}

// defineFun reads (define-fun f ((x S)...) S body) and (define-const x S body).
func (r *Reader) defineFun(c *Command, args []uint32) error {
	n := len(args)
	var d definition
	var err error
	if n == 4 {
		if d.params, err = r.bindVars(args[1]); err != nil {
			return err
		}
	}
	want, err := r.sort(args[n-2])
	if err != nil {
		return err
	}
	if d.body, err = r.elaborate(args[n-1]); err != nil {
		return err
	}
	if d.body, err = r.body(args[n-1], d.body, want); err != nil {
		return err
	}
	r.unbind(0)
	id, off := r.nodes[args[0]].name(), r.nodes[args[0]].off
	c.Name, c.Terms = r.names.text(id), []term.Term{d.body}
	if err := r.free(id, off, r.sortsOf(d.params), r.st.Sort(d.body)); err != nil {
		return err
	}
	if len(d.params) == 0 {
		r.declare(id, entry{entryConst, uint32(d.body)})
		return nil
	}
	r.declare(id, entry{entryDef, uint32(len(r.defs))})
	r.defs = append(r.defs, d)
	return nil
}

// body returns the body of a function, converted to the sort of its result.
func (r *Reader) body(at uint32, t term.Term, want term.Sort) (term.Term, error) {
	t, ok := r.convert(t, want)
	if !ok {
		return 0, r.errorAt(at, "the body has sort %s, not %s", r.st.SortString(r.st.Sort(t)), r.st.SortString(want))
	}
	return t, nil
}

// bindVars binds the variables of a list ((x Int) ...).
func (r *Reader) bindVars(list uint32) ([]term.Term, error) {
	if err := r.wantList(list); err != nil {
		return nil, err
	}
	var vars []term.Term
	for _, i := range r.children(list) {
		pair := r.children(i)
		if r.nodes[i].kind != tokenOpen || len(pair) != 2 || r.nodes[pair[0]].kind != tokenSymbol {
			return nil, r.errorAt(i, "a variable with its sort is expected")
		}
		s, err := r.sort(pair[1])
		if err != nil {
			return nil, err
		}
		name := r.nodes[pair[0]].name()
		x := r.st.BoundVar(r.names.text(name), s)
		r.bind(name, x)
		vars = append(vars, x)
	}
	return vars, nil
}
