/// Commands that stood on their own before they moved into a group, and those that other programs have at the top.
/// Each works by that name too; no help lists it, but the page of the command line does.
enum FormerCommandName {
    /// The words that name a command now, by the word that named it before.
    static let now: [String: [String]] = [
        "api": ["config", "api"],
        "backup": ["key", "backup"],
        "bundle": ["net", "bundle"],
        "carry": ["net"],
        "clip": ["place", "clip"],
        "completion": ["config", "completion"],
        "connect": ["net", "connect"],
        "copy": ["show", "copy"],
        "dislike": ["react", "dislike"],
        "dup": ["edit", "dup"],
        "folder": ["net", "folder"],
        "follow": ["feed", "follow"],
        "id": ["friend", "id"],
        "invite": ["friend", "invite"],
        "like": ["react", "like"],
        "lookbook": ["feed", "lookbook"],
        "mailbox": ["net", "mailbox"],
        "mute": ["feed", "mute"],
        "paths": ["config", "paths"],
        "peers": ["net", "peers"],
        "pending": ["friend", "pending"],
        "photo": ["show", "photo"],
        "portfolio": ["profile", "portfolio"],
        "rate": ["react", "rate"],
        "recommend": ["feed", "recommend"],
        "redo": ["log", "redo"],
        "reel": ["place", "reel"],
        "report": ["react", "report"],
        "restore": ["key", "restore"],
        "service": ["config", "service"],
        "shares": ["share", "ls"],
        "snapshot": ["show", "snapshot"],
        "unlike": ["react", "unlike"],
        "unshare": ["share", "rm"],
        "watch": ["log", "watch"],
        "web": ["config", "web"],
        "who-can-see": ["share", "who"],
    ]

    /// `words` with the command they begin with named as it is now.
    static func replaced(in words: ArraySlice<String>) -> [String] {
        guard let first = words.first, let path = now[first] else { return Array(words) }
        return path + words.dropFirst()
    }
}
