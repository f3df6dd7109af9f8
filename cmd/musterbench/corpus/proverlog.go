package corpus

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/lab"
	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/peer"
	"github.com/muster-smt/muster/cmd/musterbench/programs"
)

// ProverlogOptions says how sessions are made of Boogie's logs.
type ProverlogOptions struct {
	Sets      string        // directory of the sets
	Out       string        // directory for the sessions and manifest.csv
	Bound     int           // recursion bound; 0 is the default
	Limit     time.Duration // for each run of Boogie; what it asked until then is kept
	Peer      string        // command line of the solver that answers
	PeerLimit time.Duration // of CPU time, for each session
	MaxBytes  int           // greatest size of a session
	MaxChecks int           // greatest number of checks in a session
}

// Proverlog runs Boogie on programs and writes sessions of what it asks Z3.
func Proverlog(ctx context.Context, out io.Writer, o *ProverlogOptions, args []string) error {
	progs, err := programs.Find(o.Sets, false, args)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.Out, 0o777); err != nil {
		return err
	}
	manifest := [][]string{{"file", "program", "stratified", "checks", "bytes", "sat", "unsat", "unknown"}}
	for _, p := range progs {
		if ctx.Err() != nil {
			break
		}
		log, stratified, err := o.log(ctx, p.Path)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Path, err)
		}
		n := 0
		for _, s := range logSessions(log, o.MaxBytes, o.MaxChecks) {
			answers, err := lab.Answers(ctx, o.Peer, o.PeerLimit, s.text)
			if err != nil {
				return fmt.Errorf("%s: %w", p.Path, err)
			}
			if len(answers) == 0 {
				continue
			}
			n++
			name := fmt.Sprintf("boogie-%s-%d.smt2", shortName(p.Path), n)
			text, verdicts := withAnswers(s.text, answers)
			text = append([]byte("; "+filepath.Base(p.Path)+" by boogie\n"), text...)
			if err := os.WriteFile(filepath.Join(o.Out, name), text, 0o666); err != nil {
				return err
			}
			manifest = append(manifest, []string{name, filepath.Base(p.Path), strconv.FormatBool(stratified),
				strconv.Itoa(len(answers)),
				strconv.Itoa(len(text)), strconv.Itoa(verdicts["sat"]), strconv.Itoa(verdicts["unsat"]),
				strconv.Itoa(verdicts["unknown"])})
		}
		fmt.Fprintf(out, "%3d sessions, %8d bytes of log: %s\n", n, len(log), filepath.Base(p.Path))
	}
	return measure.WriteTable(filepath.Join(o.Out, "manifest.csv"), manifest)
}

// log runs Boogie on a program and returns what it wrote to its prover.
func (o *ProverlogOptions) log(ctx context.Context, path string) (log []byte, stratified bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, o.Limit)
	defer cancel()
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, false, err
	}
	dir, err := os.MkdirTemp("", "proverlog")
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	name := filepath.Join(dir, "log.smt2")
	args := []string{"/proverLog:" + name}
	if stratified = bytes.Contains(src, []byte("{:entrypoint}")); stratified {
		args = append(args, peer.Args(o.Bound, path)...)
	} else {
		args = append(args, "/loopUnroll:3", path)
	}
	cmd := exec.CommandContext(ctx, peer.Boogie, args...)
	cmd.WaitDelay = 2 * time.Second
	measure.OwnGroup(cmd)
	// Its verdict and its exit code do not matter here.
	if err := cmd.Run(); errors.Is(err, exec.ErrNotFound) {
		return nil, stratified, err
	}
	log, err = os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, stratified, nil // it asked nothing
	}
	return log, stratified, err
}

// logSession is a part of a log, from one reset to the next.
type logSession struct {
	text   []byte
	checks int
}

// logSessions splits a log into sessions, of the commands that belong to a
// question. Each session ends with a check.
func logSessions(log []byte, maxBytes, maxChecks int) []logSession {
	var out []logSession
	var cur, kept logSession // kept is cur up to its last check
	full := false
	next := func() {
		if kept.checks > 0 {
			out = append(out, kept)
		}
		cur, kept, full = logSession{}, logSession{}, false
	}
	for name, command := range lab.Commands(log) {
		if name == "reset" {
			next()
			continue
		}
		if full || !isQuestion(name, command) {
			continue
		}
		cur.text = append(append(cur.text, command...), '\n')
		if !lab.IsCheck(name) {
			continue
		}
		cur.checks++
		if full = len(cur.text) > maxBytes || cur.checks > maxChecks; !full {
			kept = logSession{bytes.Clone(cur.text), cur.checks}
		}
	}
	next()
	return out
}

// isQuestion reports whether a command of a log belongs to a question.
func isQuestion(name string, command []byte) bool {
	switch name {
	case "set-option":
		return !bytes.Contains(command, []byte("model_compress"))
	case "set-logic", "declare-sort", "define-sort", "declare-fun", "declare-const", "define-fun",
		"declare-datatypes", "assert", "push", "pop", "check-sat", "check-sat-assuming":
		return true
	}
	return false
}

// withAnswers puts each answer before its check, up to the last check with an
// answer, and counts the answers.
func withAnswers(text []byte, answers []string) (out []byte, verdicts map[string]int) {
	verdicts = map[string]int{}
	n := 0
	for name, command := range lab.Commands(text) {
		if lab.IsCheck(name) {
			answer := answers[n]
			verdicts[answer]++
			out = append(out, "(set-info :status "+answer+")\n"...)
			n++
		}
		out = append(append(out, command...), '\n')
		if n == len(answers) {
			break
		}
	}
	return append(out, "(exit)\n"...), verdicts
}
