package grid

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"time"
)

// pageText is the page with the state of a grid. It has no scripts: it asks to be loaded again.
const pageText = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="5">
<title>muster-grid</title>
<style>
body { font-family: sans-serif; margin: 2em; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.2em 1em 0.2em 0; vertical-align: top; }
progress { width: 12em; }
</style>
</head>
<body>
<h1>muster-grid</h1>
<p>{{.Version}}, {{.Time.Format "15:04:05"}}</p>
<h2>Tasks</h2>
<table>
<tr><th>Priority</th><th>Waiting</th><th>At work</th></tr>
{{range .Queues}}<tr><td>{{.Priority}}</td><td>{{.Waiting}}</td><td>{{.Working}}</td></tr>
{{end}}</table>
<h2>Campaigns</h2>
<table>
<tr><th>Name</th><th>State</th><th>Done</th><th></th><th>Verdicts</th><th>Since</th></tr>
{{range .Campaigns}}<tr><td>{{.Name}}</td><td>{{.State}}</td><td>{{.Done}} of {{.Total}}</td>
<td><progress max="{{.Total}}" value="{{.Done}}"></progress></td><td>{{.Verdicts}}</td>
<td>{{.Started.Format "2006-01-02 15:04:05"}}</td></tr>
{{else}}<tr><td>none</td></tr>
{{end}}{{with .Earlier}}<tr><td>{{.}} that began earlier</td></tr>
{{end}}</table>
<h2>Workers</h2>
<table>
<tr><th>Name</th><th>Tasks at a time</th><th>Done</th><th>At work on</th></tr>
{{range .Workers}}<tr><td>{{.Name}}</td><td>{{.Slots}}</td><td>{{.Done}}</td>
<td>{{range .Tasks}}{{.}}<br>{{end}}</td></tr>
{{else}}<tr><td>none</td></tr>
{{end}}</table>
</body>
</html>
`

// shownCampaigns is how many campaigns the page shows, those that began last.
const shownCampaigns = 100

// pageState is what the page and the metrics show.
type pageState struct {
	Version   string
	Time      time.Time
	Queues    []queueState
	Campaigns []Campaign
	Earlier   int // campaigns that are not among these
	Workers   []WorkerState
	Results   uint64
}

type queueState struct {
	Priority Priority
	Waiting  uint64
	Working  int
}

// Page serves the state of the grid: a page at /, and metrics for Prometheus at /metrics.
func (s *Server) Page() http.Handler {
	page := template.Must(template.New("page").Parse(pageText))
	mux := http.NewServeMux()
	show := func(pattern, kind string, write func(io.Writer, *pageState) error) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			state, err := s.state(r.Context())
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
			_ = write(w, state) // who does not read it gets no more
		})
	}
	show("GET /{$}", "text/html; charset=utf-8", func(w io.Writer, p *pageState) error { return page.Execute(w, p) })
	show("GET /metrics", "text/plain; version=0.0.4", func(w io.Writer, p *pageState) error { return p.metrics(w) })
	return mux
}

// state asks for the state of the grid.
func (s *Server) state(ctx context.Context) (*pageState, error) {
	p := &pageState{Version: s.opt.Version, Time: time.Now()}
	for _, name := range priorities {
		c, err := s.js.Consumer(ctx, tasks, string(name))
		if err != nil {
			return nil, err
		}
		info, err := c.Info(ctx)
		if err != nil {
			return nil, err
		}
		p.Queues = append(p.Queues, queueState{name, info.NumPending, info.NumAckPending})
	}
	var err error
	if p.Campaigns, err = s.campaigns.read(ctx, s.js, campaignBucket, keepFor); err != nil {
		return nil, err
	}
	slices.SortFunc(p.Campaigns, func(a, b Campaign) int { return b.Started.Compare(a.Started) })
	if n := len(p.Campaigns) - shownCampaigns; n > 0 {
		p.Campaigns, p.Earlier = p.Campaigns[:shownCampaigns], n
	}
	if p.Workers, err = s.workers.read(ctx, s.js, workerBucket, workerLife); err != nil {
		return nil, err
	}
	slices.SortFunc(p.Workers, func(a, b WorkerState) int { return cmp.Compare(a.Name, b.Name) })
	kv, err := s.js.KeyValue(ctx, resultBucket)
	if err != nil {
		return nil, err
	}
	status, err := kv.Status(ctx)
	if err != nil {
		return nil, err
	}
	p.Results = status.Values()
	return p, nil
}

// metrics writes the state in the text format of Prometheus.
func (p *pageState) metrics(w io.Writer) error {
	var all []error
	line := func(format string, a ...any) {
		_, err := fmt.Fprintf(w, format+"\n", a...)
		all = append(all, err)
	}
	line("# HELP muster_grid_tasks_waiting Tasks that no worker has.")
	line("# TYPE muster_grid_tasks_waiting gauge")
	for _, q := range p.Queues {
		line("muster_grid_tasks_waiting{priority=%q} %d", q.Priority, q.Waiting)
	}
	line("# HELP muster_grid_tasks_working Tasks that workers have.")
	line("# TYPE muster_grid_tasks_working gauge")
	for _, q := range p.Queues {
		line("muster_grid_tasks_working{priority=%q} %d", q.Priority, q.Working)
	}
	slots := 0
	for _, x := range p.Workers {
		slots += x.Slots
	}
	line("# HELP muster_grid_workers Workers that have given a sign of life.\n# TYPE muster_grid_workers gauge")
	line("muster_grid_workers %d", len(p.Workers))
	line("# HELP muster_grid_slots Tasks that they do at a time.\n# TYPE muster_grid_slots gauge")
	line("muster_grid_slots %d", slots)
	line("# HELP muster_grid_results Results that are kept.\n# TYPE muster_grid_results gauge")
	line("muster_grid_results %d", p.Results)
	return errors.Join(all...)
}
