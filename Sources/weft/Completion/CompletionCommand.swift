import ArgumentParser

/// `weft completion`: a script that makes a shell complete what is typed behind `weft`.
struct CompletionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print a script that completes weft commands in your shell.",
        discussion: """
            The script asks weft for commands, options, and the names of your tags, people, groups \
            and collections. For each new shell:

              bash: echo 'source <(weft completion bash)' >> ~/.bashrc
              zsh:  echo 'source <(weft completion zsh)' >> ~/.zshrc
              fish: weft completion fish > ~/.config/fish/completions/weft.fish

            In zsh it belongs behind compinit. The Debian package has installed them already.
            """)

    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    @Argument(help: "The shell.") var shell: Shell

    @OptionGroup var options: GlobalOptions

    func run() {
        options.output.raw(Array(CompletionScript.text(for: shell).utf8))
    }
}
