#compdef kb
# zsh completion for kb: source <(kb completion zsh), after compinit
_kb() {
    local -a values descriptions
    local line
    while IFS= read -r line; do
        case $line in
            @folder) _files -/; return ;;
            @file) _files; return ;;
        esac
        values+=("${line%%$'\t'*}")
        descriptions+=("${line/$'\t'/  -- }")
    done < <("${words[1]}" __complete zsh "${(@)words[2,CURRENT]}" 2>/dev/null)
    compadd -l -d descriptions -a values
}
if [ "${funcstack[1]-}" = _kb ]; then
    _kb "$@"
else
    compdef _kb kb
fi
