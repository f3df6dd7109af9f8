package grid

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// Role is what somebody who connects may do.
type Role string

// The roles. A worker takes jobs and answers them; a client submits jobs and reads answers. Neither can do the other's
// part, nor make or remove streams.
const (
	RoleWorker Role = "worker"
	RoleClient Role = "client"
	roleServer Role = "server" // the process of the server itself
)

// ParseRole returns the role of a name.
func ParseRole(text string) (Role, error) {
	if r := Role(text); r == RoleWorker || r == RoleClient {
		return r, nil
	}
	return "", fmt.Errorf("no role %q: there are %s and %s", text, RoleWorker, RoleClient)
}

// Access says who may connect to a server, and by which certificate it is known.
type Access struct {
	users map[string]Role // by public key; nil: anybody
	tls   *tls.Config
}

// ReadAccess reads who may connect, in each line a role and a public key, and a certificate. Each may be missing.
func ReadAccess(users, cert, key string) (*Access, error) {
	a := &Access{}
	if cert != "" {
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			return nil, err
		}
		a.tls = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}
	}
	if users == "" {
		return a, nil
	}
	text, err := os.ReadFile(users)
	if err != nil {
		return nil, err
	}
	a.users = map[string]Role{}
	for i, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		role, err := ParseRole(words[0])
		if err == nil && (len(words) != 2 || !nkeys.IsValidPublicUserKey(words[1])) {
			err = errors.New("want a role and a public key")
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d:1: %w", users, i+1, err)
		}
		a.users[words[1]] = role
	}
	return a, nil
}

// NewKey makes a key for somebody who connects.
func NewKey() (public string, secret []byte, err error) {
	k, err := nkeys.CreateUser()
	if err != nil {
		return "", nil, err
	}
	if public, err = k.PublicKey(); err != nil {
		return "", nil, err
	}
	secret, err = k.Seed()
	return public, secret, err
}

// Credentials returns how to connect with a key from a file, and which certificates to trust. Each may be missing.
func Credentials(key, ca string) (out []nats.Option, err error) {
	if key != "" {
		o, err := nats.NkeyOptionFromSeed(key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		var own nats.Options
		if err := o(&own); err != nil {
			return nil, err
		}
		out = append(out, o, nats.CustomInboxPrefix(inbox+"."+own.Nkey))
	}
	if ca != "" {
		text, err := os.ReadFile(ca)
		if err != nil {
			return nil, err
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s: no certificates", ca)
		}
		out = append(out, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS13}))
	}
	return out, nil
}

// configure has a server let these in, and returns how its own process connects.
func (a *Access) configure(o *server.Options) (own nats.Option, err error) {
	own = func(*nats.Options) error { return nil }
	if a.tls != nil {
		o.TLSConfig, o.TLS, o.TLSTimeout = a.tls, true, patience.Seconds()
	}
	if a.users == nil {
		return own, nil
	}
	public, secret, err := NewKey()
	if err != nil {
		return nil, err
	}
	k, err := nkeys.FromSeed(secret)
	if err != nil {
		return nil, err
	}
	o.Nkeys = []*server.NkeyUser{{Nkey: public, Permissions: permissions(roleServer, public)}}
	for key, role := range a.users {
		o.Nkeys = append(o.Nkeys, &server.NkeyUser{Nkey: key, Permissions: permissions(role, key)})
	}
	return nats.Nkey(public, k.Sign), nil
}

// inbox begins the subjects at which users are answered: behind it is the key of each.
const inbox = "_INBOX"

// permissions returns the subjects that the user of a key may use in a role. They are about subjects that a user names
// to the server, not about those that it asks the server to answer at: SECURITY.md says what follows.
func permissions(r Role, key string) *server.Permissions {
	if r == roleServer {
		return nil // all
	}
	streams := map[Role][]string{ // that a role reads
		RoleWorker: {"KV_" + resultBucket, "KV_" + answerBucket, "KV_" + leaseBucket, "KV_" + campaignBucket,
			"KV_" + gridBucket, "OBJ_" + evidenceStore,
			"OBJ_" + programStore},
		RoleClient: {"KV_" + resultBucket, "KV_" + answerBucket, "KV_" + campaignBucket, "KV_" + gridBucket,
			"OBJ_" + programStore, "OBJ_" + reportStore, "OBJ_" + evidenceStore},
	}
	publish := []string{"$JS.API.INFO", "$JS.API.STREAM.INFO.*", "$JS.FC.>"}
	for _, s := range streams[r] {
		publish = append(publish, "$JS.API.DIRECT.GET."+s+".>", "$JS.API.DIRECT.GET."+s, "$JS.API.STREAM.MSG.GET."+s,
			"$JS.API.CONSUMER.CREATE."+s+".>", "$JS.API.CONSUMER.CREATE."+s, "$JS.API.CONSUMER.DELETE."+s+".>",
			"$JS.API.CONSUMER.INFO."+s+".>")
	}
	subscribe := []string{inbox + "." + key + ".>"}
	if r == RoleWorker {
		publish = append(publish, "$JS.API.CONSUMER.INFO."+tasks+".*", "$JS.API.CONSUMER.MSG.NEXT."+tasks+".*",
			"$JS.ACK."+tasks+".>", "$KV."+resultBucket+".>", "$KV."+leaseBucket+".>", "$KV."+workerBucket+".>",
			"$KV."+answerBucket+".>",
			"$O."+reportStore+".>", "$JS.API.DIRECT.GET.OBJ_"+reportStore+".>",
			"$O."+evidenceStore+".>", "$JS.API.DIRECT.GET.OBJ_"+evidenceStore+".>", missingSubject+".*")
		subscribe = append(subscribe, cancelSubject+".*", wakeSubject)
	} else {
		publish = append(publish, taskSubject+".>", cancelSubject+".*", wakeSubject, "$KV."+campaignBucket+".>",
			"$O."+programStore+".>", "$JS.API.STREAM.PURGE.OBJ_"+programStore)
		subscribe = append(subscribe, missingSubject+".*")
	}
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: publish},
		Subscribe: &server.SubjectPermission{Allow: subscribe},
	}
}
