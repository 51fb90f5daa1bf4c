# A terminal for tests; tools/tap.sh is read first.
# shellcheck shell=sh

# on_terminal NAME=VALUE... -- COMMAND...: what the command writes to a terminal of its own
on_terminal() {
    python3 - "$@" <<'PYTHON'
import fcntl, os, pty, struct, sys, termios
words = sys.argv[1:]
at = words.index("--")
os.environ.pop("NO_COLOR", None)
os.environ.update(word.split("=", 1) for word in words[:at])
def read(terminal):
    data = os.read(terminal, 65536)
    out.write(data)
    return data
with open(os.environ["OUT"], "wb") as out:
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("4H", 25, int(os.environ.get("WIDTH", 100)), 0, 0))
        os.execvp(words[at + 1], words[at + 1:])
    try:
        while read(terminal):
            pass
    except OSError:
        pass
    os.waitpid(pid, 0)
PYTHON
}

# A chroot may have no /dev/pts.
has_terminals() {
    # shellcheck disable=SC2154  # tools/tap.sh has it
    python3 -c 'import os; os.openpty()' 2>"$tmp/err"
}
