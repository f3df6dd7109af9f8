package dump

import (
	"fmt"
	"slices"
	"strings"
)

// All stands for all passes, List for a list of their names, where a pass is named.
const (
	All  = "all"
	List = "list"
)

// Check returns an error that lists the passes, unless one of them is named, or All.
func Check(pass string, passes []string) error {
	if pass == All || slices.Contains(passes, pass) {
		return nil
	}
	return fmt.Errorf("no pass %q; there are %s, and %s for all of them", pass, strings.Join(passes, ", "), All)
}

// Recorder collects texts of what passes work on. New makes one.
type Recorder struct {
	pass    string // the one that is asked about, or All
	columns []column
	last    column // the present text
	kept    bool   // last is the last of columns
}

// column is a text, and the passes that led to it.
type column struct {
	head  string   // the pass that made it
	start bool     // it is from before all passes
	idle  []string // later passes that left it as it was
	text  string
}

// New returns a recorder of one pass, or of All.
func New(pass string) *Recorder { return &Recorder{pass: pass} }

// Start takes the text before all passes. It begins anew where there are several inputs, one after the other.
func (r *Recorder) Start(head, text string) {
	r.last, r.kept = column{head: head, start: true, text: text}, false
	if r.pass == All {
		r.keep()
	}
}

// Add takes the text after a pass.
func (r *Recorder) Add(pass, text string) {
	wanted := r.pass == All || r.pass == pass
	if wanted {
		r.keep()
	}
	if text == r.last.text {
		if wanted {
			c := &r.columns[len(r.columns)-1]
			c.idle = append(c.idle, pass)
		}
		return
	}
	r.last, r.kept = column{head: pass, text: text}, false
	if wanted {
		r.keep()
	}
}

// keep makes a column of the present text, if it is none.
func (r *Recorder) keep() {
	if !r.kept {
		r.columns, r.kept = append(r.columns, r.last), true
	}
}

// Empty reports whether no pass has run that is asked about.
func (r *Recorder) Empty() bool { return len(r.columns) == 0 }
