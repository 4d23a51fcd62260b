#!/bin/sh
# Installs the Debian package in a fresh Debian 12 and tests it there, first with
# the packages that apt installs with it, and then also with a C++ compiler.
#
#   tools/smoke-test-debian.sh [PACKAGE.deb]
#
# The default is the newest package in target/dist. The script needs root and
# debootstrap. It copies all settings of apt from this machine, whose sources must
# contain LLVM's packages.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu

release=bookworm
source=$(cd "$(dirname "$0")/.." && pwd)

main() {
  [ $# -le 1 ] || fail "usage: tools/smoke-test-debian.sh [PACKAGE.deb]"
  package=${1:-$(newest_package)}
  [ -f "$package" ] || fail "package \`$package\` does not exist; \`make dist\` builds it"
  [ "$(id -u)" -eq 0 ] || fail "this script must run as root"
  command -v debootstrap >/dev/null ||
    fail "debootstrap is missing; run \`apt-get install debootstrap\`"

  # The users of the new Debian must be able to read its root, so the root is a
  # folder inside mktemp's private one.
  work=$(mktemp -d)
  root=$work/debian
  log=$work/log
  trap clean_up EXIT
  trap 'exit 1' HUP INT TERM
  make_debian
  install_package
  inside /smoke-test.sh
  say "testing again, with a C++ compiler"
  install_packages g++ cmake make llvm-22-dev
  inside /smoke-test.sh >"$work/report" || fail "the test failed: $(cat "$work/report")"
  cat "$work/report"
  ! grep -q ^skipped: "$work/report" || fail "no check must be skipped here"
}

newest_package() {
  # Package names contain no blanks.
  # shellcheck disable=SC2012
  ls -t "${CARGO_TARGET_DIR:-$source/target}"/dist/*.deb 2>/dev/null | head -n 1
}

make_debian() {
  say "installing Debian $release in $root"
  mkdir "$root"
  # Use the first mirror of apt, which works on this machine.
  # shellcheck disable=SC2016
  mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' |
    sed -n "s/ $release\$//p" | head -n 1)
  debootstrap --variant=minbase --include=ca-certificates \
    "$release" "$root" "${mirror:-http://deb.debian.org/debian}" >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    fail "debootstrap failed"
  }
  # dpkg needs /proc to install packages.
  mount -t proc proc "$root/proc"
  copy_settings_of_apt
  inside apt-get update -qq
}

# Copies the package sources of this machine, their keys, and the network settings.
copy_settings_of_apt() {
  rm -f "$root/etc/apt/sources.list"
  for path in /etc/resolv.conf /etc/apt /usr/share/keyrings \
    /etc/ssl/certs/ca-certificates.crt /usr/local/share/ca-certificates; do
    [ -e "$path" ] || continue
    mkdir -p "$root${path%/*}"
    # Replace existing links, which may lead out of the folder.
    cp -RL --remove-destination "$path" "$root${path%/*}"
  done
  # These settings call programs of this machine.
  grep -lrE 'Invoke|Pre-Install-Pkgs' "$root/etc/apt/apt.conf.d" | xargs -r rm -f
}

# Installs the package with its dependencies and recommendations, as apt does by
# default.
install_package() {
  say "installing $package"
  cp "$package" "$root/pdll.deb"
  cp "$source/tools/smoke-test.sh" "$root/smoke-test.sh"
  install_packages --install-recommends /pdll.deb
  inside dpkg --status pdll | grep -E '^(Version|Maintainer|Depends|Recommends|Suggests):'
}

install_packages() {
  inside apt-get install -y -qq "$@" >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    fail "apt-get could not install $*"
  }
}

# Runs a command in the new Debian, without the environment of this machine.
inside() {
  chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"
}

# Removes the folder, but not while something is mounted in it.
clean_up() {
  status=$?
  if mountpoint -q "$root/proc"; then
    umount "$root/proc" || exit 1
  fi
  rm -rf --one-file-system "$work"
  exit "$status"
}

say() {
  echo "== $1"
}

fail() {
  echo "error: $1" >&2
  exit 1
}

main "$@"
