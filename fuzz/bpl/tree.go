package bpl

import (
	"slices"
	"strings"
)

// A Program is a list of declarations.
type Program struct{ Decls []*Decl }

// Type is bool, int, a bit-vector, a declared type, a type parameter, or a map.
type Type struct {
	Name   string   // unless it is a map
	Args   []*Type  // of a declared type
	Params []string // type parameters of a map
	Index  []*Type
	Elem   *Type
}

// The types that need no declaration.
var (
	Bool = &Type{Name: "bool"}
	Int  = &Type{Name: "int"}
)

// Map returns a map type.
func Map(elem *Type, index ...*Type) *Type { return &Type{Index: index, Elem: elem} }

// Op is what an expression does.
type Op uint8

// The operators.
const (
	Num   Op = iota // Value; or, in Name, a number that is not an int64 or a bit-vector
	True            // true
	False           // false
	Var             // Name
	Old
	Forall // Params, Bound, Triggers; Name: attributes
	Exists
	Lambda // Bound
	Apply  // Name: of the function
	Select // map, indices
	Store  // map, indices, value
	Ite
	Extract // Name: the bounds, such as 8:4
	Concat
	Neg
	Not
	And
	Or
	Iff
	Implies
	Explies
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	Add
	Sub
	Mul
	Div
	Mod
)

// Expr is an expression. Expressions are immutable and may be shared.
type Expr struct {
	Op       Op
	Name     string
	Value    int64
	Args     []*Expr
	Params   []string // type parameters
	Bound    []VarDecl
	Triggers [][]*Expr
}

// VarDecl declares a variable, a constant or a formal.
type VarDecl struct {
	Name  string
	Type  *Type
	Where *Expr // or nil
	Attrs string
}

// Kind is the kind of a declaration.
type Kind uint8

// The kinds of declarations.
const (
	TypeDecl     Kind = iota // Name, Params; Type: of which it is a synonym, or nil
	ConstDecl                // Var, Unique
	GlobalDecl               // Var
	FunctionDecl             // Name, Params, Ins, Type: of the result, Expr: body or nil
	AxiomDecl                // Expr
	ProcDecl                 // Name, Ins, Outs, Specs, Modifies; with HasBody Locals, Body
)

// Decl is a declaration. The fields it uses depend on its kind.
type Decl struct {
	Kind    Kind
	Attrs   string // as written; of the implementation, if there is a body
	Name    string
	Params  []string // type parameters
	Type    *Type
	Var     VarDecl
	Unique  bool
	Expr    *Expr
	Ins     []VarDecl
	Outs    []VarDecl
	Specs   []Spec
	Modify  []string
	HasBody bool
	Apart   bool   // the body is in a separate implementation
	Outer   string // attributes of the procedure, if it is separate from the body
	Locals  []VarDecl
	Body    []*Stmt
}

// AllAttrs returns the attributes of the declaration and its body. Of two with the same
// name the last one counts.
func (d *Decl) AllAttrs() string { return strings.TrimSpace(d.Outer + " " + d.Attrs) }

// SpecKind is the kind of a clause.
type SpecKind uint8

// The kinds of clauses.
const (
	Requires SpecKind = iota
	Ensures
	Invariant
)

// Spec is a clause of a contract or a loop.
type Spec struct {
	Kind SpecKind
	Free bool
	Cond *Expr
	// Attrs are attributes that change nothing where callees have bodies.
	Attrs string
}

// StmtKind is the kind of a statement.
type StmtKind uint8

// The statements.
const (
	Label  StmtKind = iota // Name
	Assert                 // Cond
	Assume                 // Cond
	Havoc                  // Targets
	Assign                 // Targets, Values
	Call                   // Targets, Name, Values
	Goto                   // Labels
	Return
	Break // Name, or nothing
	If    // Cond or nil, Body, Else
	While // Cond or nil, Invs, Body
)

// Stmt is a statement. Statements are immutable and may be shared.
type Stmt struct {
	Kind    StmtKind
	Attrs   string
	Name    string
	Cond    *Expr
	Under   *Expr   // of an assertion: {:verified_under}, or nil
	Targets []*Expr // variables; those of Assign may have indices
	Values  []*Expr
	Labels  []string
	Invs    []Spec
	Body    []*Stmt
	Else    []*Stmt
}

// V returns a variable or constant.
func V(name string) *Expr { return &Expr{Op: Var, Name: name} }

// N returns an integer.
func N(n int64) *Expr { return &Expr{Op: Num, Value: n} }

// E applies an operator.
func E(op Op, args ...*Expr) *Expr { return &Expr{Op: op, Args: args} }

// Proc returns the procedure of this name.
func (p *Program) Proc(name string) *Decl {
	for _, d := range p.Decls {
		if d.Kind == ProcDecl && d.Name == name {
			return d
		}
	}
	return nil
}

// Asserts reports whether the program has an assertion or a clause that is checked.
func (p *Program) Asserts() bool {
	checked := func(s Spec) bool { return !s.Free }
	var asserts func(s *Stmt) bool
	asserts = func(s *Stmt) bool {
		return s.Kind == Assert || slices.ContainsFunc(s.Invs, checked) || slices.ContainsFunc(s.Body, asserts) || slices.ContainsFunc(s.Else, asserts)
	}
	return slices.ContainsFunc(p.Decls, func(d *Decl) bool {
		return slices.ContainsFunc(d.Specs, checked) || slices.ContainsFunc(d.Body, asserts)
	})
}
