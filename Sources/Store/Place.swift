import CRDT
import Domain

/// The place of an object's row, as numbered in the columns `objects.audience` and `placed.audience`.
///
///     1, 2, 3     `private`, `friends`, `public` of the row's author
///     1,000,000 + the row of the audience: a group or direct audience
///
/// The order rises from the narrowest: of several copies of one thing the lowest shows.
struct Place: Hashable, Comparable {
    let number: Int64

    static let `private` = Place(.private)

    /// Creates the place of objects at home with their author, or of copies in their `friends` or
    /// `public`.
    init(_ kind: AudienceKind) {
        precondition(!kind.hasID, "of these there are many")
        number = Int64(kind.rawValue)
    }

    /// Creates the place of the group or direct audience in `row`.
    init(groupInRow row: Int64) {
        number = Self.groupsBegin + row
    }

    /// Decodes a column.
    init(column: Int64) throws(StorageError) {
        guard column > Self.groupsBegin || (1...3).contains(column) else { throw .corrupt }
        number = column
    }

    /// The row of the group or direct audience; nil for other places.
    var groupRow: Int64? { number > Self.groupsBegin ? number - Self.groupsBegin : nil }

    var isGroup: Bool { groupRow != nil }

    /// The kind of an audience that every person has one of; nil for groups.
    var kind: AudienceKind? { isGroup ? nil : AudienceKind(rawValue: UInt8(clamping: number)) }

    static func < (left: Place, right: Place) -> Bool { left.number < right.number }

    /// More than there are kinds. SQL statements and indices contain this number literally.
    static let groupsBegin: Int64 = 1_000_000
}

extension Store {
    /// Returns the place that operations call `name`; nil if it is a group that is not known here.
    func place(of name: AudienceName) throws(StorageError) -> Place? {
        guard let id = name.id else {
            return AudienceKind(rawValue: name.kind).map { Place($0) }
        }
        return try group(id)?.audience.place
    }

    /// Returns this person's name for a place.
    func audience(at place: Place) throws(StorageError) -> Audience {
        switch place.kind {
        case .private: return .private
        case .friends: return .friends
        case .public: return .public
        case .group, .direct, nil:
            let found = try groups().first { $0.audience.place == place }
            guard let found, found.audience.kind == .direct else {
                return .group(found?.name ?? "")
            }
            return .person(try names(ofOthersIn: found))
        }
    }

    /// Returns this person's name for an audience; nil if it is a group that is not known here.
    func audience(named name: AudienceName) throws(StorageError) -> Audience? {
        guard let place = try place(of: name) else { return nil }
        return try audience(at: place)
    }

    /// Returns the audience that a person named.
    func resolve(_ audience: Audience) throws(StorageError) -> Result<AudienceRecord, Problem> {
        switch audience {
        case .private, .friends, .public:
            return .success(try self.audience(audience.kind ?? .private, of: owner.person))
        case .group(let name): return try resolve(group: name).map(\.audience)
        case .person(let name): return try resolve(direct: name).map(\.audience)
        }
    }
}
