"""Sits at a terminal for a test: runs a program on a new one and goes through the steps on standard input, one a line.

    size ROWS COLUMNS    changes the window
    type TEXT            types it; \\r is the return key and \\x03 is Ctrl-C
    expect REGEX         waits until what came since the last match matches
    end                  waits for the program's end

Prints what the terminal showed, then "exit CODE" and whether the terminal's settings are the same as before.
"""

import fcntl
import os
import re
import select
import struct
import sys
import termios
import time

PATIENCE = 40


class Terminal:
    def __init__(self, command):
        self.person, self.program = os.openpty()
        self.resize(40, 120)
        self.before = termios.tcgetattr(self.program)
        self.shown = ""
        self.seen = 0
        self.child = os.fork()
        if self.child == 0:
            os.setsid()
            fcntl.ioctl(self.program, termios.TIOCSCTTY, 0)
            for stream in range(3):
                os.dup2(self.program, stream)
            os.closerange(3, 256)
            os.execvp(command[0], command)

    def resize(self, rows, columns):
        fcntl.ioctl(self.person, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text):
        os.write(self.person, text.encode())

    def look(self, seconds):
        if select.select([self.person], [], [], seconds)[0]:
            self.shown += os.read(self.person, 65536).decode(errors="replace")

    def expect(self, regex):
        deadline = time.monotonic() + PATIENCE
        while True:
            found = re.compile(regex, re.M).search(self.shown, self.seen)
            if found:
                self.seen = found.end()
                return
            if time.monotonic() > deadline:
                self.tell("no match for " + regex)
                os.kill(self.child, 9)
                sys.exit(1)
            self.look(0.1)

    def end(self):
        deadline = time.monotonic() + PATIENCE
        while True:
            pid, status = os.waitpid(self.child, os.WNOHANG)
            self.look(0.1)
            if pid:
                same = termios.tcgetattr(self.program) == self.before
                self.tell("exit %d" % os.waitstatus_to_exitcode(status))
                print("settings " + ("as before" if same else "changed"))
                return
            if time.monotonic() > deadline:
                self.tell("it did not end")
                os.kill(self.child, 9)
                sys.exit(1)

    def tell(self, last):
        print(self.shown.replace("\r\n", "\n"))
        print(last, flush=True)


def main():
    terminal = Terminal(sys.argv[1:])
    for line in sys.stdin:
        step, _, rest = line.rstrip("\n").partition(" ")
        if step == "size":
            terminal.resize(*map(int, rest.split()))
        elif step == "type":
            terminal.type(rest.encode().decode("unicode_escape"))
        elif step == "expect":
            terminal.expect(rest)
        elif step == "end":
            terminal.end()


main()
