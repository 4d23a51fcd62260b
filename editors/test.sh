#!/usr/bin/env bash
# Tests the packages for editors in the editors themselves, with the pdll-opt that was
# built, and packs the extension for Visual Studio Code that it tests.
#
#   editors/test.sh [--install] [--pictures] [PART…]
#   editors/test.sh --list    print the parts whose editors are installed
#
# PART is `grammar`, `profiles`, `neovim`, `emacs` or `vscode`, all of them by default.
# A part whose editor is missing is skipped, and the script says so. --install installs
# what is missing: packages of Debian as root, those of npm and PyPI in target/editors.
# --pictures makes the pictures of docs/editors.md again.
#
# PDLL_SERVER is the command of another language server.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail

cd "$(dirname "$0")/.."
root=$PWD
target=$(realpath -m -- "${CARGO_TARGET_DIR:-target}")
scratch=$target/editors
pdll_opt=${PDLL_OPT:-$target/release/pdll-opt}
export PDLL_OPT=$pdll_opt PDLL_SERVER=${PDLL_SERVER:-$pdll_opt lsp}
[[ ${PDLL_CACHE_DIR:-} ]] || export PDLL_CACHE_DIR=$scratch/cache
export CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
export PLAYWRIGHT=$scratch/npm/node_modules/playwright-core
# The newest that runs on Node.js 20.
code_server=$scratch/code-server/package
extension=editors/vscode
failed=()

main() {
  local install=false pictures=false parts=()
  for argument; do
    case $argument in
    --install) install=true ;;
    --pictures) pictures=true ;;
    --list) list_parts && return ;;
    grammar | profiles | neovim | emacs | vscode) parts+=("$argument") ;;
    *) usage ;;
    esac
  done
  mkdir -p "$scratch"
  ((${#parts[@]})) || parts=(grammar profiles neovim emacs vscode)
  for part in "${parts[@]}"; do
    if $install; then "install_$part"; fi
    if reason=$("missing_for_$part") && [[ $reason ]]; then
      echo "skipped: $part: $reason"
      continue
    fi
    echo "$part:"
    fresh_workspace "$part"
    "test_$part" || failed+=("$part")
    if $pictures && declare -F "draw_$part" >/dev/null; then "draw_$part"; fi
  done
  if ((${#failed[@]})); then
    echo "error: failed: ${failed[*]}" >&2
    exit 1
  fi
}

usage() {
  sed -n 's/^#   //p' "$0" >&2
  exit 2
}

# The files that the editors open, in a folder that they may change.
fresh_workspace() {
  export WORKSPACE=$scratch/$1/workspace
  rm -rf "$WORKSPACE"
  mkdir -p "$scratch/$1"
  cp -R editors/tests/workspace "$WORKSPACE"
}

list_parts() {
  for part in grammar profiles neovim emacs vscode; do
    [[ $("missing_for_$part") ]] || echo "$part"
  done
}

has() { command -v "$1" >/dev/null; }

# --- The grammar for highlighting

install_grammar() {
  [[ -d $extension/node_modules ]] || npm_ci
}

npm_ci() {
  (cd "$extension" && npm ci --ignore-scripts --no-audit --no-fund --silent)
}

missing_for_grammar() {
  if ! has node; then echo "no node"; fi
  if ! [[ -d $extension/node_modules ]]; then echo "\`npm ci\` has not run in $extension"; fi
}

test_grammar() {
  local cpp=$code_server/lib/vscode/extensions/cpp/syntaxes/cpp.tmLanguage.json
  if [[ -e $cpp ]]; then export CPP_GRAMMAR=$cpp; fi
  (cd "$extension" && node --test test/)
}

# --- Capabilities of many clients

install_profiles() {
  [[ -x $scratch/venv/bin/pytest ]] && return
  python3 -m venv "$scratch/venv"
  "$scratch/venv/bin/pip" install --quiet pytest-lsp==1.0.1
}

missing_for_profiles() {
  [[ -x $scratch/venv/bin/pytest ]] || python3 -c "import pytest_lsp" 2>/dev/null ||
    echo "no pytest-lsp"
}

test_profiles() {
  local python=python3
  if [[ -x $scratch/venv/bin/python ]]; then python=$scratch/venv/bin/python; fi
  PYTHONDONTWRITEBYTECODE=1 "$python" -m pytest -q -p no:cacheprovider \
    -W ignore::pytest.PytestDeprecationWarning editors/tests/profiles.py
}

# --- Neovim

install_neovim() { has nvim || debian neovim; }

missing_for_neovim() { has nvim || echo "no nvim"; }

neovim=(nvim -u NONE -i NONE --cmd "set runtimepath^=$root/editors/neovim" -c "runtime! plugin/pdll.lua")

test_neovim() {
  timeout 120 "${neovim[@]}" --headless -S editors/tests/neovim.lua
}

draw_neovim() {
  draw neovim "${neovim[@]}" -c "set number background=light" -c "highlight clear SignColumn" \
    -c "filetype plugin indent on | syntax on" \
    -c "lua require('pdll').setup({ cmd = vim.split(vim.env.PDLL_SERVER, ' ') })" \
    -c "edit $WORKSPACE/patterns.pdll"
}

# --- Emacs

install_emacs() { missing_for_emacs | grep -q . && debian emacs-nox elpa-eglot || true; }

missing_for_emacs() {
  has emacs || { echo "no emacs" && return; }
  emacs --batch --eval "(progn (package-initialize) (require 'eglot))" 2>/dev/null ||
    echo "no Eglot"
}

test_emacs() {
  local compiled=$scratch/pdll-mode.elc
  emacs -Q --batch --eval "(setq byte-compile-error-on-warn t
      byte-compile-dest-file-function (lambda (_) \"$compiled\"))" \
    -f batch-byte-compile editors/emacs/pdll-mode.el &&
    timeout 120 emacs --batch -L editors/emacs -l editors/tests/emacs.el
}

draw_emacs() {
  draw emacs emacs -nw -q -L editors/emacs --eval "(progn
    (setq warning-minimum-level :emergency frame-background-mode 'light) (package-initialize)
    (mapc #'frame-set-background-mode (frame-list))
    (menu-bar-mode -1) (setq inhibit-startup-screen t
      pdll-server-command (split-string (getenv \"PDLL_SERVER\"))) (require 'pdll-mode)
    (require 'flymake) (add-hook 'flymake-mode-hook (lambda () (run-with-timer 3 nil (lambda ()
      (goto-char (point-min)) (flymake-goto-next-error)))))
    (add-hook 'pdll-mode-hook #'eglot-ensure))" "$WORKSPACE/patterns.pdll"
}

# --- Visual Studio Code

install_vscode() {
  [[ -d $extension/node_modules ]] || npm_ci
  has chromium || debian chromium
  CHROMIUM=$(command -v chromium)
  if ! [[ -d $PLAYWRIGHT ]]; then
    mkdir -p "$scratch/npm"
    npm install --prefix "$scratch/npm" --ignore-scripts --no-audit --no-fund --silent \
      playwright-core@1.58
  fi
  [[ -d $code_server/lib/vscode/extensions/node_modules ]] && return
  mkdir -p "$scratch/code-server"
  (
    cd "$scratch/code-server"
    tar xzf "$(npm pack --silent code-server@4.100.3)"
    for folder in . lib/vscode lib/vscode/extensions; do
      (cd "package/$folder" && npm install --omit=dev --ignore-scripts --silent)
    done
  )
}

missing_for_vscode() {
  if ! has node; then echo "no node"; fi
  if ! [[ -d $extension/node_modules ]]; then echo "\`npm ci\` has not run in $extension"; fi
  if ! [[ -x $CHROMIUM ]]; then echo "no chromium"; fi
  if ! [[ -d $code_server && -d $PLAYWRIGHT ]]; then echo "no code-server"; fi
}

# What is tested is what `make dist` ships.
test_vscode() {
  editors/package.sh "$scratch/pdll.vsix" >/dev/null &&
    (cd editors/tests/vscode && "$root/$extension/node_modules/.bin/vsce" package \
      --no-dependencies --skip-license --allow-missing-repository -o "$scratch/probe.vsix" >/dev/null) &&
    rm -rf "$scratch/vscode/run" && mkdir "$scratch/vscode/run" &&
    timeout 300 node editors/tests/vscode/run.js "$code_server" "$scratch/pdll.vsix" \
      "$scratch/probe.vsix" "$WORKSPACE" "$scratch/vscode/run" "$scratch/vscode.png"
}

draw_vscode() { store vscode; }

# --- Tools

debian() {
  local as_root=()
  if ((EUID != 0)); then as_root=(sudo -n); fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Runs a command in a terminal, and makes a picture of it.
draw() {
  local name=$1
  shift
  has tmux || debian tmux
  local session=pdll-$$
  fresh_workspace "$name"
  tmux -L "$session" -f /dev/null new-session -d -x 100 -y 28 "$(printf '%q ' "$@")"
  sleep 6
  tmux -L "$session" capture-pane -e -p >"$scratch/$name.screen"
  tmux -L "$session" kill-server
  node editors/tests/screen.js "$scratch/$name.screen" "$scratch/$name.png"
  store "$name"
}

store() {
  mkdir -p docs/images
  if has pngquant; then
    pngquant --force --output "docs/images/$1.png" 64 "$scratch/$1.png"
  else
    cp "$scratch/$1.png" "docs/images/$1.png"
  fi
}

main "$@"
