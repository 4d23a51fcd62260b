# Prints how bash completes the last word of a command line.
#
# usage: bash complete.bash SCRIPT WORD...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_pdll__opt "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
