#!/bin/sh
# What a Fly machine's own init does, and a little more for the test: the machine's first process mounts what a system
# needs, the volume at /data, and has its API listen at /.fly/api, where at first everybody may call it. Then it obeys the
# second serial port, a line each, its argument in base64:
#   start SCRIPT   runs it as the machine's entry point, with nothing in its environment; "ended CODE" is said at its end
#   run SCRIPT     runs it as root with all powers and answers "answer CODE OUTPUT", the output in base64
#   off            unmounts the volume and ends the machine
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
umask 022
own=/run/machine
port=/dev/ttyS1

mkdir -p /dev/pts /dev/shm /data /.fly
mount -t devpts -o nosuid,noexec,gid=5,mode=620 devpts /dev/pts
mount -t tmpfs -o nosuid,nodev,mode=1777 shm /dev/shm
mount -t ext4 -o nosuid,nodev,noatime /dev/vdb /data
echo 'nameserver 10.0.2.3' >/etc/resolv.conf
hostname machine

# Not the program of this test, but what stands for the platform's.
socat UNIX-LISTEN:/.fly/api,fork,mode=0666 SYSTEM:'echo the platform answers' &

stty -F "$port" raw -echo
exec 3<>"$port"
echo "up $(cut -d" " -f1 /proc/uptime)" >&3
while read -r word argument <&3; do
  case $word in
    start)
      echo "$argument" | base64 -d >"$own/entry"
      # Not in this shell: it goes on obeying.
      (
        cd /
        code=0
        env -i /bin/sh "$own/entry" </dev/null >/dev/console 2>&1 3>&- || code=$?
        echo "ended $code" >&3
      ) &
      ;;
    run)
      echo "$argument" | base64 -d >"$own/script"
      code=0
      /bin/sh "$own/script" </dev/null >"$own/output" 2>&1 3>&- || code=$?
      echo "answer $code $(base64 -w 0 <"$own/output")" >&3
      ;;
    off)
      umount /data || echo 'machine: the volume is still in use'
      sync
      echo o >/proc/sysrq-trigger
      ;;
  esac
done
