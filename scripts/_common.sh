# Sourced by serve, check, test and soak: keeps the clone's own .venv, and holds the checks that need no tests.
# shellcheck shell=sh

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
venv=$root/.venv
stamp=$venv/.sonar-referee # written last; without it the venv is rebuilt from nothing

fail() {
    printf 'sonar-referee: %s\n' "$*" >&2
    exit 2
}

# ask PYTHON CODE: what CODE prints; fails where PYTHON is no working interpreter or CODE raises.
ask() {
    "$1" -I -c "$2" </dev/null 2>/dev/null
}

version() {
    ask "$1" 'import platform, sys; assert sys.version_info >= (3, 11); print(platform.python_version())'
}

# Sets $python to the interpreter behind whatever shim or activated venv the PATH offers.
find_python() {
    incomplete=
    for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        version "$candidate" >/dev/null || continue
        python=$(ask "$candidate" 'import sys; print(sys._base_executable)') || continue
        if ask "$python" 'import ensurepip, venv'; then return; fi
        incomplete=$python
    done
    [ -z "$incomplete" ] ||
        fail "$incomplete has no venv and ensurepip: install them (on Debian and Ubuntu: apt install python3-venv)."
    fail "install Python 3.11 or newer, or set PYTHON to where it is."
}

# The stamp's first line says what the venv was made from and where, its second what was installed in it.
read_stamp() {
    made='' holds=''
    { IFS= read -r made && IFS= read -r holds; } 2>/dev/null <"$stamp" || made='' holds=''
    sum=$(cksum <"$root/pyproject.toml")
}

# Does the venv still run, at the place where it was made, with the Python that is asked for?
sound() {
    running=$(version "$venv/bin/python") || return 1
    wanted=$(version "${PYTHON:-}") || wanted=$running
    [ "$made" = "$wanted $root" ] && [ "$running" = "$wanted" ]
}

# current run|dev: has the venv all that the pyproject.toml of now asks for?
current() {
    read_stamp
    case $holds in "$sum dev" | "$sum $1") sound ;; *) false ;; esac
}

# install run|dev: no stamp stays while pip is at work, so an interrupted pip is never trusted.
install() {
    case $1 in dev) project='.[dev]' ;; *) project=. ;; esac
    if sound; then
        rm -f "$stamp"
    else
        made='' holds=''
        rm -rf "$venv"
        "$python" -I -m venv "$venv" >&2 || { rm -rf "$venv" && fail "$python could not make $venv."; }
    fi
    if (cd "$root" && "$venv/bin/python" -m pip install --quiet --no-input \
        --disable-pip-version-check --editable "$project") </dev/null >&2; then
        printf '%s\n' "$(version "$venv/bin/python") $root" "$sum $1" >"$stamp"
        return
    fi
    # pip changes nothing before it has everything: what was there is as good as before
    if [ -n "$made" ]; then printf '%s\n' "$made" "$holds" >"$stamp"; else rm -rf "$venv"; fi
    fail "the installation failed, for the reason above: check the network and start again."
}

# prepare run|dev: returns with a current venv, at once where nothing changed. One start installs, others wait for it.
prepare() {
    if current "$1"; then return; fi
    find_python
    echo "sonar-referee: preparing .venv, which needs the network and about a minute ..." >&2
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    exec 9>"$root/.venv.lock"
    "$python" -I -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)' 9>&9 </dev/null # held by fd 9, so never left behind
    current "$1" || install "$1"
    exec 9>&-
    trap - INT TERM HUP
}

# step NAME COMMAND...: runs it, and remembers in $failed that it failed.
failed=
step() {
    name=$1
    shift
    printf '== %s\n' "$name"
    "$@" || failed="$failed $name"
}

# The tools that check the pages, by the machine's npm or, where it has none, the one of the dev extra.
prepare_web() {
    npm=$(PATH=${PATH#"$venv/bin:"} command -v npm) || npm=$venv/bin/npm
    web_sum=$(cksum <"$root/scripts/web/package-lock.json")
    web_stamp=$root/scripts/web/node_modules/.installed
    [ -f "$web_stamp" ] && [ "$(cat "$web_stamp")" = "$web_sum" ] && return
    "$npm" ci --prefix "$root/scripts/web" --no-audit --no-fund --loglevel=error </dev/null >&2 ||
        fail "the tools for the pages could not be installed: check the network and start again."
    printf '%s\n' "$web_sum" >"$web_stamp"
}

# The pages' types must be those that the server's schemas give now.
page_schemas() {
    made_types=$(mktemp)
    scripts/web-types "$made_types" && cmp "$made_types" src/sonar_referee/web/types.d.ts ||
        { echo "types.d.ts is out of date: run scripts/web-types in the environment of scripts/check" && false; }
    code=$?
    rm -f "$made_types"
    return "$code"
}

static_checks() {
    step format ruff format --check
    step lint ruff check
    step types mypy
    step imports lint-imports --no-logo
    tools=scripts/web/node_modules/.bin
    step page-format-and-lint "$tools/biome" check --config-path=scripts/web --error-on-warnings src/sonar_referee/web
    step page-types "$tools/tsc" -p scripts/web/tsconfig.json
    step page-schemas page_schemas
}

# The browser tests need a Chromium: the system's, or playwright's own where that can be had.
prepare_browser() {
    [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null ||
        python -m playwright install chromium >/dev/null 2>&1 ||
        { [ "$(id -u)" = 0 ] && apt-get update -qq >/dev/null && apt-get install -y -qq chromium >/dev/null 2>&1; } ||
        fail "the browser tests need Chromium: install it (on Debian and Ubuntu: apt install chromium)."
}

# To be called last: the exit code, and on stderr which steps failed.
finish() {
    [ -z "$failed" ] || printf 'sonar-referee: failed:%s\n' "$failed" >&2
    [ -z "$failed" ]
}
