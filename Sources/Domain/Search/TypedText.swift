/// A typed beginning to be compared with thousands of names; its letters are split only once.
package struct TypedText: Sendable {
    /// The text, folded by `SearchText`.
    package let text: String
    private let bytes: [UInt8]
    private let letters: [Character]
    private let isPlain: Bool

    /// Prepares typed text, folded by `SearchText`.
    package init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
        letters = Array(text)
        isPlain = bytes.prefix(2).allSatisfy { $0 < 0x80 }
    }

    /// Returns how well `name` matches; nil if it does not.
    ///
    /// - Parameter name: a name folded in the same way.
    package func fit(of name: String) -> Completion.Fit? {
        let name = Array(name.utf8)
        if Completion.anyBeginning(in: name, { name[$0...].starts(with: bytes) }) { return .begins }
        guard letters.count >= Suggestion.beginningMin else { return nil }
        let isNear = Completion.anyBeginning(in: name) { start in
            guard mayBeNear(name[start...]) else { return false }
            let rest = String(decoding: name[start...], as: UTF8.self)
            return Suggestion.nearlyBegins(rest[...], with: letters)
        }
        return isNear ? .nearly : nil
    }

    // For ASCII bytes this is the test of `Suggestion.mayBegin`, without creating characters.
    private func mayBeNear(_ rest: ArraySlice<UInt8>) -> Bool {
        guard rest.count > 1 else { return false }
        let (first, second) = (rest[rest.startIndex], rest[rest.startIndex + 1])
        guard isPlain, first < 0x80, second < 0x80 else { return true }
        return first == bytes[0] || second == bytes[1] || first == bytes[1] || second == bytes[0]
    }
}

extension Completion {
    /// Whether `isSo` holds at any index of `name` where typed text may begin: at its beginning, and after each slash
    /// or space. Indices are tested in order.
    static func anyBeginning(
        in name: [UInt8], _ isSo: (Int) -> Bool
    ) -> Bool {
        guard !name.isEmpty else { return false }
        if isSo(0) { return true }
        for index in 1..<name.count where isMark(name[index - 1]) && !isMark(name[index]) {
            if isSo(index) { return true }
        }
        return false
    }

    /// Whether the byte separates parts of a name: a slash or a space.
    static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: " ")
    }
}
