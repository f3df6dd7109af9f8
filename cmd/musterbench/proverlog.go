package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"
)

// proverlogOptions are the flags of the command proverlog.
type proverlogOptions struct {
	out       string
	limit     time.Duration
	peer      string
	peerLimit time.Duration
	maxBytes  int
	maxChecks int
}

func proverlogCommand(o *options) *cobra.Command {
	var c proverlogOptions
	cmd := &cobra.Command{
		Use:   "proverlog --out DIR [flags] sdv|svcomp|FILE...",
		Short: "Make sessions of what Debian's Boogie asks Z3",
		Long: `Proverlog runs boogie (2.4.1, as Debian has it) with /proverLog: programs with an
entry point by stratified inlining, others procedure by procedure. A log becomes
one session for each part between two resets. A session keeps the options,
declarations, assertions, scopes and checks as Boogie wrote them, labels within
formulas included. Left out is what is not a question to the solver or what Z3 4.8
does not know: labels, get-model, get-info and the like, the info boogie-vc-id,
and the option model_compress. It is cut after a check, and gets as the status
of each check what the peer answers to it.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.out == "" {
				return errors.New("--out is missing")
			}
			return c.make(cmd.Context(), cmd.OutOrStdout(), *o, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.out, "out", "", "directory for the sessions and manifest.csv")
	f.DurationVar(&c.limit, "limit", 10*time.Second, "time limit for each run of boogie; what it asked until then is kept")
	f.StringVar(&c.peer, "peer", labPeer, "command of the solver that answers; sessions end before what it does not answer")
	f.DurationVar(&c.peerLimit, "peer-limit", 10*time.Second, "limit of its CPU time for each session")
	f.IntVar(&c.maxBytes, "max-bytes", 4<<20, "no session with more bytes")
	f.IntVar(&c.maxChecks, "max-checks", 300, "no session with more checks")
	return cmd
}

// make writes the sessions and their manifest.
func (c *proverlogOptions) make(ctx context.Context, out io.Writer, o options, args []string) error {
	progs, err := programs(o, args)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.out, 0o777); err != nil {
		return err
	}
	manifest := [][]string{{"file", "program", "stratified", "checks", "bytes", "sat", "unsat", "unknown"}}
	for _, p := range progs {
		if ctx.Err() != nil {
			break
		}
		log, stratified, err := c.log(ctx, o, p.path)
		if err != nil {
			return fmt.Errorf("%s: %w", p.path, err)
		}
		n := 0
		for _, s := range logSessions(log, c.maxBytes, c.maxChecks) {
			run, err := labPiped(ctx, c.peer, c.peerLimit, s.text)
			if err != nil {
				return fmt.Errorf("%s: %w", p.path, err)
			}
			if i := slices.IndexFunc(run.queries, func(q labQuery) bool { return q.answer == "error" }); i >= 0 {
				run.queries = run.queries[:i]
			}
			if len(run.queries) == 0 {
				continue // not one check was answered
			}
			n++
			name := fmt.Sprintf("boogie-%s-%d.smt2", shortName(p.path), n)
			text, verdicts := withAnswers(s.text, run)
			text = append([]byte("; "+filepath.Base(p.path)+" by boogie\n"), text...)
			if err := os.WriteFile(filepath.Join(c.out, name), text, 0o666); err != nil {
				return err
			}
			manifest = append(manifest, []string{name, filepath.Base(p.path), strconv.FormatBool(stratified), strconv.Itoa(len(run.queries)),
				strconv.Itoa(len(text)), strconv.Itoa(verdicts["sat"]), strconv.Itoa(verdicts["unsat"]), strconv.Itoa(verdicts["unknown"])})
		}
		_, _ = fmt.Fprintf(out, "%3d sessions, %8d bytes of log: %s\n", n, len(log), filepath.Base(p.path))
	}
	return writeCSV(filepath.Join(c.out, "manifest.csv"), manifest)
}

// log runs boogie on a program and returns what it wrote to its prover.
func (c *proverlogOptions) log(ctx context.Context, o options, path string) (log []byte, stratified bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
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
		args = append(args, boogieArgs(o, path)...)
	} else {
		args = append(args, "/loopUnroll:3", path)
	}
	cmd := exec.CommandContext(ctx, "boogie", args...)
	cmd.WaitDelay = 2 * time.Second
	ownGroup(cmd)
	// Its verdict, and with it the exit code, is of no interest here.
	if err := cmd.Run(); errors.Is(err, exec.ErrNotFound) {
		return nil, stratified, err
	}
	log, err = os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, stratified, nil // it did not come so far
	}
	return log, stratified, err
}

// logSession is what a log asks between two resets.
type logSession struct {
	text   []byte
	checks int
}

// logSessions takes a log apart, without what is no question. Each session ends
// with a check.
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
	for name, command := range splitCommands(log) {
		if name == "reset" {
			next()
			continue
		}
		if full || !isQuestion(name, command) {
			continue
		}
		cur.text = append(append(cur.text, command...), '\n')
		if !isCheck(name) {
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

// isQuestion reports whether a command of a log belongs to what is asked.
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

// withAnswers puts the answers of a run before the checks, up to the last one
// that was answered, and counts them.
func withAnswers(text []byte, run *labRun) (out []byte, verdicts map[string]int) {
	verdicts = map[string]int{}
	n := 0
	for name, command := range splitCommands(text) {
		if isCheck(name) {
			answer := run.queries[n].answer
			verdicts[answer]++
			out = append(out, "(set-info :status "+answer+")\n"...)
			n++
		}
		out = append(append(out, command...), '\n')
		if n == len(run.queries) {
			break
		}
	}
	return append(out, "(exit)\n"...), verdicts
}
