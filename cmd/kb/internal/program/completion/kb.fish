# fish completion for kb: kb completion fish > ~/.config/fish/completions/kb.fish
function __kb_complete
    set -l tokens (commandline -opc) (commandline -ct)
    set -l lines ($tokens[1] __complete fish $tokens[2..-1] 2>/dev/null)
    switch "$lines[1]"
        case @folder
            __fish_complete_directories (commandline -ct)
        case @file
            __fish_complete_path (commandline -ct)
        case '*'
            printf '%s\n' $lines
    end
end
# fish brings a completion for another program of this name, whose rules would stand beside these
complete -c kb -e
complete -c kb -f -a '(__kb_complete)'
