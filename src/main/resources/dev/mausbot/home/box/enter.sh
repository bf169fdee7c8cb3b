# The second process of a box: starts the bridges to the gates, waits until they listen, and becomes the engine.
#
#   /bin/sh enter.sh WORD... -- ENGINE ARGUMENT...
#
#   from=FILE          more words, one a line, in FILE
#   PORT=SOCKET        a loopback port and the unix socket that it leads to
#   relay=SOCKET       a socket that the bridge program dials out to (so there must be a by=)
#   by=WORD            a word of the bridge program (repeated); without any, every port gets a socat
#   at=DEV:INODE=PATH  what must be at PATH (stat -c %d:%i), or the engine is not started
#   ports=FILE         where the bridge program's ports are written, "ready PORT..." (for a PORT of 0)
#
# No word holds a newline. Exit code 97, with a line "box: ..." on standard error: the engine was not started. The
# bridges and the shell that watches them are children of the namespace's init, never of the engine, which gets its
# arguments, environment, descriptors, signals and umask as this shell got them (this shell's names begin with omb_).

omb_nl='
'
omb_routes='' omb_count=0 omb_relay='' omb_by='' omb_pairs='' omb_paths='' omb_ports=''

omb_refuse() {
    echo "box: $1" >&2
    exit 97
}

# Starts the socat of a route, or the bridge program for all. An answer may go on for -t seconds after the client's last
# byte (the default of 0.5 cuts slow ones). Resets by clients are no news, so socat says nothing.
omb_start() {
    if [ -z "$omb_by" ]; then
        socat -t 86400 -b 65536 \
            "TCP4-LISTEN:${1%%=*},bind=127.0.0.1,reuseaddr,fork,nodelay,backlog=1024,max-children=512" \
            "UNIX-CONNECT:${1#*=}" </dev/null >/dev/null 2>&1 &
    else
        IFS=$omb_nl
        $omb_by $omb_routes </dev/null &
        unset IFS
    fi
    omb_running="$omb_running$!=$1$omb_nl"
}

# A child has ended. Another may end while this is at work, which interrupts it: the one at work then looks again, for
# two at once would lose a route and start another twice.
omb_mend() {
    omb_again=yes
    while [ -n "$omb_again" ] && [ -z "$omb_mending" ]; do
        omb_mending=yes omb_again=''
        omb_look
        omb_mending=''
    done
}

# Starts the like of every child that has ended, the first time at once, later after a second. A zombie has no exe, so
# two that end together are both seen.
omb_look() {
    omb_before=$omb_running omb_running=''
    IFS=$omb_nl
    for omb_one in $omb_before; do
        unset IFS
        if [ -e "/proc/${omb_one%%=*}/exe" ]; then
            omb_running="$omb_running$omb_one$omb_nl"
            [ -z "$omb_clock" ] || [ -e "/proc/$omb_clock/exe" ] || omb_late "${omb_one%%=*}"
            continue
        fi
        # A shell says "Killed" of whom a signal ended; we say it in our own words.
        wait "${omb_one%%=*}" 2>/dev/null
        echo "box: the bridge to the gates ended (exit $?); starting it again" >&2
        [ -z "$omb_mended" ] || sleep 1
        omb_mended=yes
        omb_start "${omb_one#*=}"
    done
    unset IFS
}

# The bridge program's time is over. It closes its standard output when it listens; if that is still the pipe, it is
# ended, and the reader of the pipe sees that nothing came.
omb_late() {
    omb_clock=''
    [ ! -p "/proc/$1/fd/1" ] || kill -KILL "$1"
}

# Redirects itself with exec: of a redirected function, this shell would keep the old descriptors open.
omb_supervise() {
    exec </dev/null
    [ -n "$omb_by" ] || exec >/dev/null
    set -f
    omb_running='' omb_mended='' omb_mending='' omb_clock=''
    trap omb_mend CHLD
    if [ -z "$omb_by" ]; then
        IFS=$omb_nl
        for omb_one in $omb_routes; do
            unset IFS
            omb_start "$omb_one"
        done
    else
        omb_start all
        sleep 5 </dev/null >/dev/null &
        omb_clock=$!
    fi
    exec >/dev/null
    while :; do wait 2>/dev/null; done
}

# Says what is not where it must be.
omb_compare() {
    set -f
    IFS=$omb_nl
    omb_found=$omb_nl$(stat -c %d:%i=%n -- $omb_paths 2>/dev/null)$omb_nl
    [ "$omb_found" != "$omb_nl$omb_pairs" ] || return 0
    for omb_one in $omb_pairs; do
        case $omb_found in *"$omb_nl$omb_one$omb_nl"*) ;; *) echo "moved ${omb_one#*=}" ;; esac
    done
}

# socat cannot say that it listens. Its socket is counted in the box's network, where nobody else has one yet. This
# neither forks nor sleeps; /proc/net/tcp would name the ports, but takes milliseconds a look.
omb_await() {
    read -r omb_since omb_rest </proc/uptime
    omb_sockets=0
    until [ "$omb_sockets" -ge "$omb_count" ]; do
        { read -r omb_rest; read -r omb_rest omb_rest omb_sockets omb_rest; } </proc/net/sockstat
        read -r omb_now omb_rest </proc/uptime
        [ $((${omb_now%.*} - ${omb_since%.*})) -le 5 ] ||
            omb_refuse "$omb_sockets of $omb_count bridges to the gates listen after 5 s; is socat in the box?"
    done
}

omb_word() {
    case $1 in
        from=*) while IFS= read -r omb_one; do omb_word "$omb_one"; done <"${1#from=}" ;;
        by=*) omb_by=$omb_by${1#by=}$omb_nl ;;
        at=*=*) omb_pairs=$omb_pairs${1#at=}$omb_nl omb_one=${1#at=} omb_paths=$omb_paths${omb_one#*=}$omb_nl ;;
        ports=*) omb_ports=${1#ports=} ;;
        [0-9]*=/*) omb_routes=$omb_routes$1$omb_nl omb_count=$((omb_count + 1)) ;;
        relay=/*) omb_relay=$1 omb_routes=$omb_routes$1$omb_nl ;;
        *) omb_refuse "enter does not know the word '$1'" ;;
    esac
}

while [ $# -gt 0 ] && [ "$1" != -- ]; do
    omb_word "$1"
    shift
done
[ $# -gt 1 ] || omb_refuse 'enter was given no engine to start'
shift
[ -z "$omb_relay" ] || [ -n "$omb_by" ] || omb_refuse 'a relay needs the bridge program; socat cannot dial out and wait'

# The inner shell ends at once, so that init inherits what it has started. What is said comes back when all have closed
# the pipe.
omb_said=''
[ -z "$omb_routes$omb_pairs" ] || omb_said=$(
    [ -z "$omb_routes" ] || omb_supervise &
    [ -z "$omb_pairs" ] || omb_compare
)
case $omb_said in
    *'moved '*) omb_refuse "not what it was when the box was planned, so nothing is started: ${omb_said#*moved }" ;;
esac
if [ -n "$omb_routes" ] && [ -z "$omb_by" ]; then
    omb_await
elif [ -n "$omb_routes" ]; then
    # A JVM may have put warnings of its own before the line.
    case $omb_said in
        *'ready '*) [ -z "$omb_ports" ] || echo "ready ${omb_said##*ready }" >"$omb_ports" ;;
        *) omb_refuse 'the bridge to the gates did not listen within 5 s' ;;
    esac
fi
exec "$@"
