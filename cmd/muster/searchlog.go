package main

import (
	"bufio"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
)

// logUsage is what --log does, in all commands that search.
const logUsage = "write each step of the search to this file: decisions, conflicts, restarts, lemmas, instances, " +
	"turns of engines; without times, so that equal runs have equal logs; .gz, .xz and .zst are compressed"

// logFlags are the flags of a command about its log.
type logFlags struct {
	verbose bool
	file    string
}

// add adds the flags.
func (l *logFlags) add(f *cli.FlagSet) {
	f.BoolVarP(&l.verbose, "verbose", "v", false, "log progress to standard error")
	f.StringVar(&l.file, "log", "", logUsage)
}

// open returns the logger that the flags ask for, nil if they ask for none, and what ends it.
func (l *logFlags) open(stderr io.Writer) (*slog.Logger, func() error, error) {
	var handlers []slog.Handler
	if l.verbose {
		handlers = append(handlers, slog.NewTextHandler(stderr, nil))
	}
	end := func() error { return nil }
	if l.file != "" {
		file, err := createProof(l.file)
		if err != nil {
			return nil, nil, &task.InputError{Err: err}
		}
		buffer := bufio.NewWriter(file)
		steps := newGate(buffer) // a run that does not stop at its limit may still write
		opt := &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: timeless}
		handlers = append(handlers, slog.NewTextHandler(steps, opt))
		end = func() error {
			steps.shut()
			return errors.Join(buffer.Flush(), file.Close())
		}
	}
	switch len(handlers) {
	case 0:
		return nil, end, nil
	case 1:
		return slog.New(handlers[0]), end, nil
	}
	return slog.New(slog.NewMultiHandler(handlers...)), end, nil
}

// timeless drops what differs between equal runs, and the level of a record.
func timeless(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Any().(type) {
	case time.Time, time.Duration, slog.Level:
		return slog.Attr{}
	}
	return a
}
