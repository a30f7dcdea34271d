import ArgumentParser

/// A line that one person sent to another, or a code that they read out, as it was pasted or typed.
///
///     weft:1…                 a ticket
///     weft:i1…                an invitation to be friends
///     weft-join:1…            an invitation into a group
///     weft-device:1…          a new device that asks to be paired
///     weft-pair:1…            the answer to it
///     7-candy-lizard          a short code
///     @NAME                   somebody in a group with this person
struct PastedLine: Equatable {
    enum Kind: Equatable {
        case ticket, friendInvitation, groupInvitation, deviceRequest, deviceAnswer, code, person
        /// Letters as those lines have, whose beginning is missing.
        case headless
        case unknown
    }

    let kind: Kind
    /// The line without what mail, chats and quotation put around it and into it.
    let text: String

    init(_ pasted: String) {
        // A name is as it is: it may end with a full stop.
        if let name = Self.person(pasted) {
            self.init(kind: .person, text: name)
            return
        }
        let text = Self.cleaned(pasted)
        if let labelled = Self.labelled(text) {
            self = labelled
        } else if Self.isHeadless(text) {
            self.init(kind: .headless, text: text)
        } else if text.first?.isNumber == true, !text.contains(":") {
            self.init(kind: .code, text: text)
        } else {
            self.init(kind: .unknown, text: text)
        }
    }

    private init(kind: Kind, text: String) {
        self.kind = kind
        self.text = text
    }

    /// Reads what was typed: the words of the command, or all of standard input for `-`.
    static func read(_ words: [String], _ options: GlobalOptions) -> PastedLine {
        guard words == ["-"] else { return PastedLine(words.joined(separator: " ")) }
        // Somebody at a terminal ends a line and not the input.
        if Question.isPossible(options) { return PastedLine(readLine() ?? "") }
        var lines: [String] = []
        while lines.count < linesMax, let line = readLine() { lines.append(line) }
        return PastedLine(lines.joined(separator: "\n"))
    }

    // A mail broken at 20 columns has no more for the longest line there is.
    private static let linesMax = 500

    // MARK: Cleaning

    private static func cleaned(_ pasted: String) -> String {
        let lines = pasted.split(whereSeparator: \.isNewline).map { line in
            // A mail that is quoted has such a mark in front of each line.
            line.drop { $0.isWhitespace || $0 == ">" }.filter { !isInvisible($0) }
        }
        var text = trimmed(lines.joined(separator: " "))
        for command in ["weft join ", "weft friend add "]
        where text.lowercased().hasPrefix(command) {
            text = trimmed(String(text.dropFirst(command.count)))
        }
        return text
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while let first = rest.first, isAround(first) { rest.removeFirst() }
        while let last = rest.last, isAround(last) { rest.removeLast() }
        return String(rest)
    }

    private static func isAround(_ character: Character) -> Bool {
        character.isWhitespace || "\"'`“”„‘’‚«»‹›<>()[]{}*_.,;:!".contains(character)
    }

    // Soft hyphens, marks without width and the mark of byte order, which chats put into long words.
    private static func isInvisible(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { scalar in
            [0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF].contains(scalar.value)
        }
    }

    // MARK: Telling

    private static func person(_ pasted: String) -> String? {
        var name = pasted.drop(while: \.isWhitespace)
        while name.last?.isWhitespace == true { name.removeLast() }
        return name.first == "@" ? String(name) : nil
    }

    /// The first `weft:` or `weft-WORD:` with the letters and digits behind it; nil if there is none.
    private static func labelled(_ text: String) -> PastedLine? {
        let all = Array(text)
        for start in all.indices where String(all[start...].prefix(4)).lowercased() == "weft" {
            let label = all[(start + 4)...].prefix { $0 == "-" || $0.isASCII && $0.isLetter }
            guard label.endIndex < all.endIndex, all[label.endIndex] == ":",
                label.isEmpty || label.first == "-"
            else { continue }
            let body = all[(label.endIndex + 1)...]
                .prefix { $0.isWhitespace || $0.isASCII && ($0.isLetter || $0.isNumber) }
                .filter { !$0.isWhitespace }
            let kind: Kind =
                switch String(label).lowercased() {
                case "": body.first?.lowercased() == "i" ? .friendInvitation : .ticket
                case "-device": .deviceRequest
                case "-pair": .deviceAnswer
                default: .groupInvitation
                }
            return PastedLine(kind: kind, text: String(all[start...label.endIndex]) + body)
        }
        return nil
    }

    private static func isHeadless(_ text: String) -> Bool {
        let letters = text.filter { !$0.isWhitespace }
        return letters.count >= headlessMin
            && letters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    // No code is as long, nor a name.
    private static let headlessMin = 40
}

/// Options of the commands that take such a line.
struct PastedLineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The time to wait for the other side.", valueName: "seconds"))
    var wait = 10

    @Option(
        help: ArgumentHelp(
            "Address of the node that made the code, if it is not found on this network.",
            valueName: "host[:port]"))
    var at: String?

    @Flag(help: "With a code: do not ask to compare the four words.")
    var yes = false

    func validate() throws {
        guard 0...600 ~= wait else {
            throw ValidationError("--wait takes 0 to 600 seconds.")
        }
    }
    /// Reads the line, and does what it is for.
    ///
    /// - Parameter name: the name here of the friend or group that comes; nil for their own.
    func take(_ words: [String], name: String?, _ options: GlobalOptions) throws {
        let taker = PastedLineAction(
            options: options, taking: self, client: try options.client(), name: name)
        try taker.take(PastedLine.read(words, options))
    }
}
