package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/report"
)

// Line is what is written of a task that is done.
type Line struct {
	File     string  `json:"file"` // as the list spells it
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
	Exit     int     `json:"exit"` // the exit code of muster verify
	// Report is the whole answer; only in a store.
	Report json.RawMessage `json:"report,omitempty"`
}

// Key tells tasks apart.
func (l *Line) Key() string { return key(l.File, l.Property) }

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
	f *os.File
}

// OpenLines opens a file of lines, and returns those that it has. A last line that is torn is cut off: the process that
// wrote it was ended.
func OpenLines(name string) (*Lines, []Line, error) {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	out, good, err := parseLines(name, text)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, nil, err
	}
	if err := f.Truncate(int64(good)); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	if _, err := f.Seek(int64(good), 0); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return &Lines{f}, out, nil
}

// parseLines returns the lines of a file, and where the last whole one ends.
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
		if !whole || err != nil && good+end+1 == len(text) {
			break // the last one
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
func (l *Lines) Close() error { return l.f.Close() }
