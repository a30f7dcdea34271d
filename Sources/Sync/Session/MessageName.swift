import Wire

extension Message {
    /// The name of the message's kind in docs/reference/wire.md.
    var name: String {
        switch self {
        case .certificate: return "certificate"
        case .keys: return "keys"
        case .interest: return "interest"
        case .digests: return "digests"
        case .frontier: return "frontier"
        case .run: return "run"
        case .more: return "more"
        case .credit: return "credit"
        case .close: return "close"
        case .introduction: return "introduction"
        case .farewell: return "farewell"
        case .fork: return "fork"
        case .heads: return "heads"
        case .checkpoint: return "checkpoint"
        case .recall: return "recall"
        case .branch: return "branch"
        case .mailbox: return "mailbox"
        case .kept: return "kept"
        case .piece: return "piece"
        case .want: return "want"
        case .leaves: return "leaves"
        case .hasNot: return "has not"
        case .declined: return "declined"
        case .shown: return "shown"
        }
    }
}
