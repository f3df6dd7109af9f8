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
	numCommands
)

var commandNames = [numCommands]string{
	"", "set-logic", "set-option", "set-info", "declare-sort", "define-sort", "declare-fun", "define-fun",
	"define-funs-rec", "assert",
	"push", "pop", "check-sat", "check-sat-assuming", "get-value", "get-model", "get-unsat-core",
	"get-unsat-assumptions", "get-assertions", "get-assignment", "get-proof", "get-info", "get-option", "echo",
	"reset", "reset-assertions", "exit", "labels", "eval", "simplify", "check-sat-using", "apply",
	"get-interpolant", "get-interpolants", "declare-rel", "declare-var", "rule", "query",
}

func (k CommandKind) String() string {
	if k < numCommands {
		return commandNames[k]
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
	args := r.args[1:]
	switch name := r.names.text(r.nodes[1].name()); name {
	case "declare-fun", "declare-const":
		return r.declareFun(c, args, name == "declare-const")
	case "define-fun", "define-const":
		return r.defineFun(c, args, name == "define-const")
	case "define-fun-rec", "define-funs-rec":
		return r.defineRec(c, args, name == "define-funs-rec")
	case "declare-sort":
		return r.sortDeclaration(c, args)
	case "define-sort":
		return r.sortDefinition(c, args)
	case "check-sat-assuming", "get-value":
		return r.termList(c, args, name == "get-value")
	case "check-sat":
		if len(args) > 0 { // as Z3 has it
			c.Kind = CheckSatAssuming
			return r.assumptions(c, args)
		}
		return r.plain(c, args, name)
	case "check-sat-assuming-model":
		return r.partialModel(c, args)
	case "push", "pop":
		return r.scope(c, args, name == "pop")
	case "set-option", "set-info", "set-logic", "get-info", "get-option", "echo":
		return r.setting(c, args, name)
	default:
		if known, err := r.extension(c, args, name); known {
			return err
		}
		return r.plain(c, args, name)
	}
}

// plain reads the commands without arguments.
func (r *Reader) plain(c *Command, args []uint32, name string) error {
	switch name {
	case "check-sat":
		c.Kind = CheckSat
	case "get-model":
		c.Kind = GetModel
	case "get-unsat-core":
		c.Kind = GetUnsatCore
	case "get-unsat-assumptions":
		c.Kind = GetUnsatAssumptions
	case "get-assertions":
		c.Kind = GetAssertions
	case "get-assignment":
		c.Kind = GetAssignment
	case "get-proof":
		c.Kind = GetProof
	case "exit":
		c.Kind = Exit
	case "reset":
		c.Kind = Reset
	case "reset-assertions":
		c.Kind = ResetAssertions
	default:
		return r.errorAt(1, "unsupported command %s", name)
	}
	if len(args) > 0 {
		return r.errorAt(args[0], "%s takes no argument", name)
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

// want checks the number of a command's arguments.
func (r *Reader) want(args []uint32, n int) error {
	if len(args) != n {
		return r.errorAt(0, "%s takes %d arguments, not %d", r.names.text(r.nodes[1].name()), n, len(args))
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

func (r *Reader) termList(c *Command, args []uint32, values bool) error {
	c.Kind = CheckSatAssuming
	if values {
		c.Kind = GetValue
	}
	if err := r.want(args, 1); err != nil {
		return err
	}
	if err := r.wantList(args[0]); err != nil {
		return err
	}
	terms := r.children(args[0])
	if !values {
		return r.assumptions(c, terms)
	}
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
	c.Kind = CheckSatAssuming
	if err := r.want(args, 2); err != nil {
		return err
	}
	for _, i := range args {
		if err := r.wantList(i); err != nil {
			return err
		}
	}
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

func (r *Reader) scope(c *Command, args []uint32, pop bool) error {
	c.Kind, c.N = Push, 1
	if pop {
		c.Kind = Pop
	}
	if len(args) > 0 {
		if err := r.want(args, 1); err != nil {
			return err
		}
		n, err := strconv.ParseUint(r.textOf(args[0]), 10, 24)
		if r.nodes[args[0]].kind != tokenNumeral || err != nil {
			return r.errorAt(args[0], "a small number of scopes is expected")
		}
		c.N = int(n)
	}
	if !pop {
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
func (r *Reader) setting(c *Command, args []uint32, name string) error {
	kind := tokenKeyword
	switch name {
	case "set-logic":
		c.Kind, kind = SetLogic, tokenSymbol
	case "echo":
		c.Kind, kind = Echo, tokenString
	case "set-option":
		c.Kind = SetOption
	case "set-info":
		c.Kind = SetInfo
	case "get-info":
		c.Kind = GetInfo
	case "get-option":
		c.Kind = GetOption
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

func (r *Reader) declareFun(c *Command, args []uint32, constant bool) error {
	c.Kind = DeclareFun
	params := []uint32(nil)
	if constant {
		if err := r.want(args, 2); err != nil {
			return err
		}
	} else {
		if err := r.want(args, 3); err != nil {
			return err
		}
		if err := r.wantList(args[1]); err != nil {
			return err
		}
		params = r.children(args[1])
	}
	if err := r.wantSymbol(args[0]); err != nil {
		return err
	}
	var sorts []term.Sort
	for _, i := range append(params, args[len(args)-1]) {
		s, err := r.sort(i)
		if err != nil {
			return err
		}
		sorts = append(sorts, s)
	}
	n := len(sorts) - 1
	var err error
	c.Name = r.names.text(r.nodes[args[0]].name())
	c.Sym, err = r.newFun(args[0], sorts[:n], sorts[n])
	return err
}

func (r *Reader) defineFun(c *Command, args []uint32, constant bool) error {
	c.Kind = DefineFun
	n := 4
	if constant {
		n = 3
	}
	if err := r.want(args, n); err != nil {
		return err
	}
	if err := r.wantSymbol(args[0]); err != nil {
		return err
	}
	var d definition
	var err error
	if !constant {
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
