package grid

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// Job is a task in a round of a campaign, as it is in the queue. It names files by what they hold, so a worker needs
// no disk of the client, and reads no path.
type Job struct {
	Campaign string   `json:"campaign"`
	Number   int      `json:"number"` // of the task
	Round    int      `json:"round"`
	Run      int      `json:"run"` // of the campaign: how often it was canceled before
	Priority Priority `json:"priority"`
	Name     string   `json:"name"` // of the task, for people
	// Files are what the program consists of, the first Units of them, and then what it includes, and what flags name.
	Files   []File        `json:"files"`
	Units   int           `json:"units"`
	Flags   []string      `json:"flags"` // of muster verify
	Steps   bool          `json:"steps"` // executions are to be reported
	Timeout time.Duration `json:"timeout"`
	Memory  int64         `json:"memory"`
	Version string        `json:"version"` // of the program that is to answer
	Anew    bool          `json:"anew"`    // what was kept is not used

	half *half // that is to be done, of a worker's; nil: all
}

// Hash is SHA-256 of what is asked: of all that the answer depends on, and not of who asks it when. It is part of the
// job's key, so an answer to another question is none of this job.
func (j *Job) Hash() string {
	what := *j
	what.Campaign, what.Number, what.Round, what.Run, what.Priority, what.Name = "", 0, 0, 0, "", ""
	what.Anew = false
	text, err := json.Marshal(what)
	if err != nil {
		panic(err) // it is numbers and texts
	}
	return Hash(text)
}

// stored names a file of the job in the store: its client has put it there.
func (j *Job) stored(hash string) string {
	return j.Campaign[:strings.LastIndexByte(j.Campaign, '.')+1] + hash
}

// FilesOf names files by what they hold.
func FilesOf(files prog.Files) (out []File) {
	for _, f := range files {
		out = append(out, File{f.Name, Hash(f.Text), len(f.Text)})
	}
	return out
}

// File is a file of a job.
type File struct {
	Name string `json:"name"`
	Hash string `json:"hash"` // SHA-256 of the text
	Size int    `json:"size"`
}

// Result is what came of a job. The first one of a job counts.
type Result struct {
	Job     string  `json:"job"` // its key
	Worker  string  `json:"worker"`
	Seconds float64 `json:"seconds"`     // that the task took
	CPU     float64 `json:"cpu_seconds"` // of all processors
	// Report is the answer; if it is long, it is in the store under the name Blob, which ends with its hash.
	Report json.RawMessage `json:"report,omitempty"`
	Blob   string          `json:"blob,omitempty"`
	// Evidence is the hash of what backs the answer, in a store; empty if there is none.
	Evidence string `json:"evidence,omitempty"`
	// Lost says that no worker has answered, and why: the report is then of the verdict unknown.
	Lost string `json:"lost,omitempty"`
}

// Hash names a text in the store.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Unanswered is the report of a task that has no answer, and why.
func Unanswered(file, why string) *report.Report {
	return &report.Report{File: file, Verdict: "unknown", Answer: "unknown (" + why + ")", Reason: why}
}

// lost is the result of a job that has no answer.
func lost(j *Job, worker, why string, kind reason.Kind) *Result {
	r := Unanswered(j.Name, why)
	r.ReasonKind = kind
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // it is a report
	}
	return &Result{Job: j.Key(), Worker: worker, Report: text, Lost: why}
}

// lease says who works on a job.
type lease struct {
	Worker   string    `json:"worker"`
	Server   string    `json:"server"`   // that has handed it out; another one after each start
	Message  uint64    `json:"message"`  // the number of the message in the queue
	Delivery uint64    `json:"delivery"` // how often it was handed out
	Since    time.Time `json:"since"`
	Failed   int       `json:"failed"`             // tries before that gave no answer
	Why      string    `json:"why,omitempty"`      // the last of them gave none
	Returned bool      `json:"returned,omitempty"` // the worker ended, and gave the job back
}

// after returns the lease of a worker to which a message is handed when another lease was there; ok is false if that is
// of a later time. That a worker has ended together with its server says nothing about the job: somebody has ended the
// command that is both, or the machine.
func (l lease) after(before lease) (_ lease, ok bool) {
	switch {
	case before.Message > l.Message, before.Message == l.Message && before.Delivery > l.Delivery:
		return l, false
	case before.Message == l.Message:
		l.Failed, l.Why = before.Failed, before.Why
		if !before.Returned && before.Server == l.Server {
			l.Failed++
		}
	}
	return l, true
}

// Campaign is the state of a campaign, as its client says it.
type Campaign struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	State    State     `json:"state"`
	Run      int       `json:"run"`      // that goes on
	Canceled int       `json:"canceled"` // jobs of runs before are not done any more
	Total    int       `json:"total"`
	Done     int       `json:"done"`
	Verdicts string    `json:"verdicts"`
	Started  time.Time `json:"started"`
	Changed  time.Time `json:"changed"`
}

// WorkerState is what a worker says of itself.
type WorkerState struct {
	Name    string    `json:"name"`
	Slots   int       `json:"slots"`
	Tasks   []string  `json:"tasks"` // that it works on
	Done    int       `json:"done"`
	Started time.Time `json:"started"`
}

// settings are those of a grid, which its server has chosen.
type settings struct {
	Version    string        `json:"version"`
	Lease      time.Duration `json:"lease"`
	Deliveries int           `json:"deliveries"`
}
