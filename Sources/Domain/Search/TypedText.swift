/// What is typed of a name, to be held against thousands: its letters are taken apart once.
package struct TypedText: Sendable {
    /// Folded as `SearchText` does.
    package let text: String
    private let bytes: [UInt8]
    private let letters: [Character]
    private let isPlain: Bool

    /// What is typed, folded as `SearchText` does.
    package init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
        letters = Array(text)
        isPlain = bytes.prefix(2).allSatisfy { $0 < 0x80 }
    }

    /// How `name` answers to it; nil if it does not.
    ///
    /// - Parameter name: folded alike.
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

    // Where two letters are bytes they tell as much as in `Suggestion.mayBegin`, and no letter is made of any.
    private func mayBeNear(_ rest: ArraySlice<UInt8>) -> Bool {
        guard rest.count > 1 else { return false }
        let (first, second) = (rest[rest.startIndex], rest[rest.startIndex + 1])
        guard isPlain, first < 0x80, second < 0x80 else { return true }
        return first == bytes[0] || second == bytes[1] || first == bytes[1] || second == bytes[0]
    }
}

extension Completion {
    /// Whether anything is so at any place in `name` where what is typed may begin: at its beginning, and
    /// behind each bar or blank; they are asked in their order.
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

    /// A part of a name ends before it and begins behind it: a bar, a blank.
    static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: " ")
    }
}
