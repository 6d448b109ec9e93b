#!/bin/sh
# A random bot with curl (7.71 or newer) and what every Unix has, for any seats of a crew.
# SONAR_URL, SONAR_MATCH, SONAR_TOKEN and SONAR_SEATS in the environment say where it plays, and as whom.
set -eu
api=$SONAR_URL/api/matches/$SONAR_MATCH

# A call. It is made again if the answer is lost, or if the server says when to come back.
call() {
    curl -sS --noproxy '*' --retry 10 --retry-all-errors --retry-max-time 60 \
        -H "Authorization: Bearer $SONAR_TOKEN" -H 'Content-Type: application/json' "$@"
}

# Some bytes by chance, as a number.
chance() { od -An -N4 -tu4 /dev/urandom | tr -d ' '; }

# From a view, one of the legal orders of the seats that the table waits for: the seat, a space, the order.
choose() {
    awk -v seed="$(chance)" -v only="${SONAR_SEATS%% *}" '
        function list(name) { return substr(view, index(view, "\"" name "\":[") + length(name) + 4) }
        { view = view $0 }
        END {
            srand(seed)
            awaiting = list("awaiting")
            awaiting = substr(awaiting, 1, index(awaiting, "]"))
            orders = list("legal_orders")
            for (i = 1; i <= length(orders); i++) {
                character = substr(orders, i, 1)
                if (character == "{" && depth++ == 0) start = i
                if (character == "}" && --depth == 0) consider(substr(orders, start, i - start + 1))
                if (character == "]" && depth == 0) break
            }
            if (count) print chosen
        }
        function consider(order, seat) {
            seat = only
            if (match(order, /"seat":"[^"]*",?/)) {
                seat = substr(order, RSTART + 8)
                seat = substr(seat, 1, index(seat, "\"") - 1)
                order = substr(order, 1, RSTART - 1) substr(order, RSTART + RLENGTH)
                sub(/,}$/, "}", order)
            }
            # each of those so far is kept with the same chance
            if (index(awaiting, "\"" seat "\"") && rand() * ++count < 1) chosen = seat " " order
        }'
}

while true; do
    view=$(call "$api/view")
    case $view in
    *'"status":"finished"'*) break ;;
    *'"legal_orders"'*) ;;
    *) printf '%s\n' "$view" >&2 && exit 1 ;;
    esac
    chosen=$(printf '%s\n' "$view" | choose)
    if [ -z "$chosen" ]; then
        # held until something is said; not for long, since not everything that concerns us is said aloud
        seq=$(printf '%s\n' "$view" | sed 's/.*"seq":\([0-9]*\).*/\1/')
        call "$api/announcements?after=$seq&wait=1" >/dev/null
        continue
    fi
    # the order_id makes it harmless to send the same again
    call "$api/orders" -d "{\"seat\":\"${chosen%% *}\",\"order\":${chosen#* },\"order_id\":\"$(chance)-$(chance)\"}" |
        sed -n 's/.*"detail":"\([^"]*\)".*/refused: \1/p'
done

printf '%s\n' "$view" | sed 's/.*"outcome":\({[^}]*}\).*/over: \1/'
