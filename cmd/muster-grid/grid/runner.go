package grid

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// Request is what a worker's child process is asked: a job with its files.
type Request struct {
	Files      prog.Files    `json:"files"` // as those of Job
	Units      int           `json:"units"`
	Flags      []string      `json:"flags"`
	Steps      bool          `json:"steps"`
	Timeout    time.Duration `json:"timeout"`
	Memory     int64         `json:"memory"`
	Processors int           `json:"processors"`
	Version    string        `json:"version"`
	Back       bool          `json:"back"` // what backs the answer is wanted
	Find       bool          `json:"find"` // the worker has entries that others have kept
	// Divide has the search divided, if other workers are idle, after so much effort (driver.Limits.DivideAfter); 0: it is
	// not. State is that of a half which is to be searched, in place of all.
	Divide int64  `json:"divide,omitempty"`
	State  []byte `json:"state,omitempty"`
	// Evidence is what backs the answer of somebody else. That is confirmed by it or, if it is not, the task is searched.
	Evidence []byte `json:"evidence,omitempty"`
}

// Reply is what it answers.
type Reply struct {
	Report   *report.Report `json:"report"`
	CPU      time.Duration  `json:"cpu"`  // that the task took
	Held     int64          `json:"held"` // memory
	Evidence []byte         `json:"evidence,omitempty"`
	Refused  string         `json:"refused,omitempty"` // why the evidence of the request does not confirm the answer
	Answer   []byte         `json:"answer,omitempty"`  // about a half (driver.Half)
}

// RunChild answers requests, one after the other. It ends the process when in ends, even while it works: then nobody is
// there who waits for the answer.
func RunChild(in io.Reader, out io.Writer) error {
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // which are the worker's, who ends this process
	defer task.Sparing()()
	requests, to := make(chan *Request), newLine(out)
	go func() {
		for d := json.NewDecoder(bufio.NewReader(in)); ; {
			var x toChild
			switch err := d.Decode(&x); {
			case errors.Is(err, io.EOF):
				os.Exit(task.ExitSafe)
			case err != nil:
				fmt.Fprintln(os.Stderr, "reading a request:", err)
				os.Exit(task.ExitInternal)
			}
			if x.Entry != nil || x.Idle != nil || x.Half != nil {
				to.take(x)
			} else {
				requests <- x.Request
			}
		}
	}()
	for r := range requests {
		before := processorTime()
		reply := r.answer(context.Background(), to)
		reply.CPU, reply.Held = processorTime()-before, limit.HeldBytes()
		if err := to.reply(&reply); err != nil {
			return err
		}
	}
	return nil
}

// answer answers a request, with a report also of what goes wrong.
func (r *Request) answer(ctx context.Context, from *line) (reply Reply) {
	defer func() {
		if x := recover(); x != nil {
			reply = Reply{Report: task.Problem(r.name(), reason.Recovered(x), r.Version)}
		}
	}()
	reply, err := r.verify(ctx, from)
	if err != nil {
		return Reply{Report: task.Problem(r.name(), task.Explained(err), r.Version)}
	}
	return reply
}

func (r *Request) name() string {
	if len(r.Files) == 0 {
		return ""
	}
	return r.Files[0].Name
}

// verify runs the driver. No file is read but those of the request.
func (r *Request) verify(ctx context.Context, from *line) (reply Reply, err error) {
	if r.Units < 1 || r.Units > len(r.Files) {
		return reply, reason.Internalf("a job with %d of %d files", r.Units, len(r.Files))
	}
	units := r.Files[:r.Units]
	v, err := r.flags()
	if err != nil {
		return reply, err
	}
	opt := v.Opt
	if opt.Front, err = v.Front(units); err != nil {
		return reply, err
	}
	if !v.All {
		opt.Failures = 1
	}
	opt.Small, opt.Processors, opt.Timeout = r.Steps, r.Processors, r.Timeout
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	if r.Memory > 0 {
		debug.SetMemoryLimit(r.Memory / 10 * 9)
		var cancel context.CancelFunc
		ctx, cancel = limit.WithMemory(ctx, r.Memory)
		defer cancel()
	}
	if r.Processors > 0 {
		runtime.GOMAXPROCS(r.Processors)
	}
	if r.Divide > 0 {
		opt.DivideAfter, opt.Elsewhere = r.Divide, from
	}
	if r.State != nil {
		opt.Files = units[1:]
		reply.Answer, err = driver.Half(ctx, units[0].Name, units[0].Text, opt, r.State)
		return reply, err
	}
	b := r.backing(&opt, from)
	found, last, err := task.Search(ctx, units, opt, task.Watch(&opt))
	if err != nil {
		return reply, err
	}
	reply.Report = report.NewAll(found, last, r.Version)
	if !r.Steps {
		reply.Report = reply.Report.Brief()
	}
	if r.Evidence != nil {
		if err := b.refused(append(found, last)); err != nil {
			reply.Refused = err.Error()
		}
	}
	if r.Back {
		reply.Evidence, err = b.pack()
	}
	return reply, err
}

// flags reads the flags of the request, and what they name from its files.
func (r *Request) flags() (task.Flags, error) {
	given := map[string][]byte{}
	for _, f := range r.Files {
		given[f.Name] = f.Text
	}
	return ParseFlags(r.Flags, func(name string) ([]byte, error) {
		text, ok := given[name]
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		return text, nil
	})
}

// ParseFlags reads the flags of a task. read reads the files that they name; nil: from disk.
func ParseFlags(words []string, read func(name string) ([]byte, error)) (task.Flags, error) {
	v := task.Flags{ReadFile: read}
	c := &cli.Command{Use: "task", Run: func(c *cli.Command, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("a job has the argument %s", strings.Join(args, " "))
		}
		return v.Complete(c.Flags().Changed)
	}, Args: func(*cli.Command, []string) error { return nil }}
	v.Add(c.Flags())
	c.SetArgs(words)
	c.SetOut(io.Discard)
	c.SetErr(io.Discard)
	return v, c.Execute()
}
