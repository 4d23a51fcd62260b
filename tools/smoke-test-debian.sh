#!/bin/sh
# Installs the Debian package in a fresh Debian 12, and proves that it works
# there: with what apt installs along with it, and then with a C++ compiler.
#
#   tools/smoke-test-debian.sh [PACKAGE.deb]
#
# By default it is the newest package in target/dist. Needs root, debootstrap,
# and sources of apt on this machine that have LLVM's packages; those, and all
# of apt's settings, are used in the other Debian, too.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu

release=bookworm
source=$(cd "$(dirname "$0")/.." && pwd)

main() {
  [ $# -le 1 ] || fail "usage: tools/smoke-test-debian.sh [PACKAGE.deb]"
  package=${1:-$(newest_package)}
  [ -f "$package" ] || fail "there is no package \`$package\`; \`make dist\` makes one"
  [ "$(id -u)" -eq 0 ] || fail "only root can make a Debian in a folder"
  command -v debootstrap >/dev/null ||
    fail "debootstrap is missing; \`apt-get install debootstrap\` installs it"

  # Others may not look into this one.
  work=$(mktemp -d)
  root=$work/debian
  log=$work/log
  trap clean_up EXIT
  trap 'exit 1' HUP INT TERM
  make_debian
  install_package
  inside /smoke-test.sh
  say "once more, with a C++ compiler"
  install_packages g++ cmake make llvm-22-dev
  inside /smoke-test.sh >"$work/report" || fail "it failed: $(cat "$work/report")"
  cat "$work/report"
  ! grep -q ^skipped: "$work/report" || fail "nothing was to be skipped"
}

newest_package() {
  # Names of packages have no blanks.
  # shellcheck disable=SC2012
  ls -t "${CARGO_TARGET_DIR:-$source/target}"/dist/*.deb 2>/dev/null | head -n 1
}

make_debian() {
  say "making a Debian $release in $root"
  mkdir "$root"
  # The mirror that works here is the first one of apt.
  # shellcheck disable=SC2016
  mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' |
    sed -n "s/ $release\$//p" | head -n 1)
  debootstrap --variant=minbase --include=ca-certificates \
    "$release" "$root" "${mirror:-http://deb.debian.org/debian}" >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    fail "debootstrap failed"
  }
  # dpkg wants it to install packages.
  mount -t proc proc "$root/proc"
  copy_settings_of_apt
  inside apt-get update -qq
}

# The sources of this machine, their keys, and how they are reached.
copy_settings_of_apt() {
  rm -f "$root/etc/apt/sources.list"
  for path in /etc/resolv.conf /etc/apt /usr/share/keyrings \
    /etc/ssl/certs/ca-certificates.crt /usr/local/share/ca-certificates; do
    [ -e "$path" ] || continue
    mkdir -p "$root${path%/*}"
    # A link that is there may lead out of the folder.
    cp -RL --remove-destination "$path" "$root${path%/*}"
  done
  # These call programs of this machine.
  grep -lrE 'Invoke|Pre-Install-Pkgs' "$root/etc/apt/apt.conf.d" | xargs -r rm -f
}

# What the package depends on and what it recommends, which is apt's default.
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

# Runs a command in the other Debian, with nothing of this one's variables.
inside() {
  chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"
}

# Removes nothing while something is mounted there.
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
