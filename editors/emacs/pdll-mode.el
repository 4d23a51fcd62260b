;;; pdll-mode.el --- Major mode for MLIR's pattern language PDLL -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages

;;; Commentary:

;; Highlighting and indentation of `.pdll' files, and an entry for Eglot:
;;
;;     (require 'pdll-mode)
;;     (add-hook 'pdll-mode-hook #'eglot-ensure)
;;
;; `pdll-view-output' shows what the compiler makes of the file, and `pdll-explain'
;; says why a pattern matches a program, or does not.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'url-util)

(defgroup pdll nil
  "The pattern language PDLL."
  :group 'languages)

(defcustom pdll-server-command '("pdll-opt" "lsp")
  "The command of the language server."
  :type '(repeat string))

(defcustom pdll-include-dirs nil
  "Folders in which #include looks for files."
  :type '(repeat directory))

(defcustom pdll-compilation-databases nil
  "Files pdll_compile_commands.yml of build folders."
  :type '(repeat file))

(defcustom pdll-inputs nil
  "MLIR files on which patterns are tried."
  :type '(repeat file))

(defcustom pdll-inlay-hints t
  "Whether the server sends inlay hints."
  :type 'boolean)

(defcustom pdll-verdicts t
  "Whether the server finds out if patterns are right, for code lenses."
  :type 'boolean)

(defcustom pdll-portable nil
  "Whether the server reports what MLIR's mlir-pdll does not have as an error."
  :type 'boolean)

(defcustom pdll-rules-modes nil
  "Modes of `.td' files for which Eglot starts the server, such as `tablegen-mode'.
Set it before Eglot is loaded."
  :type '(repeat symbol))

(defcustom pdll-indent-offset 2
  "Columns of a level of indentation."
  :type 'integer
  :safe #'integerp)

;;; Highlighting

(defvar pdll-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?' "." table)
    (dolist (c '(?< ?> ?= ?- ?: ?.))
      (modify-syntax-entry c "." table))
    table)
  "The syntax of PDLL: a comment starts with // and ends with its line.")

(defconst pdll--name "[A-Za-z_][A-Za-z0-9_]*")

(defun pdll--words (&rest words)
  "A regular expression for WORDS that are symbols of their own."
  (regexp-opt words 'symbols))

;; The first rule for a place wins.
(defconst pdll-font-lock-keywords
  `(("#include\\_>" . font-lock-preprocessor-face)
    ;; The name of an operation, or of a member, may be any word.
    (,(concat "\\_<\\([oO]p\\)[ \t]*<[ \t\n]*\\(" pdll--name "\\(?:\\." pdll--name "\\)*\\)")
     (1 font-lock-keyword-face) (2 font-lock-constant-face))
    ("\\.\\.\\." . font-lock-keyword-face)
    (,(concat "\\^" pdll--name) . font-lock-constant-face)
    (,(concat "\\.[ \t]*\\(" pdll--name "\\)") 1 font-lock-variable-name-face)
    (,(concat "\\_<let[ \t]+\\(" pdll--name "\\)") 1 font-lock-variable-name-face)
    (,(concat "[{,][ \t]*\\(" pdll--name "\\)[ \t]*=[^>]") 1 font-lock-variable-name-face)
    (,(concat "^[ \t]*\\(" pdll--name "\\)[ \t]*=[^>]") 1 font-lock-variable-name-face)
    (,(concat "\\_<\\(Pattern\\)\\_>\\(?:[ \t\n]+\\(" pdll--name "\\)\\)?")
     (1 font-lock-keyword-face)
     (2 (unless (equal (match-string 2) "with") font-lock-function-name-face) nil t))
    (,(concat (pdll--words "Constraint" "Rewrite") "\\(?:[ \t]+\\(" pdll--name "\\)\\)?")
     (1 font-lock-keyword-face) (2 font-lock-function-name-face nil t))
    (,(concat "\\_<\\(Predicate\\)[ \t]+\\(" pdll--name "\\)")
     (1 font-lock-keyword-face) (2 font-lock-function-name-face))
    (,(concat "\\_<\\(TypeRule\\)\\_>\\(?:[ \t]+\\(" pdll--name "\\)\\)?[ \t]*\\(?:{\\|=>\\|$\\)")
     (1 font-lock-keyword-face) (2 font-lock-function-name-face nil t))
    (,(pdll--words "erase" "let" "not" "replace" "return" "rewrite" "with")
     . font-lock-keyword-face)
    ("\\_<\\(attr\\|type\\)[ \t]*<" 1 font-lock-keyword-face)
    ("\\_<\\(benefit\\|labels\\)[ \t]*(" 1 font-lock-builtin-face)
    ("\\_<recursion\\_>" . font-lock-builtin-face)
    ("\\(?:^\\|[])>}]\\)[ \t]*\\_<\\(and\\|or\\)\\_>" 1 font-lock-keyword-face)
    ("\\_<\\(check\\|evaluate\\)[ \t]*\\(?:\\[{\\|\"\\)" 1 font-lock-keyword-face)
    ("\\_<\\(capture\\)[ \t]*([^()]*)[ \t]*\\(?:\\[{\\|\"\\)" 1 font-lock-keyword-face)
    (,(pdll--words "Attr" "Op" "OpName" "Type" "TypeRange" "Value" "ValueRange")
     . font-lock-type-face)
    (,(concat "\\_<\\(" pdll--name "\\)[ \t]*:") 1 font-lock-variable-name-face)
    (,(concat ":[ \t]*\\(" pdll--name "\\)") 1 font-lock-type-face)
    (,(concat "\\_<\\(" pdll--name "\\)[ \t]*(") 1 font-lock-function-name-face)
    ("-?\\_<[0-9]+\\_>" . font-lock-constant-face)
    ("\\_<_\\_>" . font-lock-builtin-face))
  "What to highlight in PDLL.")

;;; Indentation

(defun pdll-indent-line ()
  "Indent the line by the brackets that are open before it."
  (interactive)
  (let* ((column (pdll--column))
         (is-in-text (> (current-column) (current-indentation))))
    (when column
      (if is-in-text
          (save-excursion (indent-line-to column))
        (indent-line-to column)))))

(defun pdll--column ()
  "The column of the line, or nil in a string or a block of C++."
  (save-excursion
    (back-to-indentation)
    (let* ((state (syntax-ppss))
           (open (nth 1 state)))
      (cond
       ((nth 3 state) nil)
       ((and open (pdll--is-in-code (nth 9 state)) (not (looking-at-p "}\\]"))) nil)
       (t (let ((is-closing (looking-at-p "[])}]")))
            (+ (if open (pdll--indentation-at open) 0)
               (if (and open (not is-closing)) pdll-indent-offset 0)
               (if (and (not is-closing) (pdll--is-after-arrow)) pdll-indent-offset 0))))))))

(defun pdll--is-in-code (opened)
  "Whether one of the brackets OPENED starts a block of C++."
  (seq-some (lambda (at) (and (eq (char-after at) ?\[) (eq (char-after (1+ at)) ?\{)))
            opened))

(defun pdll--indentation-at (position)
  "The indentation of the line of POSITION."
  (save-excursion (goto-char position) (current-indentation)))

(defun pdll--is-after-arrow ()
  "Whether the code before the line ends with =>."
  (save-excursion
    (forward-comment (- (point)))
    (looking-back "=>" (- (point) 2))))

;;;###autoload
(define-derived-mode pdll-mode prog-mode "PDLL"
  "Major mode for MLIR's pattern language PDLL."
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "//+[ \t]*")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'pdll-indent-line)
  (setq-local electric-indent-chars (append '(?\} ?\) ?\]) electric-indent-chars))
  (setq-local imenu-generic-expression
              `((nil ,(concat "^[ \t]*\\(?:Pattern\\|Constraint\\|Rewrite\\|Predicate\\|TypeRule\\)"
                              "[ \t]+\\(" pdll--name "\\)")
                     1)))
  (setq-local font-lock-defaults '(pdll-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.pdll\\'" . pdll-mode))

;;; The language server

(defvar eglot-server-programs)
(declare-function eglot-current-server "eglot")
(declare-function jsonrpc-request "jsonrpc")

(defun pdll--contact (&rest _)
  "The command of the server, and its options."
  (append pdll-server-command
          `(:initializationOptions
            (:includeDirs ,(pdll--files pdll-include-dirs)
             :compilationDatabases ,(pdll--files pdll-compilation-databases)
             :inputs ,(pdll--files pdll-inputs)
             :inlayHints ,(if pdll-inlay-hints t :json-false)
             :verdicts ,(if pdll-verdicts t :json-false)
             :portable ,(if pdll-portable t :json-false)))))

(defun pdll--files (names)
  "NAMES as a JSON array of absolute paths."
  (vconcat (mapcar #'expand-file-name names)))

(with-eval-after-load 'eglot
  (dolist (mode (cons 'pdll-mode pdll-rules-modes))
    (add-to-list 'eglot-server-programs (cons mode #'pdll--contact))))

(defun pdll--uri ()
  "The address of the file, as the server knows it."
  (concat "file://" (url-hexify-string (file-truename buffer-file-name)
                                       url-path-allowed-chars)))

(defun pdll--request (method parameters)
  "Ask the server for METHOD with PARAMETERS."
  (unless (and (featurep 'eglot) (eglot-current-server))
    (user-error "No language server; start one with M-x eglot"))
  (jsonrpc-request (eglot-current-server) method parameters))

(defun pdll-view-output (kind)
  "Show what the compiler makes of the file; KIND is mlir, matcher, cpp or ast."
  (interactive
   (list (completing-read "Output: " '("mlir" "matcher" "cpp" "ast") nil t nil nil "mlir")))
  (let ((answer (pdll--request :pdll/viewOutput (list :uri (pdll--uri) :kind kind))))
    (pdll--show (format "*pdll %s*" kind) (plist-get answer :output))))

(defun pdll-explain (pattern input)
  "Say why PATTERN matches the program INPUT, or does not."
  (interactive
   (list (read-string "Pattern: " (thing-at-point 'symbol t))
         (read-file-name "Program: " nil (car pdll-inputs) t)))
  (let ((answer (pdll--request :pdll/explain
                               (list :uri (pdll--uri) :pattern pattern
                                     :input (expand-file-name input)))))
    (pdll--show (format "*pdll %s*" pattern) (plist-get answer :text))))

(defun pdll-run (pattern input)
  "Show what PATTERN makes of the program INPUT, and below it why."
  (interactive
   (list (read-string "Pattern: " (thing-at-point 'symbol t))
         (read-file-name "Program: " nil (car pdll-inputs) t)))
  (let ((answer (pdll--request :pdll/run
                               (list :uri (pdll--uri) :pattern pattern
                                     :input (expand-file-name input)))))
    (pdll--show (format "*pdll run %s*" pattern)
                (concat (plist-get answer :output) "\n"
                        (replace-regexp-in-string
                         "^" "// " (string-trim-right (plist-get answer :explanation)))
                        "\n"))))

(defun pdll--show (name text)
  "Show TEXT in the buffer NAME."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    (special-mode)
    (display-buffer (current-buffer))))

(provide 'pdll-mode)

;;; pdll-mode.el ends here
