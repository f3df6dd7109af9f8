package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The elements of a JUnit report, with what the schema of the Jenkins plugin xUnit (junit-10.xsd) allows.
type (
	junitSuites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Time     string   `xml:"time,attr"`
		Suites   []junitSuite
	}
	junitSuite struct {
		XMLName  xml.Name `xml:"testsuite"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Skipped  int      `xml:"skipped,attr"`
		Time     string   `xml:"time,attr"`
		Cases    []junitCase
	}
	junitCase struct {
		XMLName xml.Name      `xml:"testcase"`
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Error   *junitFailure `xml:"error,omitempty"`
		Skipped *junitSkipped `xml:"skipped,omitempty"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
)

// JUnit writes a suite with a test case for each report: unsafe is a failure with the execution as its text, unknown is
// skipped, and no answer is an error.
func JUnit(w io.Writer, rs []*Report) error {
	suite := junitSuite{Name: "muster verify"}
	seconds := 0.0
	for _, r := range Answers(rs...) {
		c, err := r.junit()
		if err != nil {
			return err
		}
		suite.Tests++
		if c.Failure != nil {
			suite.Failures++
		}
		if c.Error != nil {
			suite.Errors++
		}
		if c.Skipped != nil {
			suite.Skipped++
		}
		seconds += r.Seconds
		suite.Cases = append(suite.Cases, c)
	}
	suite.Time = fmt.Sprintf("%.3f", seconds)
	all := junitSuites{
		Tests: suite.Tests, Failures: suite.Failures, Errors: suite.Errors, Time: suite.Time, Suites: []junitSuite{suite},
	}
	return writeXML(w, "  ", all)
}

// writeXML writes a document.
func writeXML(w io.Writer, indent string, document any) error {
	text, err := xml.MarshalIndent(document, "", indent)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

func (r *Report) junit() (junitCase, error) {
	name := cmp.Or(r.Name, r.Entry)
	if name == "" {
		name = "program"
	}
	c := junitCase{Name: name, Class: r.File, Time: fmt.Sprintf("%.3f", r.Seconds)}
	switch f := r.Failure; {
	case r.Apart:
		c.Skipped = &junitSkipped{fmt.Sprintf("%s: %s: %s", r.Answer, r.name(&f.Place), r.message())}
	case f != nil && !r.Doubted():
		var text strings.Builder
		if err := Text(&text, r, false); err != nil {
			return c, err
		}
		c.Name = fmt.Sprintf("%s: %s at %d,%d", name, f.Kind, f.Place.Line, f.Place.Column)
		c.Failure = &junitFailure{fmt.Sprintf("%s: %s", r.name(&f.Place), r.message()), f.Kind, text.String()}
	case r.Problem != nil:
		message := r.File + ": " + r.Problem.Message
		if at := r.Place; at != nil {
			message = fmt.Sprintf("%s: %s", r.name(at), r.Problem.Message)
		}
		c.Error = &junitFailure{Message: message, Type: r.Problem.Kind}
	case r.Verdict == "unknown":
		c.Skipped = &junitSkipped{r.Answer}
	default:
		c.Out = r.Answer
	}
	return c, nil
}
