package report

import (
	"cmp"
	"io"
	"path/filepath"
	"strings"
)

// The objects of SARIF 2.1.0 (OASIS standard, 27 March 2020) that a log of Muster has.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Artifacts   []sarifArtifact   `json:"artifacts"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		URI     string      `json:"informationUri"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
	}
	sarifInvocation struct {
		Successful bool                `json:"executionSuccessful"`
		Notes      []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string          `json:"level"`
		Message sarifText       `json:"message"`
		Places  []sarifLocation `json:"locations"`
	}
	sarifArtifact struct {
		Location sarifURI `json:"location"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifURI struct {
		URI string `json:"uri"`
	}
	sarifResult struct {
		Rule    string          `json:"ruleId"`
		Kind    string          `json:"kind"`
		Level   string          `json:"level"`
		Message sarifText       `json:"message"`
		Places  []sarifLocation `json:"locations"`
		Related []sarifLocation `json:"relatedLocations,omitempty"`
		Flows   []sarifFlow     `json:"codeFlows,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifURI     `json:"artifactLocation"`
		Region   *sarifRegion `json:"region,omitempty"`
	}
	sarifRegion struct {
		Line   int `json:"startLine"`
		Column int `json:"startColumn,omitempty"`
	}
	sarifFlow struct {
		Threads []sarifThread `json:"threadFlows"`
	}
	sarifThread struct {
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location   sarifLocation        `json:"location"`
		State      map[string]sarifText `json:"state,omitempty"`
		Nesting    int                  `json:"nestingLevel"`
		Order      int                  `json:"executionOrder"`
		Importance string               `json:"importance"`
	}
)

// rules are the kinds of results, by Failure.Kind; unknown is for what could not be decided.
var rules = []sarifRule{
	{"assertion", sarifText{"An assertion can fail."}},
	{"requires", sarifText{"A call need not satisfy a precondition."}},
	{"ensures", sarifText{"A postcondition need not hold."}},
	{"invariant", sarifText{"A loop invariant need not hold."}},
	{"return", sarifText{"The entry procedure can return."}},
	{"overflow", sarifText{"A signed operation can overflow."}},
	{"bounds", sarifText{"An access, or a pointer, can leave its object."}},
	{"null", sarifText{"A null pointer can be dereferenced."}},
	{"division", sarifText{"A division or a shift can have no value."}},
	{"memory", sarifText{"What does not live can be accessed, or freed."}},
	{"unreachable", sarifText{"Control can get where it must not."}},
	{"index", sarifText{"An index can be out of range."}},
	{"slice", sarifText{"The bounds of a slice can be out of range."}},
	{"nil", sarifText{"A nil pointer, function or interface can be used."}},
	{"nilmap", sarifText{"An element of a nil map can be assigned."}},
	{"shift", sarifText{"A shift amount can be negative."}},
	{"unhashable", sarifText{"What cannot be compared can be compared, or be a key."}},
	{"makeslice", sarifText{"A length can be out of range."}},
	{"toarray", sarifText{"A slice can be shorter than the array that it is converted to."}},
	{"panic", sarifText{"A call of panic can be reached."}},
	{"fail", sarifText{"A test can fail."}},
	{"unknown", sarifText{"The verifier has no answer."}},
}

// SARIF writes the log of one run. A safe answer is a run without results.
func SARIF(w io.Writer, rs []*Report) error {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "muster", URI: "https://github.com/muster-smt/muster", Rules: rules}},
		Invocations: []sarifInvocation{{Successful: true}}, ColumnKind: "utf16CodeUnits",
		Results: []sarifResult{}, Artifacts: []sarifArtifact{},
	}
	seen := map[string]bool{}
	for _, r := range Answers(rs...) {
		run.Tool.Driver.Version = r.Version
		for _, f := range r.Files {
			if !seen[f.Name] {
				seen[f.Name] = true
				run.Artifacts = append(run.Artifacts, sarifArtifact{fileURI(f.Name)})
			}
		}
		if r.Problem != nil {
			run.Invocations[0].problem(r)
		}
		if x, ok := r.sarif(); ok {
			run.Results = append(run.Results, x)
		}
	}
	return encode(w, " ", sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// problem notes that there is no answer about a file.
func (i *sarifInvocation) problem(r *Report) {
	at := Place{}
	if r.Place != nil {
		at = *r.Place
	}
	i.Successful = false
	where := []sarifLocation{r.location(at, "")}
	i.Notes = append(i.Notes, sarifNotification{"error", sarifText{r.Problem.Message}, where})
}

// fileURI returns a file's name as SARIF has it: relative names stay so.
func fileURI(name string) sarifURI {
	text := escapedPath(filepath.ToSlash(name))
	if filepath.IsAbs(name) {
		text = "file://" + text
	}
	return sarifURI{text}
}

// escapedPath escapes what a path of a URI may not contain.
func escapedPath(path string) string {
	const hex = "0123456789ABCDEF"
	var out []byte
	for i := range len(path) {
		if c := path[i]; c > ' ' && c < 0x7f && !strings.ContainsRune("%?#\"<>\\^`{|}", rune(c)) {
			out = append(out, c)
		} else {
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(out)
}

// sarif returns the result of a run, unless it is safe.
func (r *Report) sarif() (sarifResult, bool) {
	f := r.Failure
	switch {
	case f == nil && r.Verdict != "unknown":
		return sarifResult{}, false
	case f == nil:
		return sarifResult{
			Rule: "unknown", Kind: "open", Level: "none", Message: sarifText{r.Answer},
			Places: []sarifLocation{{Physical: sarifPhysical{Artifact: fileURI(r.File)}}},
		}, true
	}
	out := sarifResult{
		Rule: f.Kind, Kind: "fail", Level: "error", Message: sarifText{r.message()},
		Places: []sarifLocation{r.location(f.Place, "")},
	}
	if r.Apart {
		out.Level = "note"
	}
	if r.Doubted() {
		out.Rule, out.Kind, out.Level = "unknown", "open", "none"
	}
	if f.Clause != nil {
		at := r.location(*f.Clause, "the requires that fails")
		at.ID = 1
		out.Related = append(out.Related, at)
	}
	out.Flows = []sarifFlow{{r.sarifThreads()}}
	return out, true
}

// sarifThreads returns the execution, by threads; executionOrder orders the steps of all.
func (r *Report) sarifThreads() (out []sarifThread) {
	index := map[int]int{}
	for i := range r.Steps {
		s := &r.Steps[i]
		if s.Place.Line == 0 {
			continue
		}
		n, ok := index[s.Thread]
		if !ok {
			n = len(out)
			index[s.Thread] = n
			out = append(out, sarifThread{})
		}
		x := sarifStep{Location: r.location(s.Place, s.Line()), Nesting: s.Depth, Order: i + 1, Importance: "unimportant"}
		if s.Relevant {
			x.Importance = "essential"
		}
		for _, v := range s.Writes {
			if x.State == nil {
				x.State = map[string]sarifText{}
			}
			x.State[v.Name] = sarifText{v.Value}
		}
		out[n].Locations = append(out[n].Locations, x)
	}
	return out
}

func (r *Report) location(at Place, message string) sarifLocation {
	out := sarifLocation{Physical: sarifPhysical{Artifact: fileURI(cmp.Or(at.File, r.File))}}
	if at.Line > 0 {
		out.Physical.Region = &sarifRegion{at.Line, at.Column}
	}
	if o := at.Origin; o != nil && o.Line > 0 {
		out.Physical = sarifPhysical{fileURI(o.File), &sarifRegion{o.Line, max(o.Column, 1)}}
	}
	if message != "" {
		out.Message = &sarifText{message}
	}
	return out
}
