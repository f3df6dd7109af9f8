package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// labPeer is Z3 with the options that Boogie sends.
const labPeer = "z3 -in auto_config=false smt.mbqi=false"

// labOptions are those of the laboratory.
type labOptions struct {
	peer  string
	limit time.Duration
	csv   string
	proof string
}

// labRun is one session run by one solver.
type labRun struct {
	answers []string
	seconds []float64 // from the answer before, or the start, to each answer
	total   float64
	stats   []smt.Counter
	proof   string // what is to be said of its log
}

func labCommand() *cobra.Command {
	var o labOptions
	c := &cobra.Command{
		Use:   "lab [flags] DIR|FILE...",
		Short: "Replay recorded sessions through the native solver and another one",
		Long: `Lab replays sessions that "corpus" recorded through the native solver and through
another one at the end of a pipe, one after the other in one run, and compares
answers and times: by session, and by query (from one answer to the next, reading
included).`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return lab(cmd.Context(), cmd.OutOrStdout(), o, args)
		},
	}
	f := c.Flags()
	f.StringVar(&o.peer, "peer", labPeer, "command of the other solver; empty for none")
	f.DurationVar(&o.limit, "limit", time.Minute, "time limit for each session and solver")
	f.StringVar(&o.proof, "proof", "", "directory for the proof logs of the native solver, which are checked")
	f.StringVar(&o.csv, "csv", "", "file for a table with a line for each session")
	return c
}

// lab runs all sessions and prints the comparison.
func lab(ctx context.Context, out io.Writer, o labOptions, args []string) error {
	files, err := sessionFiles(args)
	if err != nil {
		return err
	}
	var sum labSummary
	table := [][]string{{"file", "checks", "seconds", "peer_seconds", "disagreements",
		"conflicts", "decisions", "propagations", "theory-lemmas", "final-checks", "nodes"}}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		own, err := labNative(ctx, o, file, text)
		if err != nil {
			return err
		}
		var peer *labRun
		if o.peer != "" {
			if peer, err = labPiped(ctx, o, text); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		row := sum.add(own, peer)
		_, _ = fmt.Fprintf(out, "%8.3f s %s  %4d checks  %s\n", own.total, row.peer, len(own.answers), filepath.Base(file))
		if own.proof != "" {
			_, _ = fmt.Fprintf(out, "%11s%s\n", "", own.proof)
		}
		table = append(table, append([]string{file, strconv.Itoa(len(own.answers)), seconds(own.total), row.peer, strconv.Itoa(row.disagree)},
			pick(own.stats, table[0][5:])...))
	}
	sum.print(out)
	if o.csv == "" {
		return nil
	}
	w, err := os.Create(o.csv)
	if err != nil {
		return err
	}
	return errors.Join(csv.NewWriter(w).WriteAll(table), w.Close())
}

// sessionFiles expands directories to the scripts in them.
func sessionFiles(args []string) ([]string, error) {
	var files []string
	for _, a := range args {
		info, err := os.Stat(a)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, a)
			continue
		}
		found, err := filepath.Glob(filepath.Join(a, "*.smt2"))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return nil, errors.New("no sessions")
	}
	return files, nil
}

// labNative runs a session through the native solver.
func labNative(ctx context.Context, o labOptions, file string, text []byte) (*labRun, error) {
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	run := &labRun{}
	log, err := newLabLog(o.proof, file)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	last := start
	st := term.NewStore()
	r := smtlib.NewReader(file, bytes.NewReader(text), st)
	s := smt.New(st, smt.Options{Proof: log.writer()})
	for {
		c, err := r.Next()
		if err == io.EOF || ctx.Err() != nil {
			break
		}
		if err != nil {
			return nil, err
		}
		switch c.Kind {
		case smtlib.Assert:
			s.Assert(c.Terms[0])
		case smtlib.Push:
			for range c.N {
				s.Push()
			}
		case smtlib.Pop:
			for range c.N {
				s.Pop()
			}
		case smtlib.CheckSat, smtlib.CheckSatAssuming:
			res := s.Check(ctx, c.Terms...)
			now := time.Now()
			run.answers = append(run.answers, verdictOf(res))
			run.seconds = append(run.seconds, now.Sub(last).Seconds())
			last = now
		}
	}
	run.total = time.Since(start).Seconds()
	run.stats = s.Stats()
	run.proof, err = log.check(s)
	return run, err
}

func verdictOf(r smt.Result) string {
	switch r.Status {
	case sat.Sat:
		return "sat"
	case sat.Unsat:
		return "unsat"
	}
	return "unknown"
}

// labPiped runs a session through the other solver.
func labPiped(ctx context.Context, o labOptions, text []byte) (*labRun, error) {
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	argv := strings.Fields(o.peer)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdin = bytes.NewReader(text)
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	run := &labRun{}
	start := time.Now()
	last := start
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(pipe)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		switch a := lines.Text(); a {
		case "sat", "unsat", "unknown":
			now := time.Now()
			run.answers = append(run.answers, a)
			run.seconds = append(run.seconds, now.Sub(last).Seconds())
			last = now
		}
	}
	// Its exit code tells of get-unsat-assumptions after sat and the like.
	_ = cmd.Wait()
	run.total = time.Since(start).Seconds()
	return run, lines.Err()
}

// pick returns the named counters.
func pick(stats []smt.Counter, names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		for _, c := range stats {
			if c.Name == n {
				out[i] = strconv.FormatInt(c.Value, 10)
			}
		}
	}
	return out
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 3, 64) }

// labSummary compares the runs of all sessions.
type labSummary struct {
	sessions, checks, disagree int
	own, peer                  float64
	logs                       float64 // sum of log(own/peer)
	compared                   int
	ownQ, peerQ                []float64
}

type labLine struct {
	peer     string
	disagree int
}

func (l *labSummary) add(own, peer *labRun) labLine {
	l.sessions++
	l.checks += len(own.answers)
	l.own += own.total
	l.ownQ = append(l.ownQ, own.seconds...)
	if peer == nil {
		return labLine{}
	}
	row := labLine{peer: seconds(peer.total)}
	for i, a := range own.answers {
		if i < len(peer.answers) && a != "unknown" && peer.answers[i] != "unknown" && a != peer.answers[i] {
			row.disagree++
		}
	}
	l.disagree += row.disagree
	l.peer += peer.total
	l.peerQ = append(l.peerQ, peer.seconds...)
	l.compared++
	l.logs += math.Log(own.total / peer.total)
	return row
}

func (l *labSummary) print(out io.Writer) {
	_, _ = fmt.Fprintf(out, "%d sessions, %d checks: %.2f s", l.sessions, l.checks, l.own)
	if l.compared == 0 {
		_, _ = fmt.Fprintln(out)
		return
	}
	_, _ = fmt.Fprintf(out, ", the other %.2f s: total %.2f of it, geometric mean by session %.2f; %d disagreements\n",
		l.peer, l.own/l.peer, math.Exp(l.logs/float64(l.compared)), l.disagree)
	for _, p := range []int{50, 90, 99} {
		a, b := percentile(l.ownQ, p), percentile(l.peerQ, p)
		_, _ = fmt.Fprintf(out, "%2d%% of the queries: %.4f s, the other %.4f s, %.2f of it\n", p, a, b, a/b)
	}
}

// percentile returns the value that p of 100 do not exceed.
func percentile(x []float64, p int) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(x))
	return s[min(len(s)-1, len(s)*p/100)]
}
