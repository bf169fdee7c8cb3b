# shellcheck shell=bash disable=SC2154
# ./home image: builds the image with what there is here. Read by the front door, whose functions it uses.

readonly debian_suite=bookworm
readonly debian_image=docker.io/library/debian:$debian_suite-slim
readonly certificates=/etc/ssl/certs/ca-certificates.crt
readonly image_goal_mb=250

# What builds and keeps images: docker, podman or buildah, in `images`.
#
# podman and buildah run the steps in a chroot: that needs no daemon, no runtime and no right to make namespaces. The
# steps are our own Dockerfile's.
find_images() {
  images=
  local each
  for each in docker podman; do
    if command -v "$each" >/dev/null && "$each" info >/dev/null 2>&1; then
      images=$each
      return
    fi
  done
  if ! command -v buildah >/dev/null && ! { may_install && patiently 'installing buildah' apt_install buildah; }; then
    lacks 'an image needs a docker or podman that works here, or as root buildah: sudo apt-get install buildah'
  fi
  images=buildah
}

has_image() {
  case $images in
    buildah) buildah inspect --type image "$1" >/dev/null 2>&1 ;;
    *) "$images" image inspect "$1" >/dev/null 2>&1 ;;
  esac
}

image_mb() {
  case $images in
    buildah) buildah images --format '{{.Size}}' "$1" ;; # such as 247 MB
    *) "$images" image inspect --format '{{.Size}}' "$1" ;;
  esac | awk '{ scale = $2 == "GB" ? 1000 : $2 == "KB" ? 0.001 : $2 == "" ? 0.000001 : 1; printf "%.0f\n", $1 * scale }'
}

# The image's own settings as JSON (Env, Entrypoint, WorkingDir); buildah tells more, and these within (`BuiltImage`).
image_config() {
  case $images in
    buildah) buildah inspect --type image "$1" ;;
    *) "$images" image inspect --format '{{json .Config}}' "$1" ;;
  esac
}

# export_image IMAGE FILE: its files as a tar archive.
export_image() {
  local container status=0
  if [[ $images == buildah ]]; then
    container=$(buildah from --pull-never "$1") || return
    tar -C "$(buildah mount "$container")" --numeric-owner -cf "$2" . || status=$?
    buildah rm "$container" >/dev/null
  else
    container=$("$images" create "$1") || return
    "$images" export -o "$2" "$container" || status=$?
    "$images" rm "$container" >/dev/null
  fi
  return "$status"
}

import_image() {
  local container status=0
  if [[ $images != buildah ]]; then
    "$images" import "$1" "$2"
    return
  fi
  container=$(buildah from scratch) || return
  buildah add -q "$container" "$1" / && buildah commit -q "$container" "$2" || status=$?
  buildah rm "$container" >/dev/null
  return "$status"
}

# A Debian of our own, as slim as Docker's, from the packages of the distribution. One a week, so that it does not get
# stale and what was built upon it can be used again.
make_debian_base() {
  local image folder status=0 excludes=() each
  image=localhost/cloud-home-base:$debian_suite-$(date -u +%G-w%V)
  if ! has_image "$image"; then
    need mmdebstrap mmdebstrap
    [[ -e /usr/share/keyrings/debian-archive-keyring.gpg ]] || ! may_install ||
      patiently "installing Debian's keys" apt_install debian-archive-keyring
    for each in man doc info locale lintian; do
      excludes+=(--dpkgopt="path-exclude=/usr/share/$each/*")
    done
    folder=$(mktemp -d)
    patiently "making a Debian $debian_suite of its packages" mmdebstrap --variant=apt "${excludes[@]}" \
      --include=usr-is-merged --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
      --dpkgopt='path-include=/usr/share/doc/*/copyright' "$debian_suite" "$folder/base.tar" &&
      patiently 'making an image of it' import_image "$folder/base.tar" "$image" || status=$?
    rm -rf -- "$folder"
    ((status == 0)) || lacks 'there is no base for the image: neither a registry nor a Debian mirror gave one'
  fi
  base=$image
}

# find_base WHENCE: sets base.
find_base() {
  if [[ -n ${HOME_BASE_IMAGE:-} ]]; then
    base=$HOME_BASE_IMAGE
  elif [[ $1 == debian ]]; then
    make_debian_base
  elif has_image "$debian_image" || patiently "pulling $debian_image" timeout 300 "$images" pull "$debian_image"; then
    base=$debian_image
  else
    say 'no registry gave the base image, so one is made here'
    make_debian_base
  fi
}

# Only what the Dockerfile copies is sent, and with it the executable that was named or is up to date. Sets context.
make_context() {
  local binary=$1
  mkdir -p -- "$tree/target"
  context=$(mktemp -d -- "$tree/target/image.XXXXXX")
  mkdir -p -- "$context/deploy" "$context/target"
  cp -R -- "$tree/deploy/image" "$context/deploy/image"
  cp -- "$tree/Dockerfile.native" "$context/"
  # A fixed time, so that an unchanged executable is an unchanged layer.
  install -m 0755 -- "$binary" "$context/target/cloud-home"
  find "$context" -exec touch -h -d @0 -- {} +
}

# build_image [--tag TAG] [--no-engines] [--base-from-debian]
build_image() {
  local tag=localhost/cloud-home:latest whence=registry engines="$claude $codex $opencode" binary=${HOME_BINARY:-}
  local context=$tree target=image how=() name begun=$SECONDS base status=0
  while (($#)); do
    case $1 in
      --tag) tag=${2:?home: --tag needs a name} && shift ;;
      --tag=*) tag=${1#*=} ;;
      --no-engines) engines= ;;
      --base-from-debian) whence=debian ;;
      *) die "image has no option $1: --tag NAME, --no-engines, --base-from-debian" ;;
    esac
    shift
  done
  [[ -z $binary || -x $binary ]] || die "HOME_BINARY=$binary is not an executable"
  if [[ -z $binary ]] && is_built_native "$(fingerprint)"; then
    binary=$tree/target/cloud-home
  fi
  find_images
  find_base "$whence"
  if [[ -n $binary ]]; then
    target=prebuilt
    make_context "$binary"
  else
    say 'target/cloud-home is not up to date, so the builder image builds it (./home native builds it here)'
  fi

  case $images in
    docker) how=(docker build) ;;
    podman) how=(podman build --isolation chroot --layers) ;;
    buildah) how=(buildah bud --isolation chroot --layers) ;;
  esac
  [[ $target == prebuilt ]] || how+=(--build-arg "COMMIT=$(commit)")
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
    [[ -z ${!name:-} ]] || how+=(--build-arg "$name=${!name}")
  done
  if [[ -n $engines && -r $certificates ]]; then
    how+=(--secret "id=certificates,src=$certificates")
  fi
  if [[ -n $engines ]] && command -v npm >/dev/null; then
    how+=(--build-arg "NPM_REGISTRY=$(npm config get registry)")
  fi
  patiently "building $tag with $images" "${how[@]}" --target "$target" --build-arg "BASE_IMAGE=$base" \
    --build-arg "ENGINES=$engines" -t "$tag" -f "$context/Dockerfile.native" "$context" || status=$?
  [[ $context == "$tree" ]] || rm -rf -- "$context"
  ((status == 0)) || exit 1
  report_image "$tag" "$engines" $((SECONDS - begun))
}

report_image() {
  local mb goal=
  mb=$(image_mb "$1")
  [[ -n $2 ]] || goal=" (goal: at most $image_goal_mb)"
  say "built $1, $mb MB$goal, in $3 s"
}
