package grid

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/report"
)

// Child starts the processes that tasks run in: a task that takes all memory, or fails in a way that ends its process,
// leaves its worker alone. A process that has answered takes the next task, since a new one costs more than a small
// task does; one that is stopped, or holds much memory, does not.
type Child struct {
	Command []string // this program, with what makes it call RunChild

	slack time.Duration // 0: slack

	mu   sync.Mutex
	idle []*process
}

// slack is how long a task may take beyond its timeout before it is killed: its check has as much time again.
const slack = 10 * time.Second

// mostReply bounds each line that a child writes.
const mostReply = 256 << 20

// mostHeld is how much memory a child may hold that takes another task, and mostTasks how many tasks it takes.
const (
	mostHeld  = 256 << 20
	mostTasks = 200
)

// errLate says that a child was killed, since it took longer than its task may.
var errLate = errors.New("timeout: it did not stop, and was killed")

// noAnswer says that a child has ended without an answer.
type noAnswer struct{ why string }

func (e *noAnswer) Error() string { return "the process of the task ended: " + e.why }

// process is a child.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser // open as long as somebody wants its answers
	out   io.Reader
	errs  *tail
	tasks int
}

// start starts a process.
func (c *Child) start(processors int) (*process, error) {
	p := &process{cmd: exec.Command(c.Command[0], c.Command[1:]...), errs: &tail{}}
	p.cmd.Env = append(keptEnvironment(), fmt.Sprintf("GOMAXPROCS=%d", max(1, processors)))
	p.cmd.Stderr = p.errs
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, out
	return p, p.cmd.Start()
}

// take returns a process that waits for a task, or a new one.
func (c *Child) take(processors int) (*process, error) {
	c.mu.Lock()
	n := len(c.idle)
	if n == 0 {
		c.mu.Unlock()
		return c.start(processors)
	}
	defer c.mu.Unlock()
	p := c.idle[n-1]
	c.idle = c.idle[:n-1]
	return p, nil
}

// Close ends the processes that wait for a task.
func (c *Child) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.idle {
		_ = p.end()
	}
	c.idle = nil
}

// lastWords is how long a process may take to end that has failed.
const lastWords = time.Second

// end ends a process, and returns how it has ended.
func (p *process) end() error {
	_ = p.in.Close()
	kill := time.AfterFunc(lastWords, func() { _ = p.cmd.Process.Kill() })
	defer kill.Stop()
	return p.cmd.Wait()
}

// Run answers a request in a process of its own, which is killed when the context ends. cpu is what the task took. What
// the process asks for, the helper answers; nil has nothing.
func (c *Child) Run(ctx context.Context, r *Request, h Helper) (reply Reply, cpu time.Duration, err error) {
	if h == nil {
		h = nobody{}
	}
	if r.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, 2*r.Timeout+cmp.Or(c.slack, slack), errLate)
		defer cancel()
	}
	text, err := json.Marshal(r)
	if err != nil {
		return reply, 0, err
	}
	p, err := c.take(r.Processors)
	if err != nil {
		return reply, 0, &noAnswer{err.Error()}
	}
	stop := context.AfterFunc(ctx, func() { _ = p.cmd.Process.Kill() })
	answer := p.ask(ctx, text, &reply, h)
	if stop() && answer == nil && (reply.Report != nil || reply.Answer != nil) {
		if p.tasks++; p.tasks < mostTasks && reply.Held < mostHeld && !limited(reply.Report) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.idle = append(c.idle, p)
			return reply, reply.CPU, nil
		}
		_ = p.end()
		return reply, reply.CPU, nil
	}
	ended := p.end()
	if ctx.Err() != nil {
		return reply, 0, context.Cause(ctx)
	}
	if s := p.cmd.ProcessState; s != nil {
		cpu = s.UserTime() + s.SystemTime()
	}
	return reply, cpu, &noAnswer{strings.TrimSpace(fmt.Sprintf("%v %s", ended, p.errs.text()))}
}

// limited reports whether a limit ended a task: then its search may still go on in its process.
func limited(r *report.Report) bool {
	if r == nil { // a half was searched to its end
		return false
	}
	return r.Stopped || r.ReasonKind == reason.Timeout || r.ReasonKind == reason.Memory
}

// ask writes a request, and reads the reply, each in a line. Before that the process may ask for something else. What
// it then still waits for nobody searches any more.
func (p *process) ask(ctx context.Context, text []byte, reply *Reply, h Helper) error {
	if _, err := p.in.Write(append(text, '\n')); err != nil {
		return err
	}
	a := &asked{to: json.NewEncoder(p.in), helper: h, open: map[int]context.CancelFunc{}}
	var end context.CancelFunc
	a.ctx, end = context.WithCancel(ctx)
	defer func() {
		end()
		a.all.Wait()
	}()
	most := &io.LimitedReader{R: p.out, N: mostReply}
	for d := json.NewDecoder(most); ; most.N = mostReply {
		x := fromChild{Reply: reply}
		err := d.Decode(&x)
		over := err != nil
		if !over {
			over, err = a.take(&x)
		}
		if over || err != nil {
			return err
		}
	}
}

// keptEnvironment is what a task's process has of the environment: only what says how Go programs collect garbage.
func keptEnvironment() (out []string) {
	for _, name := range []string{"GOGC", "GODEBUG", "SystemRoot"} {
		if v, ok := os.LookupEnv(name); ok {
			out = append(out, name+"="+v)
		}
	}
	return out
}

// mostTail is how much of a child's error output is kept.
const mostTail = 2000

// tail keeps the first part of what is written: Go programs say there why they end.
type tail struct{ b bytes.Buffer }

func (t *tail) Write(p []byte) (int, error) {
	t.b.Write(p[:min(len(p), mostTail-min(mostTail, t.b.Len()))])
	return len(p), nil
}

// text returns the first line.
func (t *tail) text() string {
	line, _, _ := strings.Cut(strings.TrimSpace(t.b.String()), "\n")
	if line == "" {
		return ""
	}
	return "(" + line + ")"
}
