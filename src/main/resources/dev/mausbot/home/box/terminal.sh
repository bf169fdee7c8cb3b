# Gives a box a terminal of its own, which is not the caller's: what a box types into it reaches only the box.
#
#   /bin/sh terminal.sh START LINK     on the caller's terminal
#
#   START  the program that starts bwrap, started on the new terminal with its rows and columns; what it writes into
#          START.code is the exit code
#   LINK   where START puts a link to the new terminal (socat 1.7 can for a terminal alone, not for a program on one)
#
# socat copies between the two terminals, the caller's in raw mode, so that every key, Ctrl-C too, is the box's. When the
# window changes, this shell hears of it and tells the new terminal, and the kernel tells who runs there.

resize() {
    size=$(stty size <&3) && [ -e "$1" ] && stty -F "$1" rows "${size% *}" cols "${size#* }"
}

command -v socat >/dev/null || {
    echo 'box: socat is missing, and a terminal of its own needs it: apt-get install socat' >&2
    exit 1
}
exec 3<&0
trap 'resize "$2"' WINCH
size=$(stty size <&3)
# What bwrap says goes to the new terminal. Whoever dies takes the next with it, down to the box.
setpriv --pdeathsig KILL socat -,raw,echo=0 "EXEC:setpriv --pdeathsig KILL $1 $size,pty,stderr" <&3 3<&- &
while kill -0 $! 2>/dev/null; do
    wait $!
done
read -r code <"$1.code" || exit 1
exit "$code"
