package campaign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/report"
)

// Line is what is written of a task that is done.
type Line struct {
	File     string  `json:"file"`           // as the list spells it
	Path     string  `json:"path,omitempty"` // that is read, if it is spelled otherwise
	Property string  `json:"property,omitempty"`
	Verdict  string  `json:"verdict"`
	Bound    string  `json:"bound,omitempty"`
	Where    string  `json:"where,omitempty"`    // it fails, or why there is no answer
	Expected string  `json:"expected,omitempty"` // the verdict that a task definition expects
	Engine   string  `json:"engine,omitempty"`
	Reason   string  `json:"reason_kind,omitempty"`
	Seconds  float64 `json:"seconds"`
	CPU      float64 `json:"cpu_seconds"` // of all rounds
	Round    int     `json:"round,omitempty"`
	Worker   string  `json:"worker,omitempty"`
	// Confirmed says by what the client has confirmed the worker's answer; empty if it has not.
	Confirmed Confirmation `json:"confirmed,omitempty"`
	// Kept says that it is the answer of an earlier campaign, which the grid has kept. If it was asked in the same words,
	// Seconds and CPU are those of then.
	Kept bool   `json:"kept,omitempty"`
	Exit int    `json:"exit"`           // the exit code of muster verify
	Hash string `json:"hash,omitempty"` // SHA-256 of what was asked: files, flags, limits and version
	// Report is the whole answer; only in a store.
	Report json.RawMessage `json:"report,omitempty"`
}

// Key tells tasks apart.
func (l *Line) Key() string { return key(cmp.Or(l.Path, l.File), l.Property) }

// Row returns what the table says.
func (l *Line) Row() task.Row {
	return task.Row{Verdict: l.Verdict, Bound: l.Bound, Where: l.Where, Exit: l.Exit}
}

// Answer returns the whole answer or, if that is not kept, what is known of it.
func (l *Line) Answer() (*report.Report, error) {
	r := &report.Report{File: l.File, Verdict: l.Verdict, Answer: l.Verdict, Reason: l.Where, Seconds: l.Seconds}
	if len(l.Report) == 0 {
		return r, nil
	}
	r = &report.Report{}
	return r, json.Unmarshal(l.Report, r)
}

// Lines is a file with a line for each task that is done.
type Lines struct {
	f, lock *os.File // the same file
}

// OpenLines opens a file of lines, and returns those that it has. A last line that is torn is cut off: the process that
// wrote it was ended. One command at a time has the file.
func OpenLines(name string) (l *Lines, out []Line, err error) {
	l = &Lines{}
	if l.lock, err = grid.Lock(name); err != nil {
		return nil, nil, fmt.Errorf("%s: another command is at work on it: %w", name, err)
	}
	if out, err = l.open(name); err != nil {
		return nil, nil, errors.Join(err, l.Close())
	}
	return l, out, nil
}

// open reads the lines of a file, and prepares it for more.
func (l *Lines) open(name string) ([]Line, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	out, good, err := parseLines(name, text)
	if err != nil {
		return nil, err
	}
	if good < len(text) {
		if err := l.lock.Truncate(int64(good)); err != nil {
			return nil, err
		}
	}
	l.f, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0o666)
	return out, err
}

// begins is how each line begins.
const begins = `{"file":`

// torn reports whether a text without an end of line is the beginning of a line, and of nothing else.
func torn(text []byte) bool {
	n := min(len(text), len(begins))
	return string(text[:n]) == begins[:n]
}

// parseLines returns the lines of a file, and where the last whole one ends. Only a torn line may follow that.
func parseLines(name string, text []byte) (out []Line, good int, err error) {
	for n := 1; good < len(text); n++ {
		end := bytes.IndexByte(text[good:], '\n')
		whole := end >= 0
		if !whole {
			end = len(text) - good
		}
		var l Line
		err := json.Unmarshal(text[good:good+end], &l)
		if err == nil && (l.File == "" || l.Verdict == "") {
			err = errors.New("it is no line of a campaign")
		}
		if !whole && torn(text[good:]) {
			break
		}
		if err == nil && !whole {
			err = errors.New("it is no line of a campaign")
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s:%d:1: %w", name, n, err)
		}
		out = append(out, l)
		good += end + 1
	}
	return out, good, nil
}

// Add writes a line, at once and by one write.
func (l *Lines) Add(x Line) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		return err
	}
	_, err := l.f.Write(b.Bytes())
	return err
}

// Close closes the file.
func (l *Lines) Close() error {
	if l.f == nil {
		return l.lock.Close()
	}
	return errors.Join(l.f.Close(), l.lock.Close())
}
