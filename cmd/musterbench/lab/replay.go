package lab

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// replay is a session, replayed by one solver.
type replay struct {
	queries  []query
	total    float64 // seconds
	cpu      float64
	finished bool
	errors   int    // error responses of the other solver
	proof    string // report on its proof log
}

// query is an answer.
type query struct {
	answer  string
	want    string  // the answer in the session
	seconds float64 // since the previous answer, or the start
	cpu     float64 // of the solver's process in that time; 0 if unknown
	heap    int64   // bytes on the heap after it
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

// native runs a session through the native solver.
func native(ctx context.Context, o Options, file string, text []byte) (*replay, error) {
	log, err := newProofLog(o.Proof, file)
	if err != nil {
		return nil, err
	}
	start, cpu := time.Now(), limit.CPU()
	ctx, cancel := measure.WithLimit(ctx, o.Limit, func() (time.Duration, bool) {
		return limit.CPU() - cpu,
			cpu != 0
	})
	defer cancel()
	run := &replay{finished: true}
	last, lastCPU := start, cpu
	st := term.NewStore()
	s := solver.New(st, solver.Options{Candidates: true, Proof: log.writer()})
	err = script.Replay(ctx, smtlib.NewReader(file, bytes.NewReader(text), st), s, func(q script.Query) error {
		if ctx.Err() != nil {
			return ctx.Err() // it was stopped, and has no answer
		}
		took, busy := time.Since(last), limit.CPU()-lastCPU
		run.queries = append(run.queries, query{
			answer: q.Status.String(), want: q.Want, seconds: took.Seconds(), cpu: busy.Seconds(), heap: measure.HeapBytes(),
			stats: s.Stats(),
		})
		last, lastCPU = time.Now(), limit.CPU()
		return nil
	})
	if err != nil && errors.Is(err, ctx.Err()) {
		run.finished, err = false, nil
	}
	run.total, run.cpu = time.Since(start).Seconds(), (limit.CPU() - cpu).Seconds()
	if err == nil {
		run.proof, err = log.check(s)
	}
	return run, err
}

// piped runs a session through the other solver, as a client would: it sends the
// commands up to a check, and nothing more until the answer has arrived.
func piped(ctx context.Context, command string, limit time.Duration, text []byte) (*replay, error) {
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
	run := &replay{finished: true}
	start := time.Now()
	last, lastCPU := start, time.Duration(0)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	limited, cancel := measure.WithLimit(ctx, limit, func() (time.Duration, bool) {
		used := measure.ThreadCPU(cmd.Process.Pid)
		return used, used > 0
	})
	defer cancel()
	context.AfterFunc(limited, stop)
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 1<<26)
	var chunk []byte
	for name, c := range Commands(text) {
		if name == "exit" {
			break
		}
		if chunk = append(append(chunk, c...), '\n'); !IsCheck(name) {
			continue
		}
		answer, ok := run.ask(stdin, lines, chunk)
		if !ok {
			break
		}
		now, cpu := time.Now(), measure.ThreadCPU(cmd.Process.Pid)
		run.queries = append(run.queries, query{answer: answer, seconds: now.Sub(last).Seconds(),
			cpu: (cpu - lastCPU).Seconds()})
		last, lastCPU, chunk = now, cpu, chunk[:0]
	}
	_ = stdin.Close()
	if ctx.Err() != nil {
		run.finished = false
	}
	// Its exit code reports errors in the script, which are counted.
	_ = cmd.Wait()
	run.total, run.cpu = time.Since(start).Seconds(), measure.CPUSeconds(cmd.ProcessState)
	return run, lines.Err()
}

// noAnswer stands for the answer to a check that the solver rejects.
const noAnswer = "error"

// endOfAnswer is the text that the other solver echoes after each check.
const endOfAnswer = "muster: end of answer"

// ask sends commands that end with a check and returns the answer to it; ok is false if
// the solver has exited. It writes and reads concurrently, since the answer to a command
// before the check may be long.
func (r *replay) ask(stdin io.Writer, lines *bufio.Scanner, commands []byte) (answer string, ok bool) {
	written := make(chan error, 1)
	text := append(bytes.Clone(commands), "(echo \""+endOfAnswer+"\")\n"...)
	go func() {
		_, err := stdin.Write(text)
		written <- err
	}()
	answer = noAnswer
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

// Answers returns the answers of another solver to the checks of a session, up to
// the first one that is an error, or until the limit of CPU time.
func Answers(ctx context.Context, command string, limit time.Duration, text []byte) ([]string, error) {
	run, err := piped(ctx, command, limit, text)
	if err != nil {
		return nil, err
	}
	var answers []string
	for _, q := range run.queries {
		if q.answer == noAnswer {
			break
		}
		answers = append(answers, q.answer)
	}
	return answers, nil
}
