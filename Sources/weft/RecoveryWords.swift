import Node

/// The 24 words, on their way to or from the person.
enum RecoveryWords {
    /// The words by which the node signs where the root key is not on its machine; nil where it is.
    ///
    /// - Parameter isFromInput: they stand on standard input.
    /// - Throws: `usage` where nobody can be asked.
    static func ifNeeded(isFromInput: Bool, _ options: GlobalOptions) throws -> String? {
        if isFromInput { return HiddenInput.words() }
        let profile = try options.chosenProfile()
        // A node that was reached by --socket may be elsewhere: then it says what it lacks.
        let isHere = (try? Keystore.holdsRoot(in: profile)) ?? true
        guard !isHere else { return nil }
        guard Question.isPossible(options) else {
            throw Failure(
                .usage,
                "the root key is not on this device, and there is no terminal to ask for the words",
                fix: "pass --phrase-stdin, with your 24 words on standard input")
        }
        return HiddenInput.words(
            "The root key is not on this device. Your 24 words:", options)
    }

    /// Four columns of numbered words; plainly, one a line.
    static func lines(of words: [String], isPlain: Bool) -> [TerminalText] {
        guard !isPlain else { return words.map { "\($0)" } }
        let rows = words.count / 4
        return (0..<rows).map { row in
            var table = ""
            for column in 0..<4 {
                let place = column * rows + row
                let number = String(place + 1)
                let word = words[place]
                table += String(repeating: " ", count: 4 - number.count) + number + " " + word
                if column < 3 { table += String(repeating: " ", count: max(0, 9 - word.count)) }
            }
            return "\(table)"
        }
    }

    /// A JSON array.
    static func json(_ words: [String]) -> String {
        "[" + words.map(VersionedJSON.quoted).joined(separator: ",") + "]"
    }
}
