package cli

import (
	"fmt"
	"strings"
)

// shells are the scripts that complete command lines. They ask the program itself: its
// hidden command __complete prints a line for each word that may come next. NAME
// stands for the program.
var shells = map[string]string{
	"bash": `_NAME_complete() {
	local IFS=$'\n'
	COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _NAME_complete NAME
`,
	"zsh": `#compdef NAME
_NAME() {
	local -a found
	found=(${(f)"$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)"})
	compadd -a found
	_files
}
compdef _NAME NAME
`,
	"fish": `function __NAME_complete
	set -l words (commandline -opc) (commandline -ct)
	$words[1] __complete $words[2..-1] 2>/dev/null
end
complete -c NAME -a '(__NAME_complete)'
`,
	"powershell": `Register-ArgumentCompleter -Native -CommandName NAME -ScriptBlock {
	param($word, $line, $position)
	$words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
	if (-not $word) { $words += '""' }
	& NAME __complete @words 2>$null | Where-Object { $_ -like "$word*" }
}
`,
}

// completion prints the script for a shell.
func (c *Command) completion(words []string) error {
	const usage = "usage: %s completion bash|zsh|fish|powershell"
	if len(words) != 1 || shells[words[0]] == "" {
		if len(words) == 1 && (words[0] == "-h" || words[0] == "--help") {
			_, err := fmt.Fprintf(c.OutOrStdout(), usage+"\n", c.Name())
			return err
		}
		return fmt.Errorf(usage, c.Name())
	}
	script := strings.ReplaceAll(shells[words[0]], "NAME", c.Name())
	_, err := fmt.Fprint(c.OutOrStdout(), script)
	return err
}

// complete prints what may come in place of the last word.
func (c *Command) complete(words []string) error {
	if len(words) == 0 {
		words = []string{""}
	}
	last := words[len(words)-1]
	sub, rest := c.Find(words[:len(words)-1])
	var found []string
	switch {
	case len(rest) > 0 && strings.HasPrefix(rest[len(rest)-1], "-") && sub.waits(rest[len(rest)-1]) != nil:
		found = sub.waits(rest[len(rest)-1]).choices
	case strings.HasPrefix(last, "-"):
		for _, f := range sub.all() {
			found = append(found, "--"+f.name)
		}
	case len(sub.subs) > 0 && len(rest) == 0:
		for _, s := range sub.listed() {
			found = append(found, s[0])
		}
	}
	for _, text := range found {
		if strings.HasPrefix(text, last) {
			if _, err := fmt.Fprintln(c.OutOrStdout(), text); err != nil {
				return err
			}
		}
	}
	return nil
}

// waits returns the flag in a word that needs a value in the next one, or nil.
func (c *Command) waits(word string) *flag {
	if f := c.flagOf(word); f != nil && f.optional == "" {
		return f
	}
	return nil
}
