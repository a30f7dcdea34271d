import CRDT
import Domain
import Primitives
import Sodium
import Wire

// Direct audiences, each shared with one friend alone. They are stored like groups, without a name and
// without invitations: the first deltas admit the friend, and nobody is ever cut.
extension Store {
    /// Returns the direct audience with the friend whom this person calls `name`.
    func resolve(direct name: String) throws(StorageError) -> Result<GroupRecord, Problem> {
        switch try resolve(PersonReference(name), among: try contacts()) {
        case .failure(let problem): return .failure(problem)
        case .success(let contact):
            if let found = try direct(with: contact.person) { return .success(found) }
            return .failure(
                Problem(
                    .notFound, "nothing is shared with @\(contact.name) alone",
                    fix: "weft share REF --with @\(contact.name)"))
        }
    }

    /// Returns the direct audience with the friend called `name`, and creates it if there is none.
    func makeDirect(
        with name: String, at wall: WallTime
    ) throws(StorageError) -> Result<GroupRecord, Problem> {
        switch try resolve(PersonReference(name), among: try contacts()) {
        case .failure(let problem): return .failure(problem)
        case .success(let contact): return try makeDirect(with: contact, at: wall)
        }
    }

    /// Returns the direct audience with this friend, and creates it if there is none.
    func makeDirect(
        with contact: Contact, at wall: WallTime
    ) throws(StorageError) -> Result<GroupRecord, Problem> {
        if let known = try direct(with: contact.person) { return .success(known) }
        guard try groups().count < Limits.groupsMax else {
            return .failure(
                Problem(
                    .tooMany,
                    "a person can have at most \(Limits.groupsMax) groups and friends "
                        + "to share with individually"))
        }
        let audience = try found(.direct, name: contact.name, at: wall)
        let devices = try certificates(of: contact.person).prefix(Limits.devicesMax)
        let grant = Grant(
            id: draw(for: audience.name) { $0.entropy.bytes8() }, person: contact.person,
            role: .editor)
        var operations = [OriginedOperation(.grant(grant))]
        for device in devices where !(try isEnded(device)) {
            operations.append(OriginedOperation(.certify(device)))
        }
        try write(operations, into: audience, at: wall)
        try admit(try members(of: audience), into: audience, at: wall)
        return .success(try known(audience))
    }

    /// Returns the direct audience of this person and `other`. If two devices or both sides made one, the
    /// lowest id wins.
    func direct(with other: PersonID) throws(StorageError) -> GroupRecord? {
        let pair = [owner.person, other].sorted()
        var found: [GroupRecord] = []
        for group in try groups() where group.audience.kind == .direct && !group.hasLeft {
            if try judgement(of: group.audience).members == pair { found.append(group) }
        }
        return found.min { $0.audience.name < $1.audience.name }
    }

    /// Returns the people a direct audience is shared with, by their names here.
    func names(ofOthersIn group: GroupRecord) throws(StorageError) -> String {
        var names: [String] = []
        for person in try judgement(of: group.audience).members where person != owner.person {
            names.append(try author(person).name)
        }
        return names.sorted().joined(separator: "+")
    }

    /// Records a direct audience that a friend has begun, when its first chain arrives: the friend's own,
    /// with the rotation that gives the audience its id.
    func meet(
        _ open: Open, in deltas: [SignedDelta], at wall: WallTime
    ) throws(StorageError) {
        let founder = open.certificate.person
        guard try group(open.owner.key) == nil, founder != owner.person, try isFriend(founder),
            try canWrite, try groups().count < Limits.groupsMax,
            try directs(by: founder) < Self.directsMax
        else { return }
        let name = AudienceName(AudienceKind.direct.rawValue, id: open.owner.key)
        for delta in deltas where delta.header.isPlain {
            guard case .operations(let operations) = try read(delta), operations.count == 1,
                case .rotate(let rotation) = operations[0].operation,
                Derivation.audienceID(of: rotation) == open.owner.key,
                let key = try key(of: rotation),
                let secrets = EpochKey.secrets(of: rotation, key: key),
                secrets.audience == name.kind, secrets.owner == founder.key
            else { continue }
            let audience = try audience(name, by: founder)
            return try keepMembership(of: audience, name: try author(founder).name, at: wall)
        }
    }

    private func directs(by founder: PersonID) throws(StorageError) -> Int {
        try groups().count {
            $0.audience.kind == .direct && $0.audience.founder == founder
        }
    }

    /// Leaves the direct audiences with a person after the friendship has ended; they accept nothing
    /// more.
    func leaveDirect(with other: PersonID, at wall: WallTime) throws(StorageError) {
        while let group = try direct(with: other) {
            try write(Leaving.bytes([]), to: Schema.Membership.left, of: group, at: wall)
        }
    }

    /// Two devices, or both sides, may begin one concurrently; more than a few are never needed.
    private static let directsMax = 16
}
