#!/bin/busybox sh
# shellcheck shell=dash
# The first program of the machine test's kernel, run by busybox: finds the image's file system and goes on in it, as a
# cloud's own initramfs does.
/bin/busybox mkdir -p /bin /dev /proc /sys /root
/bin/busybox --install -s /bin
PATH=/bin
export PATH

fail() {
  echo "machine: $*"
  echo o >/proc/sysrq-trigger
  sleep 60
}

mount -t devtmpfs dev /dev
mount -t proc -o nosuid,nodev,noexec proc /proc
mount -t sysfs -o nosuid,nodev,noexec sys /sys
while read -r module; do
  insmod "/modules/$module" || fail "the kernel does not take $module"
done </modules/order
ip link set lo up
{ ip addr add 10.0.2.15/24 dev eth0 && ip link set eth0 up && ip route add default via 10.0.2.2; } ||
  fail 'there is no network'
mount -t ext4 -o noatime /dev/vda /root || fail "the image's file system cannot be mounted"
for each in dev proc sys; do
  mkdir -p "/root/$each"
  mount -o move "/$each" "/root/$each"
done
mkdir -p /root/run
mount -t tmpfs -o nosuid,nodev,mode=0755 run /root/run
mkdir -m 0700 /root/run/machine
cp /platform.sh /root/run/machine/
exec switch_root /root /bin/sh /run/machine/platform.sh
