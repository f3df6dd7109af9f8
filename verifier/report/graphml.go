package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// The elements of GraphML that witnesses of version 1.0 have.
type (
	graphML struct {
		XMLName xml.Name     `xml:"graphml"`
		Space   string       `xml:"xmlns,attr"`
		XSI     string       `xml:"xmlns:xsi,attr"`
		Keys    []graphMLKey `xml:"key"`
		Graph   graphMLGraph `xml:"graph"`
	}
	graphMLKey struct {
		ID      string `xml:"id,attr"`
		Name    string `xml:"attr.name,attr"`
		Type    string `xml:"attr.type,attr"`
		For     string `xml:"for,attr"`
		Default string `xml:"default,omitempty"`
	}
	graphMLGraph struct {
		Default string        `xml:"edgedefault,attr"`
		Data    []graphMLData `xml:"data"`
		Nodes   []graphMLNode `xml:"node"`
		Edges   []graphMLEdge `xml:"edge"`
	}
	graphMLNode struct {
		ID   string        `xml:"id,attr"`
		Data []graphMLData `xml:"data"`
	}
	graphMLEdge struct {
		Source string        `xml:"source,attr"`
		Target string        `xml:"target,attr"`
		Data   []graphMLData `xml:"data"`
	}
	graphMLData struct {
		Key  string `xml:"key,attr"`
		Text string `xml:",chardata"`
	}
)

// graphMLKeys declares what the data of nodes, edges and the graph mean.
var graphMLKeys = []graphMLKey{
	{ID: "entry", Name: "isEntryNode", Type: "boolean", For: "node", Default: "false"},
	{ID: "violation", Name: "isViolationNode", Type: "boolean", For: "node", Default: "false"},
	{ID: "invariant", Name: "invariant", Type: "string", For: "node"},
	{ID: "invariant.scope", Name: "invariant.scope", Type: "string", For: "node"},
	{ID: "originfile", Name: "originFileName", Type: "string", For: "edge"},
	{ID: "startline", Name: "startline", Type: "int", For: "edge"},
	{ID: "sourcecode", Name: "sourcecode", Type: "string", For: "edge"},
	{ID: "control", Name: "control", Type: "string", For: "edge"},
	{ID: "assumption", Name: "assumption", Type: "string", For: "edge"},
	{ID: "assumption.scope", Name: "assumption.scope", Type: "string", For: "edge"},
	{ID: "assumption.resultfunction", Name: "assumption.resultfunction", Type: "string", For: "edge"},
	{ID: "enterFunction", Name: "enterFunction", Type: "string", For: "edge"},
	{ID: "returnFromFunction", Name: "returnFromFunction", Type: "string", For: "edge"},
	{ID: "enterLoopHead", Name: "enterLoopHead", Type: "boolean", For: "edge", Default: "false"},
	{ID: "threadId", Name: "threadId", Type: "string", For: "edge"},
	{ID: "witness-type", Name: "witness-type", Type: "string", For: "graph"},
	{ID: "sourcecodelang", Name: "sourcecodelang", Type: "string", For: "graph"},
	{ID: "producer", Name: "producer", Type: "string", For: "graph"},
	{ID: "specification", Name: "specification", Type: "string", For: "graph"},
	{ID: "programfile", Name: "programFile", Type: "string", For: "graph"},
	{ID: "programhash", Name: "programHash", Type: "string", For: "graph"},
	{ID: "architecture", Name: "architecture", Type: "string", For: "graph"},
	{ID: "creationtime", Name: "creationTime", Type: "string", For: "graph"},
}

// GraphML writes a witness of version 1.0: an automaton that is a path with an edge for each step that the failure
// depends on. That of a safe program has a node, and one for the invariants of its loop if it has only one: edges say
// that they enter the head of a loop, but not which.
func GraphML(w io.Writer, r *Report, t Task) error {
	if r.Verdict == "unknown" {
		return ErrNoWitness
	}
	name, language, behind := r.Program()
	kind := "correctness_witness"
	if r.Failure != nil {
		kind = "violation_witness"
	}
	g := graphML{
		Space: "http://graphml.graphdrawing.org/xmlns", XSI: "http://www.w3.org/2001/XMLSchema-instance", Keys: graphMLKeys,
		Graph: graphMLGraph{Default: "directed", Data: []graphMLData{
			{"witness-type", kind}, {"sourcecodelang", language}, {"producer", r.Version}, {"specification", t.spec(r)},
			{"architecture", architecture(r.Model)}, {"creationtime", t.Created},
		}},
	}
	for _, f := range t.Files {
		g.Graph.Data = append(g.Graph.Data, graphMLData{"programfile", f.Name}, graphMLData{"programhash", f.Hash})
	}
	g.Graph.Nodes = []graphMLNode{{ID: "N0", Data: []graphMLData{{"entry", "true"}}}}
	for i := range r.Steps {
		s := &r.Steps[i]
		if !s.Relevant && s.end.Line == 0 || s.Kind == Begin {
			continue
		}
		n := len(g.Graph.Nodes)
		g.Graph.Nodes = append(g.Graph.Nodes, graphMLNode{ID: fmt.Sprint("N", n)})
		g.Graph.Edges = append(g.Graph.Edges, graphMLEdge{
			fmt.Sprint("N", n-1), fmt.Sprint("N", n), s.edge(name, behind, r.compiled),
		})
	}
	if text, proc := r.invariant(); text != "" {
		g.Graph.Nodes = append(g.Graph.Nodes, graphMLNode{
			ID: "N1", Data: []graphMLData{{"invariant", text}, {"invariant.scope", proc}},
		})
		enters := []graphMLData{{"enterLoopHead", "true"}}
		g.Graph.Edges = append(g.Graph.Edges,
			graphMLEdge{"N0", "N1", enters}, graphMLEdge{"N1", "N1", enters}, graphMLEdge{Source: "N1", Target: "N0"})
	}
	if r.Failure != nil {
		last := &g.Graph.Nodes[len(g.Graph.Nodes)-1]
		last.Data = append(last.Data, graphMLData{"violation", "true"})
	}
	return writeXML(w, " ", g)
}

// invariant returns what holds at the head of the only loop of a program.
func (r *Report) invariant() (text, proc string) {
	if r.loops != 1 {
		return "", ""
	}
	var all []string
	for i := range r.Invariants {
		if x := &r.Invariants[i]; x.Loop {
			all, proc = append(all, "("+x.Text+")"), x.Procedure
		}
	}
	return strings.Join(all, " && "), proc
}

// architecture names a data model.
func architecture(model string) string {
	if model == "ILP32" {
		return "32bit"
	}
	return "64bit"
}

// edge returns the data of a step. Assumptions are values that the program records, as those of variables in C are.
func (s *Step) edge(name string, behind, compiled bool) []graphMLData {
	line, _ := position(s.Place, behind)
	out := []graphMLData{{"originfile", cmp.Or(s.Place.File, name)}, {"startline", strconv.Itoa(line)}}
	if s.Text != "" && !behind && !compiled {
		out = append(out, graphMLData{"sourcecode", s.Text})
	}
	switch {
	case s.Kind == Call:
		out = append(out, graphMLData{"enterFunction", s.Procedure})
	case s.Kind == Return:
		out = append(out, graphMLData{"returnFromFunction", s.Procedure})
	case s.end.Line > 0:
		name, _, _ := strings.Cut(s.Text, " ")
		out = append(out, graphMLData{"assumption", `\result == ` + s.Writes[0].Value + ";"},
			graphMLData{"assumption.scope", s.Procedure}, graphMLData{"assumption.resultfunction", name})
	case s.Kind == Record && len(s.Writes) == 1 && plain(s.Writes[0]):
		v := s.Writes[0]
		out = append(out, graphMLData{"assumption", v.Name + " == " + v.Value + ";"},
			graphMLData{"assumption.scope", s.Procedure})
	case s.Kind == Branch && s.Condition != "":
		way := "condition-true"
		if s.negated {
			way = "condition-false"
		}
		out = append(out, graphMLData{"control", way})
	}
	if s.Thread > 0 {
		out = append(out, graphMLData{"threadId", strconv.Itoa(s.Thread)})
	}
	return out
}
