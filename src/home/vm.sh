# shellcheck shell=bash disable=SC2154
# ./home vm: boots the image in an emulated machine and runs the tests about it. Read by the front door after image.sh.

# What else has to be there; cpio and kmod make the initramfs, fakeroot keeps owners where we are not root.
need_vm_tools() {
  [[ $(uname -m) == x86_64 ]] || lacks 'the machine test emulates x86-64 and runs only there'
  need qemu-system-x86_64 qemu-system-x86
  need cpio cpio
  PATH=$PATH:/usr/sbin:/sbin
  need mke2fs e2fsprogs
  need depmod kmod
  is_root || need fakeroot fakeroot
}

# get_package PACKAGE FOLDER: unpacks a Debian package of the distribution into a folder of the cache, once.
get_package() {
  local scratch
  [[ ! -d $2 ]] || return 0
  scratch=$(mktemp -d -- "${2%/*}/.new.XXXXXX")
  # Read by apt's own user, who cannot enter ours; it then warns and goes on.
  (cd -- "$scratch" && apt-get -q download "$1" && dpkg-deb -x ./*.deb tree) &&
    mv -T -- "$scratch/tree" "$2"
  rm -rf -- "$scratch"
  [[ -d $2 ]]
}

# Debian's cloud kernel, whose package's name changes with each version. Sets kernel and modules.
find_kernel() {
  local cache=${XDG_CACHE_HOME:-$HOME/.cache}/cloud-home/vm package version
  command -v apt-cache >/dev/null || lacks 'the machine test takes its kernel from Debian packages, and there is no apt'
  if ! package=$(cloud_kernel) && may_install; then
    patiently 'asking apt for a kernel' apt update || true
    package=$(cloud_kernel) || true
  fi
  [[ -n $package ]] || lacks 'apt knows no linux-image-cloud-amd64: the machine test boots the kernel of a Debian'
  version=$(apt-cache show --no-all-versions "$package" | sed -n 's/^Version: //p')
  mkdir -p -- "$cache"
  patiently "getting $package $version" get_package "$package" "$cache/${package}_$version" ||
    lacks "$package cannot be had"
  patiently 'getting busybox-static' get_package busybox-static "$cache/busybox" || lacks 'busybox-static cannot be had'
  busybox=$cache/busybox/bin/busybox
  kernel=$(echo "$cache/${package}_$version"/boot/vmlinuz-*)
  modules=$(echo "$cache/${package}_$version"/lib/modules/*)
  [[ -e $modules/modules.dep ]] || depmod -b "$cache/${package}_$version" "${modules##*/}"
}

cloud_kernel() {
  apt-cache depends linux-image-cloud-amd64 2>/dev/null | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p' |
    grep -m 1 .
}

# make_initramfs FILE: busybox, the modules that lead to disk and network, in the order in which they load, and our scripts.
make_initramfs() {
  local folder module line each status=0
  folder=$(mktemp -d -- "$1.XXXXXX")
  mkdir -p -- "$folder/bin" "$folder/modules" "$folder/dev"
  cp -- "$busybox" "$folder/bin/busybox"
  install -m 0755 -- "$tree/src/test/resources/vm/initramfs.sh" "$folder/init"
  cp -- "$tree/src/test/resources/vm/platform.sh" "$folder/"
  for module in virtio_pci virtio_blk virtio_net; do
    # A module's line names what it needs, the last first; what is built in has no line.
    line=$(grep -m 1 "/$module\.ko" "$modules/modules.dep") || continue
    for each in $(tr -d : <<<"$line" | tr ' ' '\n' | tac); do
      [[ ! -e $folder/modules/${each##*/} ]] || continue
      cp -- "$modules/$each" "$folder/modules/"
      echo "${each##*/}" >>"$folder/modules/order"
    done
  done
  touch -- "$folder/modules/order"
  (cd -- "$folder" && find . | cpio --quiet -R 0:0 -o -H newc | gzip -1) >"$1" || status=$?
  rm -rf -- "$folder"
  return "$status"
}

# make_root IMAGE FILE PROGRAM: the image's files as a disk, with owners, and room for what a machine writes; and a copy of
# its executable.
make_root() {
  local folder=$2.files status=0 with=()
  is_root || with=(fakeroot --)
  rm -rf -- "$folder"
  mkdir -p -- "$folder"
  # shellcheck disable=SC2016 # the shell's own arguments
  export_image "$1" "$folder.tar" &&
    "${with[@]}" sh -euc '
      tar -C "$1" --numeric-owner -xpf "$1.tar"
      mb=$(du -sm "$1" | cut -f1)
      rm -f "$2"
      mke2fs -q -t ext4 -O ^has_journal -d "$1" "$2" "$((mb + mb / 5 + 128))m"
      cp "$1/app/cloud-home" "$3"' sh "$folder" "$2" "$3" || status=$?
  rm -rf -- "$folder" "$folder.tar"
  return "$status"
}

# vm [--image NAME] [MAVEN ARGS]: of the image that is named, or of one without engines that is built now.
vm() {
  local image='' kernel modules busybox work
  case ${1:-} in
    --image=*) image=${1#*=} && shift ;;
    --image) image=${2:?home: --image needs a name} && shift 2 ;;
  esac
  need_tools
  need_vm_tools
  if [[ -z $image ]]; then
    image=localhost/cloud-home:machine
    build_image --tag "$image" --no-engines
  else
    find_images
    has_image "$image" || die "$images has no image $image"
  fi
  find_kernel
  work=$tree/target/vm
  mkdir -p -- "$work"
  trap 'rm -rf -- "$tree/target/vm"' EXIT
  image_config "$image" >"$work/config.json"
  make_initramfs "$work/initramfs.gz"
  patiently "making a disk of $image" make_root "$image" "$work/root.img" "$work/cloud-home" ||
    die 'there is no disk to boot'
  OMB_VM_KERNEL=$kernel OMB_VM_INITRAMFS=$work/initramfs.gz OMB_VM_ROOT=$work/root.img \
    OMB_VM_CONFIG=$work/config.json OMB_VM_PROGRAM=$work/cloud-home maven test -Dtest.groups=machine -Dtest.excluded= \
    -Dsurefire.reportNameSuffix=machine -Dsurefire.failIfNoSpecifiedTests=false "$@"
}
