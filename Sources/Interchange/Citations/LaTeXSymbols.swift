/// The meaning of LaTeX commands. - Source: L. Lamport, "LaTeX", sections 3.2 and 3.3; the packages textcomp and
/// inputenc.
enum LaTeXSymbols {
    /// The combining mark that a command puts on the next letter, and the spacing form without a letter.
    static func accent(_ command: String) -> (mark: String, alone: String)? { accents[command] }

    /// The text that a command stands for; nil if it is none of these.
    static func text(_ command: String) -> String? { symbols[command] }

    /// Whether a command only affects the appearance or the layout of its argument.
    static func isStyle(_ command: String) -> Bool { styles.contains(command) }

    /// Used for lookups only.
    private static let accents: [String: (mark: String, alone: String)] = [
        "`": ("\u{300}", "`"), "'": ("\u{301}", "\u{B4}"), "^": ("\u{302}", "^"),
        "~": ("\u{303}", "~"), "\"": ("\u{308}", "\u{A8}"), "=": ("\u{304}", "\u{AF}"),
        ".": ("\u{307}", "\u{2D9}"), "c": ("\u{327}", "\u{B8}"), "v": ("\u{30C}", "\u{2C7}"),
        "u": ("\u{306}", "\u{2D8}"), "H": ("\u{30B}", "\u{2DD}"), "k": ("\u{328}", "\u{2DB}"),
        "r": ("\u{30A}", "\u{2DA}"), "d": ("\u{323}", "."), "b": ("\u{331}", "_"),
        "t": ("\u{361}", "\u{361}"),
    ]

    /// Used for lookups only.
    private static let symbols: [String: String] = [
        "ss": "ß", "SS": "ẞ", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø",
        "l": "ł", "L": "Ł", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð",
        "dj": "đ", "DJ": "Đ", "th": "þ", "TH": "Þ", "ng": "ŋ", "NG": "Ŋ", "S": "§", "P": "¶",
        "dag": "†", "ddag": "‡", "copyright": "©", "pounds": "£", "euro": "€", "texteuro": "€",
        "yen": "¥", "textregistered": "®", "texttrademark": "™", "textdegree": "°",
        "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textbar": "|",
        "textbraceleft": "{", "textbraceright": "}", "lbrace": "{", "rbrace": "}", "{": "{",
        "}": "}", "textless": "<", "textgreater": ">", "textunderscore": "_", "textdollar": "$",
        "textquotedbl": "\"", "textquotesingle": "'", "textasciigrave": "`", "textquoteleft": "‘",
        "textquoteright": "’", "textquotedblleft": "“", "textquotedblright": "”", "lq": "‘",
        "rq": "’", "guillemotleft": "«", "guillemotright": "»", "quotedblbase": "„",
        "quotesinglbase": "‚", "textendash": "–", "textemdash": "—", "ldots": "…", "dots": "…",
        "textellipsis": "…", "textexclamdown": "¡", "textquestiondown": "¿", "textbullet": "•",
        "textperiodcentered": "·", "slash": "/", "TeX": "TeX", "LaTeX": "LaTeX", "BibTeX": "BibTeX",
        "newline": "\n", "par": "\n\n", "quad": " ", "qquad": " ", "space": " ", "alpha": "α",
        "beta": "β", "gamma": "γ", "Gamma": "Γ", "delta": "δ", "Delta": "Δ", "epsilon": "ε",
        "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "Theta": "Θ", "iota": "ι",
        "kappa": "κ", "lambda": "λ", "Lambda": "Λ", "mu": "μ", "nu": "ν", "xi": "ξ", "Xi": "Ξ",
        "pi": "π", "Pi": "Π", "rho": "ρ", "sigma": "σ", "Sigma": "Σ", "tau": "τ", "upsilon": "υ",
        "phi": "φ", "varphi": "φ", "Phi": "Φ", "chi": "χ", "psi": "ψ", "Psi": "Ψ", "omega": "ω",
        "Omega": "Ω", "infty": "∞", "times": "×", "cdot": "·", "pm": "±", "leq": "≤", "geq": "≥",
        "neq": "≠", "approx": "≈", "sim": "~", "rightarrow": "→", "to": "→", "leftarrow": "←",
        "sum": "∑", "int": "∫", "partial": "∂", "nabla": "∇", "in": "∈", "ell": "ℓ", "circ": "°",
    ]

    private static let styles: Set<String> = [
        "emph", "textit", "textbf", "texttt", "textsc", "textrm", "textsf", "textsl", "textup",
        "textnormal", "textsuperscript", "textsubscript", "underline", "text", "mathrm", "mathit",
        "mathbf", "mathcal", "mathbb", "mathsf", "mathtt", "ensuremath", "mbox", "hbox", "url",
        "path", "href", "uppercase", "lowercase", "MakeUppercase", "MakeLowercase", "enquote",
        "em", "it", "bf", "tt", "sc", "rm", "sl", "sf", "bfseries", "itshape", "scshape", "small",
        "footnotesize", "large", "Large", "left", "right", "protect", "noopsort", "relax", "unskip",
    ]
}
