# bash completion for kb: source <(kb completion bash)
_kb() {
    local IFS=$'\n' line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <("${COMP_WORDS[0]}" __complete bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    case ${COMPREPLY[0]-} in
        @folder) COMPREPLY=(); compopt -o filenames -o dirnames 2>/dev/null ;;
        @file) COMPREPLY=(); compopt -o filenames -o default 2>/dev/null ;;
        *) [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace 2>/dev/null ;;
    esac
    return 0
}
complete -F _kb kb
