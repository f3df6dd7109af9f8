package grid

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// What a server's configuration says of accounts. NATS reads JSON as its own syntax.
type (
	configuration struct {
		Accounts   map[string]account `json:"accounts"`
		NoAuthUser string             `json:"no_auth_user,omitempty"`
	}
	account struct {
		JetStream bool       `json:"jetstream,omitempty"`
		Users     []user     `json:"users"`
		Exports   []exported `json:"exports,omitempty"`
		Imports   []imported `json:"imports,omitempty"`
	}
	user struct {
		Key string `json:"nkey"`
	}
	exported struct {
		Service string `json:"service,omitempty"`
		Stream  string `json:"stream,omitempty"`
	}
	imported struct {
		Service *origin `json:"service,omitempty"`
		Stream  *origin `json:"stream,omitempty"`
		To      string  `json:"to,omitempty"`
	}
	origin struct {
		Account string `json:"account"`
		Subject string `json:"subject"`
	}
)

// gridAccount has the streams, and the process that made them.
const gridAccount = "MUSTER"

// importPrefix begins, in the accounts of keys, the subjects of JetStream in the account of the grid: without it they
// are those of JetStream in the same account, which has none.
const importPrefix = "muster.js"

// importedAs returns the subject in the account of a key at which a subject of the grid's account is imported.
func importedAs(subject string) string {
	if rest, ok := strings.CutPrefix(subject, jetstream.DefaultAPIPrefix); ok {
		return importPrefix + "." + rest
	}
	if strings.HasPrefix(subject, "$KV.") {
		return importPrefix + "." + subject
	}
	return subject
}

// accounts returns a configuration with the account of the grid, where servers are, own among them unless it is empty,
// and one for each other key, which reaches what its role needs and nothing else. Without other users all who connect
// are in the account of the grid.
func accounts(own string, users map[string]Role) (string, error) {
	c := configuration{Accounts: map[string]account{}}
	main := account{JetStream: true}
	if own != "" {
		main.Users = []user{{Key: own}}
	}
	if users == nil {
		c.NoAuthUser = own
	}
	services, streams := map[string]bool{}, map[string]bool{}
	for _, r := range []Role{RoleWorker, RoleClient} {
		for _, s := range requests(r, "*") {
			services[s] = true
		}
		for _, s := range heard(r, "*") {
			streams[s] = true
		}
	}
	for _, s := range slices.Sorted(maps.Keys(services)) {
		main.Exports = append(main.Exports, exported{Service: s})
	}
	for _, s := range slices.Sorted(maps.Keys(streams)) {
		main.Exports = append(main.Exports, exported{Stream: s})
	}
	for _, key := range slices.Sorted(maps.Keys(users)) {
		role := users[key]
		if role == RoleServer {
			main.Users = append(main.Users, user{Key: key})
			continue
		}
		a := account{Users: []user{{Key: key}}}
		for _, s := range requests(role, key) {
			a.Imports = append(a.Imports, imported{Service: &origin{gridAccount, s}, To: importedAs(s)})
		}
		for _, s := range heard(role, key) {
			a.Imports = append(a.Imports, imported{Stream: &origin{gridAccount, s}})
		}
		c.Accounts[key] = a
	}
	c.Accounts[gridAccount] = main
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(c)
	return text.String(), err
}

// requests returns the subjects of the grid's account at which a key may ask in a role, or store something. The server
// answers in the account of the key, wherever the request says: see doc.go.
func requests(r Role, key string) (out []string) {
	look := func(bucket, keys string) {
		out = append(out, "$JS.API.DIRECT.GET.KV_"+bucket+".$KV."+bucket+"."+keys)
	}
	write := func(bucket, keys string) { out = append(out, "$KV."+bucket+"."+keys) }
	out = append(out, "$JS.API.STREAM.INFO."+tasks)
	for _, b := range buckets {
		out = append(out, "$JS.API.STREAM.INFO.KV_"+b.name)
	}
	look(gridBucket, settingsKey)
	if r == RoleWorker {
		look(resultBucket, ">")
		look(leaseBucket, ">")
		look(campaignBucket, ">")
		look(programStore, ">")
		look(answerBucket, ">")
		look(evidenceStore, ">")
		look(handStore, ">")
		look(reportStore, key+".>")
		write(resultBucket, ">")
		write(answerBucket, ">")
		write(leaseBucket, ">")
		write(workerBucket, key+".*")
		write(reportStore, key+".>")
		write(evidenceStore, key+".>")
		write(handStore, key+".>")
		look(halfBucket, ">")
		write(halfBucket, ">")
		for _, s := range []string{tasks, halves} {
			out = append(out, "$JS.API.CONSUMER.INFO."+s+".*", "$JS.API.CONSUMER.MSG.NEXT."+s+".*", "$JS.ACK."+s+".>")
		}
		return append(out, missingSubject+".>", wakeSubject, "$JS.API.DIRECT.GET."+tasks+"."+taskSubject+".>",
			"$JS.API.DIRECT.GET."+halves+"."+halfSubject+"."+key+".*", "$JS.API.STREAM.INFO."+halves,
			"$JS.API.STREAM.INFO."+resting, halfSubject+"."+key+".*", overSubject+"."+key+".*", restSubject+"."+key+".*")
	}
	look(programStore, key+".>")
	look(reportStore, ">")
	look(evidenceStore, ">")
	look(answerBucket, ">")
	write(campaignBucket, key+".*")
	write(programStore, key+".>")
	return append(out, "$JS.API.DIRECT.GET.KV_"+resultBucket, taskSubject+".*."+key+".>", cancelSubject+"."+key+".*",
		wakeSubject)
}

// heard returns the subjects of the grid's account of which a key is told in a role.
func heard(r Role, key string) []string {
	if r == RoleWorker {
		return []string{noticeSubject + "." + cancelSubject + ".*.*", noticeSubject + "." + wakeSubject,
			noticeSubject + "." + overSubject + ".*.*", noticeSubject + "." + partSubject + key + ".*"}
	}
	return []string{
		noticeSubject + "." + missingSubject + "." + key + ".*", noticeSubject + "." + resultSubject + key + ".>"}
}
