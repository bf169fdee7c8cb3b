#!/bin/bash
# machine.sh ROOT DATA APP JAVA_HOME ENTRY PREPARE: in a mount and PID namespace of its own, makes a root file system like
# the image's out of this machine's, boots it as Fly's init does (root, /.fly, a volume at /data, settings and secrets in
# the environment), and never touches this machine's own /proc or /.fly. PREPARE is shell text, run before the entry.
set -euo pipefail
root=$1 data=$2 app=$3 java=$4 entry=$5 prepare=$6

mount --make-rprivate /
mount -t tmpfs -o mode=0755,size=1g machine "$root"
cd "$root"
mkdir app data dev etc old opt proc root run sys tmp usr var var/tmp .fly
chmod 1777 tmp var/tmp
touch .fly/api
mount --bind /usr usr
mount -o remount,bind,ro usr
for name in bin sbin lib lib64; do
  if [[ -L /$name ]]; then
    cp -a "/$name" "$name"
  elif [[ -d /$name ]]; then
    mkdir "$name" && mount --bind "/$name" "$name"
  fi
done
cp -a /etc/. etc/
sed -i '/^maus:/d' etc/passwd etc/group
echo 'maus:x:4242:4242::/data:/usr/sbin/nologin' >>etc/passwd
echo 'maus:x:4242:' >>etc/group
if [[ $java != /usr/* ]]; then
  mkdir -p "./$java" && mount --bind "$java" "./$java"
fi
mount -t proc -o nosuid,nodev,noexec proc proc
mount --rbind /sys sys
mount --rbind /dev dev
mount --bind "$data" data

if [[ -d $app ]]; then
  cp -r "$app" app/quarkus-app
  cat >app/cloud-home <<EOF
#!/bin/sh
exec $java/bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -cp /app/quarkus-app/app/*.jar dev.mausbot.home.Main "\$@"
EOF
else
  cp "$app" app/cloud-home
fi
cp "$entry" app/entry
chown -R root:root app
chmod -R u+rwX,go+rX,go-w app
chmod 0755 app/cloud-home app/entry

pivot_root . old
cd /
umount -l old
rmdir old
eval "$prepare"
exec /app/entry
