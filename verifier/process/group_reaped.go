//go:build unix && !linux

package process

// wait waits for the end of the command, and of what it has started. Only Linux says that the command has ended before
// it is reaped (waitid of macOS returns also when it is stopped): so there is a moment here in which another group
// might get the id.
func (g *group) wait() error {
	err := g.cmd.Wait()
	g.end()
	return err
}
