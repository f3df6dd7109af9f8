package cpp

import "fmt"

// Kind says what a token is.
type Kind uint8

// The kinds of tokens.
const (
	EOF    Kind = iota
	Ident       // also keywords
	Number      // a preprocessing number: anything that begins like a number
	Char        // with its prefix and quotes
	String      // with its prefix and quotes
	Punct       // Text is the punctuator itself, also of a digraph or trigraph
	Pragma      // Text is what is behind #pragma, or in _Pragma
	Other       // a character that begins no token
)

// Pos is a place in a file: line and column count from 1, columns in bytes. File is an index into Files.
// Line markers don't move it.
type Pos struct {
	Line, Col int32
	File      int32
}

// Token is a preprocessing token.
type Token struct {
	Kind  Kind
	Space bool   // there is white space before it
	First bool   // it is the first one on its line
	Macro bool   // a macro made it
	Pos   Pos    // of what a macro made: where the name of the outermost macro is
	Text  string // as spelled, but for spliced lines
}

// Is reports whether the token is the punctuator.
func (t *Token) Is(punct string) bool { return t.Kind == Punct && t.Text == punct }

// Error is a fault in the source.
type Error struct {
	File      string
	Line, Col int
	Msg       string
}

// Error returns FILE:LINE:COLUMN: what.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg) }

// Warning is something that gcc accepts, but warns of.
type Warning struct {
	Pos Pos
	Msg string
}

// Std is a version of the standard: those without gcc's extensions have trigraphs.
type Std uint8

// The versions.
const (
	Gnu17 Std = iota
	C99
	C11
)

// Config says how a file is preprocessed.
type Config struct {
	Predefined string   // directives that are obeyed before the file is read
	Define     []string // NAME or NAME=VALUE; NAME may have parameters
	Include    []string // directories with headers
	Std        Std
	Limit      int // tokens that macros may make; 0: DefaultLimit

	// Read reads a file of the host. nil: from disk.
	Read func(name string) ([]byte, error)
	// Header returns the text of a header of the standard library, or nothing. nil: there are none.
	Header func(name string) string
	// Attribute and Builtin answer __has_attribute (and __has_c_attribute, with true) and __has_builtin. nil: there are
	// none. Attributes have no underscores around their names.
	Attribute func(name string, std bool) int64
	Builtin   func(name string) bool
	// Warn gets what gcc warns of. nil: nobody does.
	Warn func(Warning)
}

// DefaultLimit is how many tokens macros may make, if the configuration does not say.
const DefaultLimit = 10_000_000
