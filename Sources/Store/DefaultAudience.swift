import CRDT
import Domain
import Primitives
import Wire

/// The audience of new things when none is named. It is stored by id: renaming a group or friend changes
/// nothing, and another group that takes the old name receives nothing.
///
///     kind  u8       see `AudienceKind`
///     id    32       the group's id, or the friend of a direct audience; absent otherwise
enum DefaultAudience: Equatable {
    case own(AudienceKind)
    case group(Bytes32)
    /// The direct audience with this friend, even if it does not exist yet.
    case friend(PersonID)

    /// Decodes the stored form; nil if it is malformed.
    init?(bytes: [UInt8]) {
        guard let first = bytes.first, let kind = AudienceKind(rawValue: first) else { return nil }
        let id = Bytes32(Array(bytes.dropFirst()))
        switch (kind, id) {
        case (.group, let id?): self = .group(id)
        case (.direct, let id?): self = .friend(PersonID(id))
        case (.private, _), (.friends, _), (.public, _):
            guard bytes.count == 1 else { return nil }
            self = .own(kind)
        case (.group, nil), (.direct, nil): return nil
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .own(let kind): return [kind.rawValue]
        case .group(let id): return [AudienceKind.group.rawValue] + id.bytes
        case .friend(let person): return [AudienceKind.direct.rawValue] + person.key.bytes
        }
    }
}

/// The target of a new thing.
struct Destination {
    /// The audience as the person names it.
    let audience: Audience
    /// The place in which it is created.
    let home: Place
    /// The audience that gets a copy at once; nil if none does.
    let copy: AudienceName?
    /// Whether no audience was named, so that live shares may place it in other audiences too.
    let isOpen: Bool
}

extension Store {
    /// Returns the settings of this node.
    func settings() throws(StorageError) -> Settings {
        try settings(of: try defaultAudience())
    }

    private func settings(of kept: DefaultAudience) throws(StorageError) -> Settings {
        var settings = Settings(
            defaultAudience: try name(of: kept), problem: try problem(keepingIn: kept),
            isDiscovering: try isDiscovering(), web: try web(), pinboard: try pinboard())
        settings.blobQuotaBytes = try blobQuota
        settings.blobComing = try blobComing
        settings.authorQuotaBytes = try authorQuota
        return settings
    }

    /// Sets the audience of new things. Existing things do not move, and no audience is created.
    func setDefaultAudience(_ audience: Audience) throws(StorageError) -> Answer {
        let chosen: DefaultAudience
        switch audience {
        case .private, .friends, .public: chosen = .own(audience.kind ?? .private)
        case .group(let name):
            switch try resolve(group: name) {
            case .failure(let problem): return .rejected(problem)
            case .success(let group):
                guard let id = group.audience.name.id else { throw .corrupt }
                chosen = .group(id)
            }
        case .person(let name):
            switch try resolve(PersonReference(name), among: try contacts()) {
            case .failure(let problem): return .rejected(problem)
            case .success(let contact): chosen = .friend(contact.person)
            }
        }
        if let problem = try problem(keepingIn: chosen) { return .rejected(problem) }
        try set(Self.defaultAudienceSetting, to: chosen.bytes)
        let goal = try goal(of: chosen)
        return .done(
            DoneReport(
                count: 1, act: nil,
                summary:
                    "new things now \(goal), unless you name an audience; existing "
                    + "things stay where they are"))
    }

    // Describes the target for the user, with the number of other people who see it.
    private func goal(of chosen: DefaultAudience) throws(StorageError) -> String {
        guard let readers = try readerCount(of: chosen) else { return "stay private" }
        let people =
            switch readers {
            case 0: "nobody else yet"
            case 1: "1 other person"
            default: "\(readers) other people"
            }
        return "go to \(try name(of: chosen).name) (\(people))"
    }

    /// Returns the target of a new thing: `audience`, or else the default one. Fails if that cannot be
    /// written to.
    func destination(
        _ audience: Audience?, at wall: WallTime
    ) throws(StorageError) -> Result<Destination, Problem> {
        if let audience {
            return try writable(audience, at: wall).map { Self.destination($0, audience, false) }
        }
        let kept = try defaultAudience()
        let settings = try settings(of: kept)
        if let problem = settings.refusal { return .failure(problem) }
        let name = settings.defaultAudience
        switch kept {
        case .own(let kind):
            return .success(
                Self.destination(try self.audience(kind, of: owner.person), name, true))
        case .group(let id):
            guard let group = try group(id) else { throw .corrupt }
            return .success(Self.destination(group.audience, name, true))
        case .friend(let person):
            guard let contact = try contacts().first(where: { $0.person == person }) else {
                throw .corrupt
            }
            return try makeDirect(with: contact, at: wall).map {
                Self.destination($0.audience, name, true)
            }
        }
    }

    private static func destination(
        _ record: AudienceRecord, _ audience: Audience, _ isOpen: Bool
    ) -> Destination {
        let isHome = record.kind == .private || record.kind.hasID
        return Destination(
            audience: audience, home: isHome ? record.place : .private,
            copy: isHome ? nil : record.name, isOpen: isOpen)
    }

    private func defaultAudience() throws(StorageError) -> DefaultAudience {
        guard let bytes = try setting(Self.defaultAudienceSetting) else { return .own(.private) }
        guard let kept = DefaultAudience(bytes: bytes) else { throw .corrupt }
        return kept
    }

    // A friend or group that no longer exists is shown by its last known name, or by the beginning of its
    // id.
    private func name(of kept: DefaultAudience) throws(StorageError) -> Audience {
        switch kept {
        case .own(let kind): return try audience(at: Place(kind))
        case .group(let id):
            return .group(try group(id)?.name ?? String(Base32.encode(id.bytes).prefix(8)))
        case .friend(let person):
            if let known = try contacts().first(where: { $0.person == person }) {
                return .person(known.name)
            }
            let name = try author(person).name
            return .person(name.isEmpty ? String(person.text.prefix(8)) : name)
        }
    }

    // Returns why nothing can be saved there; nil if it can.
    private func problem(keepingIn kept: DefaultAudience) throws(StorageError) -> Problem? {
        switch kept {
        case .own: return nil
        case .group(let id):
            guard let group = try group(id) else {
                return Problem(.notFound, "that group is not known here", fix: "weft group ls")
            }
            return try problem(writingIn: group, as: .editor)
        case .friend(let person):
            if try contacts().contains(where: { $0.person == person }) { return nil }
            return Problem(
                .notFound, "\(try name(of: kept).name) is no longer a friend",
                fix: "weft friend ls")
        }
    }

    // Returns how many other people see what is saved there; nil for `private`.
    private func readerCount(of kept: DefaultAudience) throws(StorageError) -> Int? {
        switch kept {
        case .own(.private): return nil
        case .own: return try contacts().count
        case .friend: return 1
        case .group(let id):
            guard let group = try group(id) else { return nil }
            return try judgement(of: group.audience).members.count { $0 != owner.person }
        }
    }

    private static let defaultAudienceSetting = "default audience"
}
