/// The form of a line, parsed from its `Verb`.
struct Phrase {
    /// The kinds of placeholder.
    enum Slot: String, CaseIterable {
        /// One name of `people`, `machines` or `spare`.
        case person
        /// Several names, `ana..dora` for a span, or `everybody`.
        case people
        /// Text between quotes.
        case text
        case number, time
        /// A new name, or a tag.
        case word
        case words
        case audience, group, role, direction, pace
        /// Sixteen hexadecimal digits.
        case chance
    }

    indirect enum Element {
        case literal(String)
        case slot(label: String, Slot)
        case optional([Element])
    }

    let verb: Verb
    let elements: [Element]
    /// Its fixed words, which end a list of words.
    let literals: [String]

    static let all = Verb.allCases.map { Phrase($0) }

    static func of(_ verb: Verb) -> Phrase {
        all.first { $0.verb == verb } ?? Phrase(verb)
    }

    init(_ verb: Verb) {
        self.verb = verb
        var stack: [[Element]] = [[]]
        var literals: [String] = []
        for part in verb.rawValue.split(separator: " ") {
            var word = part
            if word.hasPrefix("[") {
                stack.append([])
                word = word.dropFirst()
            }
            let isLast = word.hasSuffix("]")
            if isLast { word = word.dropLast() }
            if word.hasPrefix("{") {
                let halves = word.dropFirst().dropLast().split(separator: ":").map(String.init)
                let slot = Slot(rawValue: halves.last ?? "") ?? .text
                stack[stack.count - 1].append(.slot(label: halves.first ?? "", slot))
            } else {
                stack[stack.count - 1].append(.literal(String(word)))
                literals.append(String(word))
            }
            if isLast {
                let inner = stack.removeLast()
                stack[stack.count - 1].append(.optional(inner))
            }
        }
        elements = stack[0]
        self.literals = literals
    }

    /// The form as the manual shows it, with placeholders in capitals.
    var usage: String { Self.usage(elements) }

    private static func usage(_ elements: [Element]) -> String {
        elements.map { element in
            switch element {
            case .literal(let word): return word
            case .slot(let label, _): return label.uppercased()
            case .optional(let inner): return "[\(usage(inner))]"
            }
        }.joined(separator: " ")
    }
}

extension Phrase.Slot {
    /// Describes it to an author who wrote something else.
    var words: String {
        switch self {
        case .person: return "a name"
        case .people: return "names, `everybody`"
        case .text: return "a text between quotes"
        case .number: return "a number"
        case .time: return "a time such as 90s, 5m or 1h30m"
        case .word: return "a word of small letters, digits and hyphens"
        case .words: return "words of small letters, digits and hyphens"
        case .audience: return "`private`, `friends`, `public`, the name of a group"
        case .group: return "the name of a group"
        case .role: return "`owner`, `editor`, `viewer`, `head`"
        case .direction: return "`ahead`, `behind`"
        case .pace: return "`fast`, `slow`"
        case .chance: return "16 hexadecimal digits"
        }
    }

    /// The possible words, if there are few.
    var keywords: [String] {
        switch self {
        case .role: return ["owner", "editor", "viewer", "head"]
        case .audience: return ["private", "friends", "public"]
        case .direction: return ["ahead", "behind"]
        case .pace: return ["fast", "slow"]
        default: return []
        }
    }
}
