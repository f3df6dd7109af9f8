package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
)

// labPeer is Z3 with the options that Boogie sends.
const labPeer = "z3 -in auto_config=false smt.mbqi=false"

// labOptions are those of the laboratory.
type labOptions struct {
	peer    string
	limit   time.Duration
	csv     string
	queries string
	proof   string
	profile profileFlags
}

func labCommand() *cobra.Command {
	var o labOptions
	c := &cobra.Command{
		Use:   "lab [flags] DIR|FILE...",
		Short: "Replay recorded sessions through the native solver and another one",
		Long: `Lab replays sessions that "corpus" or "proverlog" wrote through the native solver
and through another one at the end of a pipe, one after the other in one run, and
compares answers and times: by session, and by query (from one answer to the next,
reading included). The table has a line for each session and then the percentiles
of the queries: of the time, of its ratio to the other's, and of each counter.
Sums and ratios of queries are over those that both answered. A session that the
limit ends counts with the time that it took until then, and no more.

The fixed sample of issue 3 is what "musterbench corpus --count 40 --seed 1" writes.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.profile.around(func() error { return lab(cmd.Context(), cmd.OutOrStdout(), o, args) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.peer, "peer", labPeer, "command of the other solver; empty for none")
	f.DurationVar(&o.limit, "limit", time.Minute, "limit of CPU time for each session and solver")
	f.StringVar(&o.csv, "csv", "", "file for a table with a line for each session")
	f.StringVar(&o.queries, "queries", "", "file for a table with a line for each query and all its counters")
	f.StringVar(&o.proof, "proof", "", "directory for the proof logs of the native solver, which are checked")
	o.profile.add(c)
	return c
}

// labSession is a session run by both.
type labSession struct {
	file string
	own  *labRun
	peer *labRun // nil without one
}

// lab runs all sessions and prints the comparison.
func lab(ctx context.Context, out io.Writer, o labOptions, args []string) error {
	files, err := sessionFiles(args)
	if err != nil {
		return err
	}
	var all []labSession
	labHead(out)
	for _, file := range files {
		if ctx.Err() != nil {
			break // interrupted: what was measured is told all the same
		}
		text, err := readSession(file)
		if err != nil {
			return err
		}
		s := labSession{file: file}
		if s.own, err = labNative(ctx, o, file, text); err != nil {
			return err
		}
		if o.peer != "" {
			s.peer, err = labPiped(ctx, o.peer, o.limit, text)
		}
		if ctx.Err() != nil {
			break // this session is not complete
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, s)
		s.print(out)
		if s.own.proof != "" {
			_, _ = fmt.Fprintf(out, "%11s%s\n", "", s.own.proof)
		}
	}
	labPercentiles(out, all)
	labSummary(out, o, all)
	return errors.Join(writeCSV(o.csv, labSessionTable(all)), writeCSV(o.queries, labQueryTable(all)))
}

// writeCSV writes a table to a file; no name means nothing.
func writeCSV(name string, table [][]string) error {
	if name == "" {
		return nil
	}
	w, err := os.Create(name)
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
		for _, pattern := range []string{"*.smt2", "*.smt2.gz"} {
			found, err := filepath.Glob(filepath.Join(a, pattern))
			if err != nil {
				return nil, err
			}
			files = append(files, found...)
		}
	}
	if len(files) == 0 {
		return nil, errors.New("no sessions")
	}
	return files, nil
}
