package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// traceFlag is the value of --trace.
type traceFlag struct{ report.Detail }

// traces are the values of --trace.
var traces = map[string]report.Detail{
	"true": report.Relevant, "relevant": report.Relevant, "source": report.Whole, "full": report.Full,
	"false": report.NoSteps,
}

// String implements cli.Value.
func (f *traceFlag) String() string { return "" }

// IsBoolFlag says that the flag needs no value.
func (f *traceFlag) IsBoolFlag() bool { return true }

// Set implements cli.Value.
func (f *traceFlag) Set(text string) (err error) {
	detail, ok := traces[text]
	if !ok {
		return errors.New("want relevant, source or full")
	}
	f.Detail = detail
	return nil
}

// any reports whether executions are to be shown.
func (f traceFlag) any() bool { return f.Detail != report.NoSteps }

// report returns the report of the failures that were found, and of the last answer.
func (v *verifyOptions) report(found []*driver.Report, last *driver.Report) *report.Report {
	r := report.NewAll(found, last, version())
	if v.trace.Detail == report.Full {
		r.AddTrace()
	}
	return r
}

// shown returns a report with executions if they are asked for.
func (v *verifyOptions) shown(r *report.Report) *report.Report {
	if v.trace.any() {
		return r
	}
	return r.Brief()
}

// reportFiles are the files that reports are written to.
type reportFiles struct {
	task.Files
	witness string
}

func (r *reportFiles) flags(f *cli.FlagSet) {
	r.Add(f, task.AllFormats)
	f.StringVar(&r.witness, "witness", "",
		"write a witness for SV-COMP: YAML of version 2.0, or GraphML if the name ends in .graphml")
}

// write writes the reports that are asked for.
func (r *reportFiles) write(rep *report.Report) error {
	if err := r.Write([]*report.Report{rep}); err != nil || r.witness == "" {
		return err
	}
	return r.writeWitness(report.Answers(rep)[0])
}

// writeWitness writes the witness of an answer.
func (r *reportFiles) writeWitness(rep *report.Report) error {
	files := rep.Files
	if file, _, behind := rep.Program(); behind {
		text, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s is not written, since it has to have the hash of the C program: %w", r.witness, err)
		}
		files = prog.Files{{Name: file, Text: text}}
	}
	t := report.Task{Created: time.Now().UTC().Format("2006-01-02T15:04:05Z")}
	seed := t.Created + rep.Verdict
	for _, f := range files {
		sum := sha256.Sum256(f.Text)
		t.Files = append(t.Files, report.TaskFile{Name: f.Name, Hash: hex.EncodeToString(sum[:])})
		seed += t.Files[len(t.Files)-1].Hash
	}
	id := sha256.Sum256([]byte(seed))
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // as of random ones
	t.UUID = fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16])
	write := report.YAML
	if strings.HasSuffix(r.witness, ".graphml") || strings.HasSuffix(r.witness, ".xml") {
		write = report.GraphML
	}
	var out bytes.Buffer
	if err := write(&out, rep, t); err != nil {
		return fmt.Errorf("%s is not written: %w", r.witness, err)
	}
	return os.WriteFile(r.witness, out.Bytes(), 0o666)
}
