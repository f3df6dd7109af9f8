package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// traceKind is the value of --trace.
type traceKind string

// The kinds of traces.
const (
	traceNone     traceKind = ""
	traceRelevant traceKind = "relevant" // by statements of the source: those that the failure depends on, if there are many
	traceSource   traceKind = "source"   // all of them
	traceFull     traceKind = "full"     // the steps of the core program
)

// String implements cli.Value.
func (k *traceKind) String() string { return "" }

// IsBoolFlag says that the flag needs no value.
func (k *traceKind) IsBoolFlag() bool { return true }

// Set implements cli.Value.
func (k *traceKind) Set(text string) error {
	switch text {
	case "true":
		*k = traceRelevant
	case string(traceRelevant), string(traceSource), string(traceFull):
		*k = traceKind(text)
	case "false":
		*k = traceNone
	default:
		return errors.New("want relevant, source or full")
	}
	return nil
}

// reportFiles are the files that reports are written to, by format.
type reportFiles struct {
	files   [len(reportFormats)]string
	witness string
}

// reportFormats are the formats of reports.
var reportFormats = [...]struct {
	flag, usage string
	write       func(w io.Writer, rs []*report.Report) error
}{
	{"report", "write the report as JSON, with the execution by statements", report.JSON},
	{"sarif", "write a SARIF 2.1.0 log, with the execution as a code flow", report.SARIF},
	{"junit", "write a JUnit test suite", report.JUnit},
	{"dot", "write the call graph for Graphviz, with what was inlined and what the failing execution calls", report.Dot},
	{"html", "write a page that shows the source and steps through the execution", report.HTML},
}

func (r *reportFiles) flags(f *cli.FlagSet) {
	for i, format := range reportFormats {
		f.StringVar(&r.files[i], format.flag, "", format.usage)
	}
	f.StringVar(&r.witness, "witness", "", "write a witness for SV-COMP: YAML of version 2.0, or GraphML if the name ends in .graphml")
}

// write writes the reports that are asked for: of the failures that were found, and of the last answer.
func (r *reportFiles) write(found []*driver.Report, last *driver.Report) error {
	if *r == (reportFiles{}) {
		return nil
	}
	if !slices.Contains(found, last) {
		found = append(slices.Clone(found), last)
	}
	var rs []*report.Report
	for _, x := range found {
		rs = append(rs, report.New(x, version()))
	}
	if err := r.writeAll(rs); err != nil {
		return err
	}
	if r.witness != "" {
		return r.writeWitness(rs[0])
	}
	return nil
}

// writeAll writes the files that are asked for, but for the witness.
func (r *reportFiles) writeAll(rs []*report.Report) error {
	for i, file := range r.files {
		if file == "" {
			continue
		}
		var text bytes.Buffer
		if err := reportFormats[i].write(&text, rs); err != nil {
			return err
		}
		if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// writeWitness writes the witness of the first report.
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
