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
	RoleServer Role = "server" // of a cluster, see ServerOptions: it makes the streams, and may do all
)

// ParseRole returns the role of a name.
func ParseRole(text string) (Role, error) {
	if r := Role(text); r == RoleWorker || r == RoleClient || r == RoleServer {
		return r, nil
	}
	return "", fmt.Errorf("no role %q: there are %s, %s and %s", text, RoleWorker, RoleClient, RoleServer)
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
		if _, twice := a.users[words[1]]; twice {
			return nil, fmt.Errorf("%s:%d:1: the key is here twice", users, i+1)
		}
		a.users[words[1]] = role
	}
	return a, nil
}

// Accounts returns what the servers of a cluster have to have in their configuration for these users.
func (a *Access) Accounts() (string, error) {
	for _, role := range a.users {
		if role == RoleServer {
			return accounts("", a.users)
		}
	}
	return "", errors.New("nobody of them is a server, who makes the streams")
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
		out = append(out, o)
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
	if a.tls != nil {
		o.TLSConfig, o.TLS, o.TLSTimeout = a.tls, true, patience.Seconds()
	}
	public, secret, err := NewKey()
	if err != nil {
		return nil, err
	}
	k, err := nkeys.FromSeed(secret)
	if err != nil {
		return nil, err
	}
	text, err := accounts(public, a.users)
	if err != nil {
		return nil, err
	}
	if err := o.ProcessConfigString(text); err != nil {
		return nil, err
	}
	if a.users == nil {
		return func(*nats.Options) error { return nil }, nil
	}
	return nats.Nkey(public, k.Sign), nil
}
