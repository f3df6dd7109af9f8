package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// labRun is one session run by one solver.
type labRun struct {
	queries  []labQuery
	total    float64
	cpu      float64
	unended  float64 // since the last answer, if the limit ended it
	finished bool
	errors   int    // complaints of the other solver
	proof    string // what is to be said of its log
}

// labQuery is an answer.
type labQuery struct {
	answer  string
	want    string  // what the session says
	seconds float64 // since the answer before, or the start
	cpu     float64 // of the solver's process in that time; 0 if unknown
	heap    int64   // bytes of live and dead objects after it
	stats   []stat.Counter
}

// readSession reads the text of a session, compressed or not.
func readSession(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasSuffix(file, ".gz") {
		return text, err
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// labNative runs a session through the native solver.
func labNative(ctx context.Context, o labOptions, file string, text []byte) (*labRun, error) {
	log, err := newLabLog(o.proof, file)
	if err != nil {
		return nil, err
	}
	start, cpu := time.Now(), selfCPU()
	ctx, cancel := withLimit(ctx, o.limit, func() time.Duration { return selfCPU() - cpu })
	defer cancel()
	run := &labRun{finished: true}
	last, lastCPU := start, cpu
	st := term.NewStore()
	s := solver.New(st, solver.Options{Candidates: true, Proof: log.writer()})
	err = script.Replay(ctx, smtlib.NewReader(file, bytes.NewReader(text), st), s, func(q script.Query) error {
		if ctx.Err() != nil {
			return ctx.Err() // it was stopped, which is no answer
		}
		took, busy := time.Since(last), selfCPU()-lastCPU
		run.queries = append(run.queries, labQuery{
			answer: q.Status.String(), want: q.Want, seconds: took.Seconds(), cpu: busy.Seconds(), heap: heapBytes(), stats: s.Stats(),
		})
		last, lastCPU = time.Now(), selfCPU()
		return nil
	})
	if err != nil && errors.Is(err, ctx.Err()) {
		run.finished, run.unended, err = false, time.Since(last).Seconds(), nil
	}
	run.total, run.cpu = time.Since(start).Seconds(), (selfCPU() - cpu).Seconds()
	if err == nil {
		run.proof, err = log.check(s)
	}
	return run, err
}

// withLimit ends a context when used, a processor time, exceeds a limit: other
// load on the machine does not count. Where used is not known (0), it is time
// by the clock that counts.
func withLimit(ctx context.Context, limit time.Duration, used func() time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		begin := time.Now()
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case now := <-tick.C:
				spent := used()
				if spent == 0 {
					spent = now.Sub(begin)
				}
				if spent > limit {
					cancel()
				}
			}
		}
	}()
	return ctx, cancel
}

// heapBytes returns what the objects on the heap take up, dead ones that are
// not swept yet included.
func heapBytes() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// labPiped runs a session through the other solver, as its user would: what
// leads to a check is sent, and nothing more until the answer is there.
func labPiped(ctx context.Context, command string, limit time.Duration, text []byte) (*labRun, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	argv := strings.Fields(command)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	run := &labRun{finished: true}
	start := time.Now()
	last, lastCPU := start, time.Duration(0)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	limited, cancel := withLimit(ctx, limit, func() time.Duration { return processCPU(cmd.Process.Pid) })
	defer cancel()
	context.AfterFunc(limited, stop)
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 1<<26)
	var chunk []byte
	for name, c := range splitCommands(text) {
		if name == "exit" {
			break
		}
		if chunk = append(append(chunk, c...), '\n'); !isCheck(name) {
			continue
		}
		answer, ok := run.ask(stdin, lines, chunk)
		if !ok {
			break
		}
		now, cpu := time.Now(), processCPU(cmd.Process.Pid)
		run.queries = append(run.queries, labQuery{answer: answer, seconds: now.Sub(last).Seconds(), cpu: (cpu - lastCPU).Seconds()})
		last, lastCPU, chunk = now, cpu, chunk[:0]
	}
	_ = stdin.Close()
	if ctx.Err() != nil {
		run.finished, run.unended = false, time.Since(last).Seconds()
	}
	// Its exit code tells of errors in the script, which are counted.
	_ = cmd.Wait()
	run.total, run.cpu = time.Since(start).Seconds(), cpuSeconds(cmd.ProcessState)
	return run, lines.Err()
}

// endOfAnswer is what the other solver is told to echo after each check.
const endOfAnswer = "muster: end of answer"

// ask sends commands that end with a check and returns the answer to it; not ok
// means that the solver is gone. Writing goes on beside reading: an answer to a
// command before the check may be long.
func (r *labRun) ask(stdin io.Writer, lines *bufio.Scanner, commands []byte) (answer string, ok bool) {
	written := make(chan error, 1)
	text := append(bytes.Clone(commands), "(echo \""+endOfAnswer+"\")\n"...)
	go func() {
		_, err := stdin.Write(text)
		written <- err
	}()
	answer = "error"
	for lines.Scan() {
		switch a := lines.Text(); {
		case a == "sat", a == "unsat", a == "unknown":
			answer = a
		case strings.Contains(a, endOfAnswer):
			return answer, <-written == nil
		case strings.HasPrefix(a, "(error") && !strings.Contains(a, "unsat assumptions"):
			r.errors++ // it has no unsat assumptions after sat
		}
	}
	<-written
	return "", false
}
