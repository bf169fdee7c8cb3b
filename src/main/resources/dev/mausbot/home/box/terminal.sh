# Gives a box a terminal of its own, which is not the caller's: what a box types into it reaches only the box.
#
#   /bin/sh terminal.sh START LINK     on the caller's terminal
#
#   START  the program that becomes bwrap, started on the new terminal with its rows and columns
#   LINK   where a link to the new terminal is to be
#
# socat copies between the two terminals, the caller's in raw mode, so that every key, Ctrl-C too, is the box's. When the
# window changes, this shell hears of it and tells the new terminal, and the kernel tells who runs there.

resize() {
    size=$(stty size <&3) && [ -e "$1" ] && stty -F "$1" rows "${size% *}" cols "${size#* }"
}

exec 3<&0
trap 'resize "$2"' WINCH
size=$(stty size <&3)
setpriv --pdeathsig KILL socat -,raw,echo=0 "EXEC:$1 $size,pty,link=$2,stderr" <&3 3<&- &
while kill -0 $! 2>/dev/null; do
    wait $!
done
