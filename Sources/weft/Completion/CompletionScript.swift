/// The scripts of `weft completion`. They know nothing of the commands; `weft completion-candidates` does.
enum CompletionScript {
    static func text(for shell: CompletionCommand.Shell) -> String {
        switch shell {
        case .bash: return bash
        case .zsh: return zsh
        case .fish: return fish
        }
    }

    // Bash replaces the end of the line that it tells as $2. Where it lists (63), a candidate has what it is
    // beside it; nothing of a list goes into the line.
    private static let bash = #"""
        # Completes weft in bash: source <(weft completion bash)
        _weft() {
            local line mode="" about
            local -a found=()
            COMPREPLY=()
            while IFS= read -r line; do
                if [[ -z $mode ]]; then mode=$line; else found+=("$line"); fi
            done < <("${1/#\~/$HOME}" completion-candidates bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
            for line in "${found[@]}"; do
                about=
                [[ $line == *$'\t'* ]] && about=${line#*$'\t'}
                line=${line%%$'\t'*}
                if [[ -n $about && ${COMP_TYPE-} == 63 && ${#found[@]} -gt 1 ]]; then
                    line="$line  ($about)"
                fi
                COMPREPLY+=("$line")
            done
            case $mode in
                begin) compopt -o nospace 2>/dev/null ;;
                files) compopt -o default 2>/dev/null ;;
                folders) compopt -o dirnames 2>/dev/null ;;
            esac
            return 0
        }
        complete -o nosort -F _weft weft 2>/dev/null || complete -F _weft weft

        """#

    private static let zsh = #"""
        #compdef weft
        # Completes weft in zsh: source <(weft completion zsh), behind compinit
        _weft() {
            local line mode
            local -a found texts shown
            found=("${(@f)$("${(Q)words[1]/#\~/$HOME}" completion-candidates zsh -- \
                "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
            mode=$found[1]
            shift found
            for line in "${found[@]}"; do
                texts+=("${line%%$'\t'*}")
                if [[ $line == *$'\t'* ]]; then
                    shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}")
                else
                    shown+=("$line")
                fi
            done
            case $mode in
                files) _files; return ;;
                folders) _files -/; return ;;
                begin) compadd -S '' -V weft -l -d shown -a texts ;;
                *) compadd -V weft -l -d shown -a texts ;;
            esac
        }
        if [[ ${funcstack[1]-} == _weft ]]; then
            _weft "$@"
        elif (( $+functions[compdef] )); then
            compdef _weft weft
        fi

        """#

    private static let fish = #"""
        # Completes weft in fish: weft completion fish > ~/.config/fish/completions/weft.fish
        function __weft_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l plain (string unescape -- $current 2>/dev/null)
            or set plain (string trim --left --chars "'\"" -- $current)
            set -l found ($words[1] completion-candidates fish -- $words[2..-1] "$plain" 2>/dev/null)
            switch "$found[1]"
                case files
                    __fish_complete_path "$plain"
                case folders
                    __fish_complete_directories "$plain" ''
                case '*'
                    printf '%s\n' $found[2..-1]
            end
        end
        complete -c weft -f -a '(__weft_complete)'

        """#
}
