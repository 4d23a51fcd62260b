;;; emacs.el --- Emacs with pdll-mode and a language server -*- lexical-binding: t -*-

;; emacs --batch -L editors/emacs -l editors/tests/emacs.el
;; PDLL_SERVER is the command of the server, WORKSPACE the folder with the files.
;;
;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; Code:

(package-initialize)
(require 'eglot)
(require 'pdll-mode)
(require 'imenu)

(defvar pdll-test-failed nil)

(defun pdll-test (what is-right found)
  "Report WHAT, which IS-RIGHT, or FOUND otherwise."
  (if is-right
      (message "ok: %s" what)
    (setq pdll-test-failed t)
    (message "FAILED: %s: %S" what found)))

(defmacro pdll-test-eventually (form)
  "Wait until FORM is not nil."
  `(let ((end (+ (float-time) 20)) value)
     (while (and (not (setq value ,form)) (< (float-time) end))
       (accept-process-output nil 0.05))
     value))

(defun pdll-test-at (line column)
  "Go to LINE and COLUMN, which count from 1."
  (goto-char (point-min))
  (forward-line (1- line))
  (forward-char (1- column)))

(defmacro pdll-test-if-known (what &rest body)
  "Run BODY, which checks WHAT, unless the server does not know the method."
  (declare (indent 1))
  `(condition-case problem
       (progn ,@body)
     (jsonrpc-error
      (if (eql (alist-get 'jsonrpc-error-code (cdr problem)) -32601)
          (message "skipped: %s: the server has none" ,what)
        (signal (car problem) (cdr problem))))))

(defun pdll-test-ask (method)
  "Ask the server METHOD about the place of point."
  (jsonrpc-request (eglot-current-server) method (eglot--TextDocumentPositionParams)))

(defun pdll-test-faces ()
  "Check what is highlighted."
  (font-lock-ensure)
  (dolist (row '((1 2 font-lock-preprocessor-face)
                 (3 5 font-lock-comment-face)
                 (4 2 font-lock-keyword-face)
                 (4 10 font-lock-function-name-face)
                 (4 24 font-lock-builtin-face)
                 (5 4 font-lock-keyword-face)
                 (5 7 font-lock-variable-name-face)
                 (5 13 font-lock-keyword-face)
                 (5 17 font-lock-constant-face)
                 (5 33 font-lock-variable-name-face)
                 (5 41 font-lock-keyword-face)
                 (5 48 font-lock-string-face)
                 (6 29 font-lock-variable-name-face)
                 (6 33 font-lock-type-face)
                 (10 12 font-lock-function-name-face)
                 (16 4 font-lock-function-name-face)))
    (pdll-test-at (nth 0 row) (nth 1 row))
    (let ((face (get-text-property (point) 'face)))
      (pdll-test (format "face at %d:%d" (nth 0 row) (nth 1 row))
                 (memq (nth 2 row) (ensure-list face))
                 face))))

(defun pdll-test-indentation ()
  "Check that lines get the indentation that they have."
  (let ((before (buffer-string)))
    (goto-char (point-min))
    (while (not (eobp))
      (unless (looking-at-p "  return success") (delete-horizontal-space))
      (forward-line))
    (indent-region (point-min) (point-max))
    (pdll-test "indentation" (equal (buffer-string) before) (buffer-string))
    (revert-buffer t t)))

(defun pdll-test-server ()
  "Check what the server answers."
  (let ((diagnostics (pdll-test-eventually (flymake-diagnostics))))
    (pdll-test "diagnostics"
               (and diagnostics
                    (= (line-number-at-pos (flymake-diagnostic-beg (car diagnostics))) 18)
                    (string-match-p "`z`" (flymake-diagnostic-text (car diagnostics))))
               (mapcar #'flymake-diagnostic-text diagnostics)))
  (pdll-test-at 6 22)
  (pdll-test-if-known "hover"
    (let ((hover (pdll-test-ask :textDocument/hover)))
      (pdll-test "hover" (string-match-p "arith\\.muli" (format "%S" hover)) hover)))
  (pdll-test-at 7 36)
  (let* ((answer (pdll-test-ask :textDocument/definition))
         (first (if (vectorp answer) (and (> (length answer) 0) (aref answer 0)) answer))
         (line (plist-get (plist-get (plist-get first :range) :start) :line)))
    (pdll-test "definition" (equal line 5) answer))
  (let ((symbols (format "%S" (imenu--make-index-alist t))))
    (pdll-test "symbols" (and (string-match-p "MulByTwo" symbols)
                              (string-match-p "SubOfAdd" symbols))
               symbols))
  (pdll-test-if-known "output of the compiler"
    (pdll-view-output "ast")
    (with-current-buffer "*pdll ast*"
      (pdll-test "output of the compiler" (> (count-lines (point-min) (point-max)) 3)
                 (buffer-string)))))

(defun pdll-test-run ()
  "Check that a pattern runs."
  (find-file (expand-file-name "valid.pdll" (getenv "WORKSPACE")))
  (eglot--maybe-activate-editing-mode)
  (pdll-test-if-known "run"
    (pdll-run "MulByTwo" (expand-file-name "program.mlir" (getenv "WORKSPACE")))
    (with-current-buffer "*pdll run MulByTwo*"
      (pdll-test "run"
                 (and (string-match-p "arith\\.addi %arg0, %arg0" (buffer-string))
                      (string-match-p "^// .*MulByTwo" (buffer-string)))
                 (buffer-string)))))

(defun pdll-test-format ()
  "Check the formatter."
  (find-file (expand-file-name "unformatted.pdll" (getenv "WORKSPACE")))
  (unless (eglot-current-server) (apply #'eglot--connect (eglot--guess-contact)))
  (eglot--maybe-activate-editing-mode)
  (if (not (eglot--server-capable :documentFormattingProvider))
      (message "skipped: formatting: the server has none")
    (eglot-format-buffer)
    (pdll-test "formatting"
               (string-prefix-p "Pattern Nop {\n  erase op<my.nop>(x: Value);\n}" (buffer-string))
               (buffer-string)))
  (set-buffer-modified-p nil))

(defun pdll-test-all ()
  "Run all tests."
  (setq pdll-server-command (split-string (getenv "PDLL_SERVER")))
  (find-file (expand-file-name "patterns.pdll" (getenv "WORKSPACE")))
  (pdll-test "the mode" (eq major-mode 'pdll-mode) major-mode)
  (pdll-test-faces)
  (pdll-test-indentation)
  (apply #'eglot--connect (eglot--guess-contact))
  (pdll-test-server)
  (pdll-test-run)
  (pdll-test-format)
  (eglot-shutdown (eglot-current-server)))

(condition-case problem
    (pdll-test-all)
  (error (pdll-test "the script" nil problem)))
(kill-emacs (if pdll-test-failed 1 0))

;;; emacs.el ends here
