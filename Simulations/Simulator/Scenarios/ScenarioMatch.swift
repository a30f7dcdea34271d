/// Matches the forms of lines against one line.
struct ScenarioMatch {
    let tokens: [ScenarioToken]
    let names: ScenarioNames
    /// The furthest position that any form reached, and what each form that got there expected.
    private(set) var furthest = 0
    private(set) var wanted: [String] = []
    /// The words that may have been meant there.
    private(set) var candidates: [String] = []

    init(_ tokens: [ScenarioToken], _ names: ScenarioNames) {
        self.tokens = tokens
        self.names = names
    }

    /// Returns the statement of the line; nil if it matches no form.
    mutating func statement() -> ScenarioStatement? {
        for phrase in Phrase.all {
            var place = 0
            var values: [String: ScenarioStatement.Value] = [:]
            guard match(phrase.elements, phrase, &place, &values) else { continue }
            guard place < tokens.count else { return ScenarioStatement(phrase.verb, values) }
            miss(at: place, "the end of the line")
        }
        return nil
    }

    private mutating func miss(at place: Int, _ words: String, _ candidate: String? = nil) {
        if place > furthest {
            furthest = place
            wanted = []
            candidates = []
        }
        guard place == furthest else { return }
        if !wanted.contains(words) { wanted.append(words) }
        if let candidate { candidates.append(candidate) }
    }

    private mutating func match(
        _ elements: [Phrase.Element], _ phrase: Phrase, _ place: inout Int,
        _ values: inout [String: ScenarioStatement.Value]
    ) -> Bool {
        for element in elements {
            switch element {
            case .literal(let word):
                guard take(word, &place) else {
                    miss(at: place, "`\(word)`", word)
                    return false
                }
            case .slot(let label, let slot):
                guard let value = take(slot, phrase, &place) else {
                    miss(at: place, slot.words)
                    for candidate in known(slot) { miss(at: place, slot.words, candidate) }
                    return false
                }
                values[label] = value
            case .optional(let inner):
                guard case .literal(let word) = inner.first else { continue }
                guard isNext(word, place) else {
                    miss(at: place, "`\(word)`", word)
                    continue
                }
                guard match(inner, phrase, &place, &values) else { return false }
            }
        }
        return true
    }

    private func known(_ slot: Phrase.Slot) -> [String] {
        switch slot {
        case .person, .people: return names.hosts
        case .group: return names.groups
        case .audience: return slot.keywords + names.groups
        default: return slot.keywords
        }
    }

    private func word(at place: Int) -> String? {
        guard place < tokens.count, case .word(let word) = tokens[place].kind else { return nil }
        return word
    }

    private func isNext(_ literal: String, _ place: Int) -> Bool { word(at: place) == literal }

    private func take(_ literal: String, _ place: inout Int) -> Bool {
        guard isNext(literal, place) else { return false }
        place += 1
        return true
    }

    private func take(
        _ slot: Phrase.Slot, _ phrase: Phrase, _ place: inout Int
    ) -> ScenarioStatement.Value? {
        if slot == .people || slot == .words { return takeMany(slot, phrase, &place) }
        guard place < tokens.count, let value = value(slot, tokens[place].kind) else { return nil }
        place += 1
        return value
    }

    private func value(_ slot: Phrase.Slot, _ kind: ScenarioToken.Kind) -> ScenarioStatement.Value?
    {
        if case .text(let text) = kind { return slot == .text ? .text(text) : nil }
        guard case .word(let word) = kind else { return nil }
        switch slot {
        case .person: return names.number(of: word) == nil ? nil : .word(word)
        case .number: return UInt64(word).map { .number($0) }
        case .time: return ScenarioTime.parse(word).map { .time($0) }
        case .word: return ScenarioNames.isName(word) ? .word(word) : nil
        case .group: return names.groups.contains(word) ? .word(word) : nil
        case .audience, .role, .direction, .pace:
            return known(slot).contains(word) ? .word(word) : nil
        case .chance: return word.count == 16 ? UInt64(word, radix: 16).map { .chance($0) } : nil
        case .text, .people, .words: return nil
        }
    }

    // Takes as many words as there are, up to a fixed word of the phrase.
    private func takeMany(
        _ slot: Phrase.Slot, _ phrase: Phrase, _ place: inout Int
    ) -> ScenarioStatement.Value? {
        var words: [String] = []
        while let word = word(at: place), !(slot == .words && phrase.literals.contains(word)) {
            let isOne =
                slot == .people ? names.isSpan(word) : ScenarioNames.given(by: word) != nil
            guard isOne else { break }
            words.append(word)
            place += 1
        }
        return words.isEmpty ? nil : .words(words)
    }
}
