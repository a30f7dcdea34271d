import CRDT
import Domain
import Primitives
import Sodium
import Sync
import Wire

/// Everything that happened, in order, as a digest, and as lines if somebody reads them.
final class Trace {
    private var hasher: Hasher32? = Hasher32()
    private let onLine: ((String) -> Void)?
    /// Receives everything as well.
    var chronicle: Chronicle?

    init(onLine: ((String) -> Void)? = nil) {
        self.onLine = onLine
    }

    /// Records an event at `place`; `bytes` enter the digest only.
    func record(_ at: Instant, _ place: String, _ words: String, bytes: [UInt8] = []) {
        let text = "\(at.nanoseconds) \(place) \(words)\n"
        hasher?.update(Array(text.utf8))
        if !bytes.isEmpty { hasher?.update(bytes) }
        chronicle?.happened(at, place, words)
        guard let onLine else { return }
        onLine(
            #"{"at":\#(at.nanoseconds),"place":"\#(place)","what":"\#(Self.escaped(words))"}"#)
    }

    /// Returns the digest of everything recorded; nothing can be recorded afterwards.
    func finish() -> Bytes32 {
        guard let last = hasher.take() else { return .zero }
        return last.finish()
    }

    private static func escaped(_ words: String) -> String {
        var result = ""
        for scalar in words.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Event {
    /// The event in a few words, without bytes.
    var words: String {
        switch self {
        case .stalled(let link): return "stalled \(link.words)"
        case .accepted(let link, let address): return "accepted \(link.words) from \(address)"
        case .connected(let link): return "connected \(link.words)"
        case .unreachable(let link, let why): return "unreachable \(link.words): \(why)"
        case .received(let link, let bytes): return "received \(link.words) \(bytes.count)"
        case .disconnected(let link): return "disconnected \(link.words)"
        case .networks(let count): return "networks \(count)"
        case .room(let isRoom): return isRoom ? "room" : "no room"
        case .named(let name): return "named \(name)"
        case .sighted(let sighting): return "sighted \(sighting.source)"
        case .codeAsked(let number, _, let source): return "asked for code \(number) by \(source)"
        case .codeAnswered(let number, let address): return "code \(number) is at \(address)"
        case .bundle(let id, _): return "bundle \(id.number)"
        case .folder(let number, _): return "folder \(number)"
        case .requested(let id, let request): return "requested \(id.number) \(request.words)"
        case .woken: return "woken"
        }
    }

    /// The bytes it delivered.
    var bytes: [UInt8] {
        if case .received(_, let bytes) = self { return bytes }
        return []
    }
}

extension Effect {
    /// The effect in a few words, without bytes.
    var words: String {
        switch self {
        case .dial(let link, let address): return "dial \(link.words) \(address)"
        case .send(let link, let bytes): return "send \(link.words) \(bytes.count)"
        case .close(let link, let reason): return "close \(link.words) \(reason.name)"
        case .answer(let id, let answer): return "answer \(id.number) \(answer.words)"
        case .announce(let notice): return "announce \(notice.words)"
        case .regard(let link, let closeness): return "regard \(link.words) \(closeness)"
        case .discover(let isOn): return "discover \(isOn)"
        case .bundle(let id, _): return "bundle \(id.number)"
        case .folders(let places): return "folders \(places.count)"
        case .folder(let number, _): return "folder \(number)"
        case .beacon(let bytes, nil): return "beacon \(bytes.count)"
        case .beacon(let bytes, let address?): return "beacon \(address) \(bytes.count)"
        }
    }

    /// The bytes it sends.
    var bytes: [UInt8] {
        switch self {
        case .send(_, let bytes), .beacon(let bytes, _): return bytes
        case .dial, .regard, .close, .answer, .announce, .discover, .bundle, .folders, .folder:
            return []
        }
    }
}

extension Notice {
    // Spelled out, because describing a value by reflection costs more than the step it describes.
    fileprivate var words: String {
        switch self {
        case .created(let id, _, let author): return "created \(id.text) by \(author.name)"
        case .updated(let id, _, let author): return "updated \(id.text) by \(author.name)"
        case .deleted(let id, _, let author): return "deleted \(id.text) by \(author.name)"
        case .reacted(let id, _, let reaction, let author):
            return "\(reaction?.word ?? "nothing") of \(id.text) by \(author.name)"
        case .commented(let id, _, let comment, _, let author):
            return "said \(comment.text) of \(id.text) by \(author.name)"
        case .reported(let id, _, let report, _, let author):
            return "reported \(id?.text ?? "what is gone") by \(author.name): \(report.text)"
        case .changedMany(let count, let author): return "changed \(count) by \(author.name)"
        case .tagRenamed(let names, let name, let count):
            return "\(names.joined(separator: ",")) became \(name) on \(count)"
        case .shareReceived(let author, let audience, let count):
            return "\(count) shared by \(author.name) with \(audience.name)"
        case .friendAdded(let author): return "added \(author.name)"
        case .friendPending(let person, let address): return "asked by \(person.text) at \(address)"
        case .friendRemoved(let author): return "removed \(author.name)"
        case .groupInvited(let author, let group, let role):
            return "\(author.name) invites into \(group) as \(role?.rawValue ?? "somebody")"
        case .groupJoined(let author, let group): return "\(author.name) came into \(group)"
        case .groupLeft(let author, let group): return "\(author.name) left \(group)"
        case .groupRoleChanged(let author, let group, let role):
            return "\(author.name) is \(role.rawValue) in \(group)"
        case .groupDescribed(let author, let group, let text):
            return "\(author.name) says of \(group): \(text)"
        case .connected(let author, let address): return "linked \(author.name) at \(address)"
        case .disconnected(let author, let reason): return "lost \(author.name): \(reason)"
        case .syncStarted(let author): return "comparing with \(author.name)"
        case .syncProgress(let author, let received, let lack):
            return "received \(received) from \(author.name), \(lack) to come"
        case .syncCompleted(let author): return "in sync with \(author.name)"
        case .deltaRejected(let reason, let address, let count):
            return "refused \(address): \(reason), \(count)"
        case .settingChanged(let setting, let audience):
            return "\(setting.rawValue) is set\(audience.map { " to \($0.name)" } ?? "")"
        case .deviceTwice(let count): return "is there twice, wrote \(count) again"
        case .mailboxChanged(let author, let state):
            return "mailbox at \(author.name) is \(state.rawValue)"
        case .importProgress(let progress):
            return "import \(progress.job) is \(progress.state.rawValue) at \(progress.done)"
        case .warning(let text): return "warning \(text)"
        case .warningCleared(let text): return "over: \(text)"
        }
    }
}

extension LinkID {
    fileprivate var words: String {
        switch self {
        case .outbound(let number): return "out\(number)"
        case .inbound(let number): return "in\(number)"
        }
    }
}

extension Request {
    fileprivate var words: String {
        switch self {
        case .command(.addBookmarks(let drafts, let audience, let policy, _, _)):
            return "add \(drafts.count) to \(audience?.name ?? "default"), \(policy.rawValue)"
        case .command(.addFriend(_, let name, _)): return "add friend \(name ?? "")"
        case .command(let command): return "\(command)"
        case .query(let query): return "\(query)"
        }
    }
}

extension Answer {
    // A report contains a dictionary, whose order is unspecified.
    fileprivate var words: String {
        switch self {
        case .kept(let report):
            let placed = report.placed.keys.sorted().map { "\($0.name) \(report.placed[$0] ?? 0)" }
            return "kept \(report.outcomes.count), placed \(placed)"
        case .page(let page): return "page of \(page.items.count)"
        case .rejected(let problem): return "rejected \(problem.code.rawValue): \(problem.detail)"
        case .done(let report): return "done \(report.count): \(report.summary)"
        case .bookmark(let bookmark): return "bookmark \(bookmark.id.text)"
        case .befriended(let friend): return "befriended \(friend.name)"
        case .peers(let peers): return "peers \(peers.count)"
        case .identity: return "identity"
        default: return "other"
        }
    }
}
