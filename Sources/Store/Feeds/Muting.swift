import Domain

// Tests single things for being muted; a search excludes muted things by rows (`planMuted`).
extension Store {
    /// Returns whom and what this person has muted.
    func muted() throws(StorageError) -> [Followed] {
        try follows().filter { $0.attention == .mute }.map(\.followed)
    }
}

extension Bookmark {
    /// Whether it is another person's thing, and its author or one of its tags is muted.
    func isMuted(by muted: [Followed]) -> Bool {
        guard !author.isMe else { return false }
        return muted.contains { followed in
            switch followed {
            case .person(let person): return author.person == person
            case .tag(let name):
                return tags.map(TagName.fold).contains {
                    $0 == name || $0.utf8.starts(with: (name + "/").utf8)
                }
            case .thing, .search: return false
            }
        }
    }
}
