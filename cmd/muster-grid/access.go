package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// accessFlags are those of a server about who may connect.
type accessFlags struct{ users, cert, key string }

func (a *accessFlags) addServer(f *cli.FlagSet) {
	f.StringVar(&a.users, "users", "",
		"file of who may connect: in a line worker or client, and a public key (muster-grid key)")
	f.StringVar(&a.cert, "tls-cert", "", "certificate of the server, in PEM")
	f.StringVar(&a.key, "tls-key", "", "its key, in PEM")
}

// server returns what the flags say; nil if anybody on this machine may connect.
func (a *accessFlags) server() (*grid.Access, error) {
	if a.users == "" && a.cert == "" && a.key == "" {
		return nil, nil
	}
	if (a.cert == "") != (a.key == "") {
		return nil, fmt.Errorf("--tls-cert and --tls-key need each other")
	}
	return grid.ReadAccess(a.users, a.cert, a.key)
}

// clusterFlags are those of a server whose streams are on servers that run already.
type clusterFlags struct {
	url, key, ca string
	replicas     int
}

func (x *clusterFlags) add(f *cli.FlagSet) {
	f.StringVar(&x.url, "cluster", "", "URL of servers of NATS that are to keep all, instead of this process")
	f.StringVar(&x.key, "key", "", "with --cluster: file with the key of a server (muster-grid key server)")
	f.StringVar(&x.ca, "tls-ca", "", "with --cluster: certificates to trust, in PEM, instead of the system's")
	f.IntVar(&x.replicas, "replicas", 1, "with --cluster: how many servers have a copy of what is kept")
}

// set has a server be one of a cluster, or a process of its own, and refuses flags of the other kind.
func (x *clusterFlags) set(opt *grid.ServerOptions, f *cli.FlagSet) (err error) {
	wrong, why := []string{"key", "tls-ca", "replicas"}, "needs --cluster"
	if x.url != "" {
		wrong, why = []string{"dir", "listen", "max-store", "users", "tls-cert", "tls-key"}, "is not about --cluster"
	}
	for _, name := range wrong {
		if f.Changed(name) {
			return fmt.Errorf("--%s %s", name, why)
		}
	}
	switch {
	case x.url == "" && opt.Dir == "":
		return errors.New("serve needs --dir DIR, or --cluster URL")
	case x.url == "":
		return nil
	case x.key == "":
		return errors.New("--cluster needs --key FILE")
	}
	opt.Cluster, opt.Replicas = x.url, x.replicas
	opt.Options, err = grid.Credentials(x.key, x.ca)
	return err
}

// accountsCommand prints a part of the configuration of a cluster.
func accountsCommand(s streams) *cli.Command {
	return &cli.Command{
		Use:   "accounts USERS",
		Short: "Print what servers of NATS have to know of users",
		Long: `Accounts prints the accounts that servers of NATS have to have in their configuration, with what each user may do.
The file is that of serve --users, with a line for a server, which serve --cluster is.`,
		Args: cli.ExactArgs(1),
		Run: func(_ *cli.Command, args []string) error {
			a, err := grid.ReadAccess(args[0], "", "")
			if err != nil {
				return err
			}
			text, err := a.Accounts()
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			_, err = fmt.Fprint(s.out, text)
			return err
		},
	}
}

// joinFlags say which grid to connect to, and as whom.
type joinFlags struct{ url, key, ca string }

func (j *joinFlags) add(f *cli.FlagSet) {
	f.StringVar(&j.url, "join", "", "URL of a grid's server, such as nats://127.0.0.1:4222 or tls://host:4222")
	f.StringVar(&j.key, "key", "", "file with the key to connect with (muster-grid key)")
	f.StringVar(&j.ca, "tls-ca", "", "certificates to trust, in PEM, instead of the system's")
}

// connect connects to the grid of another process.
func (j *joinFlags) connect(ctx context.Context, log *slog.Logger) (*grid.Conn, error) {
	options, err := grid.Credentials(j.key, j.ca)
	if err != nil {
		return nil, err
	}
	return grid.Connect(ctx, grid.ConnectOptions{URL: j.url, Options: options, Version: version(), Log: log})
}

// keyCommand makes keys.
func keyCommand(s streams) *cli.Command {
	var out string
	c := &cli.Command{
		Use:   "key ROLE",
		Short: "Make a key for a worker, a client or a server",
		Long: `Key makes a key for a worker, a client, or a server of a cluster: the secret part goes to the file of --out, which that gives to --key,
and the line that is printed to the server's file of --users.`,
		Args: cli.ExactArgs(1),
		Run: func(_ *cli.Command, args []string) error {
			role, err := grid.ParseRole(args[0])
			if err != nil {
				return err
			}
			if out == "" {
				return fmt.Errorf("key needs --out FILE")
			}
			public, secret, err := grid.NewKey()
			if err != nil {
				return err
			}
			f, err := os.OpenFile(out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
			if err != nil {
				return err
			}
			if _, err := f.Write(append(secret, '\n')); err != nil {
				return err
			}
			if err := f.Close(); err != nil {
				return err
			}
			_, err = fmt.Fprintln(s.out, role, public)
			return err
		},
	}
	c.Flags().StringVar(&out, "out", "", "file for the secret part, which must not exist")
	return c
}
