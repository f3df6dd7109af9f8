package task

import (
	"bytes"
	"io"
	"os"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/verifier/report"
)

// Files are the files that reports are written to, by format.
type Files [len(reportFormats)]string

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

// Transported are the formats that need only what is in a report's JSON.
const Transported = 3

// Add declares the flags of the first formats.
func (r *Files) Add(f *cli.FlagSet, formats int) {
	for i, format := range reportFormats[:formats] {
		f.StringVar(&r[i], format.flag, "", format.usage)
	}
}

// AllFormats is how many formats there are.
const AllFormats = len(reportFormats)

// Any reports whether a report is to be written.
func (r *Files) Any() bool { return *r != Files{} }

// Write writes the reports of tasks.
func (r *Files) Write(rs []*report.Report) error {
	for i, file := range r {
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
