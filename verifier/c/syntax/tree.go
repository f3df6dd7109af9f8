package syntax

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// Pos is a place in the source: line and column count from 1. File is an index into Unit.Files.
type Pos = cpp.Pos

// Source is a file.
type Source = cpp.Source

// Unit is a translation unit, or several that are linked.
type Unit struct {
	// Files are first those that are units, then others.
	Files []Source
	// Objects are the functions, the objects with static storage, and those declared elsewhere, in the order of the
	// source.
	Objects []*Object
	Sizes   Sizes
	// Assembly is where there is inline assembly outside of functions.
	Assembly []Pos
	// Warnings are what gcc accepts, and warns of.
	Warnings []Warning
}

// Warning is something doubtful in the source.
type Warning = cpp.Warning

// Sizes says how wide things are whose width no type says.
type Sizes struct {
	Pointer int64 // bytes
	Int     *Type
	UInt    *Type
	Size    *Type // size_t
	Diff    *Type // ptrdiff_t
	Char    *Type
}

// ObjectKind says what a name stands for.
type ObjectKind uint8

// The kinds of objects.
const (
	Function ObjectKind = iota
	Static              // with static storage, also inside of functions
	Auto
	Param
)

// Object is a function or a variable.
type Object struct {
	Name   string
	Kind   ObjectKind
	Type   *Type
	Pos    Pos
	Init   *Init  // nil if there is none
	Extern bool   // only declared
	Owner  string // of a static variable inside of a function: the function
	// Internal says that no other translation unit can mean this object.
	Internal bool
	// Spare says that a definition elsewhere, if there is one, is the one that is meant: inline functions have such
	// definitions.
	Spare bool

	Align   int64   // bytes, if its declaration says so; 0 if it has the alignment of its type
	Cleanup *Object // the function that is called with its address where its life ends
	// of a function that runs before main: one more than its priority, which is 65535 if none is given; else 0
	Constructor int
	Destructor  int    // after main
	Alias       string // the name of the object that this one is
	Asm         string // its name for the linker, if it is another one
	Weak        bool   // a definition elsewhere is the one that is meant; if there is none at all, its address is null
	NoReturn    bool

	// Functions with a body.
	Params []*Object
	Body   *Stmt
	source []cpp.Token // of the body

	// Functions within others.
	Captured   int       // so many parameters, the first, are addresses of variables of the functions around
	Descriptor *Object   // what a pointer to it is the address of; nil if that is its code
	Nested     []*Object // the functions within this one whose descriptors live as long as a call of it

	odd      string // an attribute that is not supported
	implicit bool   // a call declares it, or the front end: see Undeclared
	used     bool   // an expression mentions it
	register bool
	declared *Type     // its type, if an initialised flexible member makes the object larger
	nested   bool      // a function within another one
	home     *function // of a local: the function that it is of
	block    *scope    // in which it lives
}

// Undeclared reports whether nothing but calls declares a function.
func (o *Object) Undeclared() bool { return o.implicit && o.Type.Loose && o.Body == nil }

// Init is an initialiser: what is not mentioned is zero. Of an object of scalar type it has one item.
type Init struct {
	Items []InitItem
	Whole bool // one expression of the object's own type
}

// InitItem initialises what is at an offset.
type InitItem struct {
	Offset int64
	Type   *Type
	Field  *Field // of a bit-field
	Len    int64  // so many array elements, one after the other
	Value  *Expr
}

// Op is the kind of an expression.
type Op uint8

// The kinds of expressions. Operands of arithmetic have the type of the result, but for shifts, whose right one is
// promoted only; those of comparisons have the same type. What is an lvalue is said to be one.
const (
	Const  Op = iota // Val
	Text             // Str: a string literal, an lvalue; each element is as many bytes as its type has, the lowest first
	Var              // Obj: a variable, an lvalue, or a function
	Elem             // X[Y], X an lvalue of array type; an lvalue
	Deref            // *X; an lvalue
	Member           // X.Field, X an lvalue or a value; an lvalue if X is one
	AddrOf           // &X
	Decay            // the address of the first element of X, an lvalue of array type
	Load             // the value of the lvalue X
	Neg
	Cpl
	Not
	Add
	Sub
	Mul
	Div
	Mod
	Shl
	Shr
	And
	Xor
	Or
	Lt
	Gt
	Le
	Ge
	Eq
	Ne
	PtrAdd  // X + Y elements
	PtrSub  // X - Y elements
	PtrDiff // the number of elements between
	LAnd
	LOr
	Cond     // X ? Y : Z
	Comma    // X, Y
	Assign   // X = Y
	AssignOp // X = X Bin Y, computed as Mid; its value is the old one if Post
	Cast     // to Type
	// X(Args), or Obj(Args) if the function is named; to the linker Z is what that means, and Y where nobody uses its
	// value
	Call
	Compound // a compound literal: Obj with its initialiser; an lvalue
	Block    // a statement expression: Body, then X is its value, then After
	VaStart  // va_start(X); X of the type of va_list, an lvalue if that is an array
	VaArg    // va_arg(X, Type)
	VaEnd    // va_end(X)
	VaCopy   // va_copy(X, Y)
	// a pointer to Obj, a function within another one: the address X of its descriptor, by which calls give it Args
	// first
	Closure
	Hole // what is not supported: Str says what
)

// Expr is an expression with its type.
type Expr struct {
	Op    Op
	Bin   Op
	Post  bool
	Type  *Type
	Mid   *Type
	Pos   Pos
	X     *Expr
	Y     *Expr
	Z     *Expr
	Args  []*Expr
	Obj   *Object
	Field *Field
	Val   *big.Int
	Str   string
	Body  *Stmt
	After *Stmt // where the block of Body ends
	End   Pos   // of a call: its last parenthesis

	source []cpp.Token // nil of conversions
	real   *big.Float  // of a floating-point constant
}

// written returns what the program says for an expression, or for what is converted.
func (e *Expr) written() []cpp.Token {
	for e.source == nil && e.X != nil && (e.Op == Load || e.Op == Cast || e.Op == Decay || e.Op == AddrOf) {
		e = e.X
	}
	return e.source
}

// Source returns the text of an expression, after macros.
func (e *Expr) Source() string {
	for e.source == nil && e.X != nil {
		switch e.Op {
		case Load, Cast, Decay, AddrOf:
			e = e.X
			continue
		case PtrAdd:
			x := e.X.Source()
			if e.X.Op == Cast && e.X.source != nil {
				x = "(" + x + ")"
			}
			return x + "[" + e.Y.Source() + "]" // else it is written
		}
		break
	}
	if e.source == nil {
		return ""
	}
	return text(e.source)
}

// Unit returns an element of a string literal, as its type has it.
func (e *Expr) Unit(i int64) *big.Int {
	v := uint64(0)
	elem := e.Type.Elem
	for k := range elem.Size {
		v |= uint64(e.Str[i*elem.Size+k]) << (8 * k)
	}
	return wrapped(new(big.Int).SetUint64(v), elem)
}

// StmtKind is the kind of a statement.
type StmtKind uint8

// The kinds of statements.
const (
	Empty   StmtKind = iota
	Eval             // X
	Decl             // Obj begins to live
	Seq              // List
	If               // X, Then, Else
	While            // X, Then
	Do               // Then, X
	For              // Init, X, Step, Then
	Switch           // X, Then
	Case             // Low to High, Then
	Default          // Then
	Label            // Name, Then
	Goto             // Name
	Break
	Continue
	Return      // X
	Cross       // Ended and Begun
	Unsupported // Name says what
)

// Stmt is a statement.
type Stmt struct {
	Kind      StmtKind
	Pos       Pos
	X, Step   *Expr
	Init      *Stmt
	Then      *Stmt
	Else      *Stmt
	List      []*Stmt
	Obj       *Object
	Name      string
	Low, High *big.Int
	End       Pos // of a list: its closing brace; of a declaration in a block: its semicolon

	source []cpp.Token // of jumps, and the initialisers of declarations
	sees   func(o *Object) bool
	cross  *crossing // of a case: what control jumps past if it gets there from the head of the switch
}

// Sees reports whether the name of an object stands for it where a loop or a label is.
func (s *Stmt) Sees(o *Object) bool { return s.sees != nil && s.sees(o) }

// Simple reports whether a statement is none of others, so that it begins whenever control gets to its first character.
func (s *Stmt) Simple() bool {
	switch s.Kind {
	case Eval, If, Switch, Goto, Break, Continue, Return:
		return true
	}
	return false
}

// Word returns how the text of a loop, or of a simple statement, begins.
func (s *Stmt) Word() string {
	word := map[StmtKind]string{While: "while", For: "for", If: "if", Switch: "switch"}[s.Kind]
	switch {
	case word != "":
		return word
	case s.Kind == Eval:
		text := s.X.Source()
		end := strings.IndexFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		return text[:max(end, min(1, len(text)))]
	}
	text, _, _ := strings.Cut(s.Source(), " ")
	return text
}

// First returns the statement with which the body of a loop begins, if it is simple; else nil.
func (s *Stmt) First() *Stmt {
	first := s.Then
	for first.Kind == Seq && len(first.List) > 0 {
		first = first.List[0]
	}
	if !first.Simple() {
		return nil
	}
	return first
}

// Source returns the text of a declaration, or of a jump.
func (s *Stmt) Source() string {
	switch {
	case s.Kind == Decl && s.Obj.Name[0] == '$' && len(s.Obj.Init.Items) == 0: // whose elements follow
		return ""
	case s.Kind == Decl && s.Obj.Name[0] == '$': // none of the program's
		return s.Obj.Init.Items[0].Value.Source()
	case s.Kind == Decl && s.source == nil:
		return s.Obj.Name + ", not initialised"
	case s.source == nil:
		return ""
	case s.Kind == Decl:
		return s.Obj.Name + " = " + text(s.source)
	}
	return strings.TrimSuffix(text(s.source), ";")
}

// Head returns what is written before what a statement controls.
func (s *Stmt) Head() string {
	part := func(e *Expr) string {
		if e == nil {
			return ""
		}
		return e.Source()
	}
	switch s.Kind {
	case While:
		return "while (" + part(s.X) + ")"
	case Do:
		return "do ... while (" + part(s.X) + ")"
	case For:
		init := ""
		if s.Init != nil {
			init = "..."
		} else if s.X == nil && s.Step == nil {
			return "for (;;)"
		}
		return "for (" + init + "; " + part(s.X) + "; " + part(s.Step) + ")"
	case Switch:
		return "switch (" + part(s.X) + ")"
	case Case:
		if s.Low.Cmp(s.High) != 0 {
			return fmt.Sprintf("case %v ... %v", s.Low, s.High)
		}
		return "case " + s.Source()
	case Default:
		return "default"
	}
	return ""
}
