package front

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Front reads the programs of one language.
type Front interface {
	// Suffixes are those of the names of its files; nil stands for all that no other front end has.
	Suffixes() []string
	// Load reads files that are one program, about which a question is asked. An error is about the text and begins
	// with its position, unless it is a *QuestionError.
	Load(files prog.Files, st *term.Store, q Query) (*Loaded, error)
}

// Keyed is a Front of which answers may be kept (driver.Limits.Answers): it says what they depend on that it knows
// alone.
type Keyed interface {
	Front
	// Key names the language and all options of the front end. Fronts with the same key read the same files as the same
	// program, if a Reading one finds the same beside them; another one looks at nothing else.
	Key() string
}

// Reading is a Keyed front end that looks at more than the files which it is given, such as headers.
type Reading interface {
	Keyed
	// Read returns what Load finds under a name: the text of a file, or whatever else a program depends on in a form
	// that the front end has for it. That there is nothing is an error, fs.ErrNotExist, and may matter as much.
	Read(name string) ([]byte, error)
	// Through returns the front end that finds everything by read instead, with the same key.
	Through(read func(name string) ([]byte, error)) Reading
}

// Loaded is a program as the verifier takes it.
type Loaded struct {
	Program *prog.Program
	Source  Source
	// Language names the language in reports and witnesses; Model is its data model, if it has several.
	Language, Model string
	// Warnings are what is likely to be wrong in the program, each with its place: FILE:LINE:COLUMN: warning: what.
	Warnings []string
	// Entry is the procedure that the question is about, if executions begin with one that the front end has made and
	// marked.
	Entry string
	// Ordinary says that nobody wrote the program with a recursion bound in mind, so greater ones are tried, too, and
	// that nothing can fail in one without assertions; else the question then is whether the entry returns.
	Ordinary bool
}

// Query says what is asked about a program.
type Query struct {
	Question Question
	Loop     LoopID // that Leaves is about
	Entry    string // the procedure to begin with; empty stands for the one that the language says
}

// Question is the kind of a question.
type Question uint8

// The questions. Ends, Unasked and Leaves are about programs that are safe: their executions are those that do not
// fail.
const (
	Fails     Question = iota // whether an assertion fails, also of what is checked
	Contracts                 // whether each procedure satisfies its contract
	Coverage                  // what executions reach
	Ends                      // whether the program ends without a fault
	Unasked                   // whether an execution ends at a fault that is not asked about
	Leaves                    // whether an execution leaves a loop by its end
)

// QuestionError says that programs of a language are not asked a question.
type QuestionError struct{ Msg string }

func (e *QuestionError) Error() string { return e.Msg }

// Choose returns the front end for files that are one program, by their names. It is an error if they are in several
// languages.
func Choose(files prog.Files, fronts ...Front) (chosen Front, err error) {
	for i, f := range files {
		x := of(f.Name, fronts)
		if i > 0 && x != of(files[0].Name, fronts) {
			return nil, fmt.Errorf("%s: not in the language of %s, with which it is to be one program", f.Name, files[0].Name)
		}
		if x < 0 {
			return nil, fmt.Errorf("%s: no language has files with such names", f.Name)
		}
		chosen = fronts[x]
	}
	return chosen, nil
}

// of returns the index of the front end for a file, which may be compressed; -1 if there is none.
func of(name string, fronts []Front) int {
	for _, z := range []string{".gz", ".xz", ".zst"} {
		name = strings.TrimSuffix(name, z)
	}
	return slices.IndexFunc(fronts, func(f Front) bool {
		return f.Suffixes() == nil || slices.Contains(f.Suffixes(), filepath.Ext(name))
	})
}
