// Package lab replays recorded sessions through Muster's own solver and through
// another one at the end of a pipe, and compares answers and times.
package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// DefaultPeer is the command line of Z3 with the options that Boogie sends.
const DefaultPeer = "z3 -in auto_config=false smt.mbqi=false"

// Options says how sessions are replayed.
type Options struct {
	Peer    string        // command line of the other solver; none if it is empty
	Limit   time.Duration // of CPU time, for each session and solver
	CSV     string        // file for a table with a line for each session
	Queries string        // file for a table with a line for each query
	Proof   string        // directory for the proof logs of the native solver, which are checked
}

// session is a recorded session, replayed.
type session struct {
	file string
	own  *replay
	peer *replay // nil without another solver
}

// Run replays the sessions in files and directories and prints the comparison.
func Run(ctx context.Context, out io.Writer, o Options, args []string) error {
	files, err := sessionFiles(args)
	if err != nil {
		return err
	}
	var all []session
	writeHead(out)
	for _, file := range files {
		if ctx.Err() != nil {
			break // interrupted: report what was measured
		}
		text, err := readSession(file)
		if err != nil {
			return err
		}
		s := session{file: file}
		if s.own, err = native(ctx, o, file, text); err != nil {
			return err
		}
		if o.Peer != "" {
			s.peer, err = piped(ctx, o.Peer, o.Limit, text)
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
	writePercentiles(out, all)
	writeSummary(out, o, all)
	return errors.Join(measure.WriteTable(o.CSV, sessionTable(all)), measure.WriteTable(o.Queries, queryTable(all)))
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
