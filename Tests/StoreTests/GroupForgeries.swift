import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

// What a member's own device can sign although its node never would. In some roles part of it
// counts.
extension GroupWorld {
    /// Writes a few random operations, past all checks.
    func forge(by actor: WriteReplica) throws {
        let lab = try lab(at: actor)
        let isAble = try actor.step { (store) throws(StorageError) in
            guard try store.audience(lab.number).secret != nil, try store.canWrite else {
                return false
            }
            return !(try store.heads(of: lab).isEmpty)
        }
        guard isAble else { return }
        actor.wall = WallTime(milliseconds: actor.wall.milliseconds + 1)
        switch dice.roll(below: 8) {
        case 0: try copyKeys(by: actor)
        case 1: try writeUnsealed(by: actor)
        default:
            var operations: [OriginedOperation] = []
            for _ in 0...dice.roll(below: 2) { operations += try forged(by: actor, in: lab) }
            let signed = operations
            try actor.step { (store) throws(StorageError) in
                try store.write(signed, into: try store.audience(lab.number), at: actor.wall)
            }
        }
    }

    private func forged(
        by actor: WriteReplica, in lab: AudienceRecord
    ) throws -> [OriginedOperation] {
        switch dice.roll(below: 5) {
        case 0: return [OriginedOperation(try power(by: actor, in: lab))]
        case 1: return [OriginedOperation(try voidAlways())]
        case 2: return try copy(by: actor)
        case 3: return [OriginedOperation(try foreign())]
        default: return [OriginedOperation(try thing(by: actor, in: lab))]
        }
    }

    // MARK: Power

    private func power(by actor: WriteReplica, in lab: AudienceRecord) throws -> Operation {
        let people = [ana, ben, cleo, dora, eva]
        let person = people[dice.roll(below: people.count)].owner.person
        let role = Grant.Role.allCases[dice.roll(below: Grant.Role.allCases.count)]
        let rights = try actor.step { (store) throws(StorageError) in
            try store.judgement(of: lab).rights
        }
        let named = [0] + rights.map(\.grant)
        let grant = named[dice.roll(below: named.count)]
        let isNamed = dice.roll(below: 2) == 0
        switch dice.roll(below: 4) {
        case 0: return .grant(Grant(id: dice.next(), person: person, role: role))
        // An id that names another right already.
        case 1: return .grant(Grant(id: grant, person: person, role: role))
        default:
            let lengths = try actor.step { (store) throws(StorageError) in
                try store.lengths(in: lab, by: grant)
            }
            return .cut(Cut(grant: grant, chains: isNamed ? lengths : []))
        }
    }

    // Void for every writer, or without effect.
    private func voidAlways() throws -> Operation {
        let stranger = try WriteReplica.owner(9, device: 9, name: "mallory")
        let root = Derivation.root(phraseSeed: try #require(eva.owner.phraseSeed))
        let name = AudienceName(AudienceKind.group.rawValue, id: group)
        switch dice.roll(below: 8) {
        case 0: return .certify(stranger.certificate)
        case 1:
            return .certify(
                Certificate(
                    person: ana.owner.person, device: stranger.device, agreement: .zero,
                    signature: stranger.certificate.signature))
        // Valid, wherever it is written.
        case 2:
            return .decertify(
                Decertification.sign(
                    device: DeviceID(.zero), audience: AudienceKind.group.rawValue,
                    owner: PersonID(group), chains: [], root: root))
        case 3:
            return .decertify(
                Decertification(
                    person: ben.owner.person, device: ben.owner.device,
                    audience: AudienceKind.group.rawValue, owner: PersonID(group), chains: [],
                    signature: [UInt8](repeating: 7, count: 64)))
        case 4:
            return .place(
                Placement(
                    object: .id(ObjectID(Bytes16(high: 1, low: 1))), audience: name, isIn: true,
                    replaces: []))
        case 5: return .unknown(kind: 60, body: [1, 2, 3])
        case 6: return Self.creation([(Schema.Thing.url, "javascript:alert(1)")])
        default:
            return .open(
                Open(
                    audience: AudienceKind.group.rawValue, owner: PersonID(group),
                    certificate: ana.owner.certificate, incarnation: 1, grant: nil))
        }
    }

    // MARK: Things

    private func thing(by actor: WriteReplica, in lab: AudienceRecord) throws -> Operation {
        switch dice.roll(below: 6) {
        case 0:
            return .create(
                Creation(
                    kind: Schema.Closing.kind, values: [FieldValue(Schema.Closing.closed, [1])],
                    elements: []))
        case 1:
            return .create(
                Creation(
                    kind: Schema.Member.kind,
                    values: [
                        FieldValue(Schema.Member.person, ana.owner.person.key.bytes),
                        FieldValue(Schema.Member.name, Array("mallory".utf8)),
                    ], elements: []))
        case 2:
            return Self.creation([
                (Schema.Thing.url, "https://forged.example/"),
                (Schema.Thing.title, "forged"),
            ])
        default: return change(of: try dot(in: lab, of: actor))
        }
    }

    // A random operation on what a dot created, or did not create.
    private func change(of dot: Dot) -> Operation {
        let object = ObjectRef.creation(dot)
        let title = Schema.Thing.title
        switch dice.roll(below: 5) {
        case 0:
            return .add(
                ElementAddition(
                    object: object, field: Schema.Thing.tags, element: Array("forged".utf8)))
        case 1:
            return .remove(
                ElementRemoval(
                    object: object, field: Schema.Thing.tags, element: Array("craft".utf8),
                    dots: [dot]))
        case 2: return .withdraw(Withdrawal(object: object, dots: [dot]))
        case 3:
            return .write(FieldWrite(object: object, field: .deletion, value: [1], replaces: []))
        default:
            return .write(
                FieldWrite(
                    object: object, field: title, value: Array("forged".utf8), replaces: [dot]))
        }
    }

    // A position in one of the group's chains, held or not yet, whatever is there.
    private func dot(in lab: AudienceRecord, of actor: WriteReplica) throws -> Dot {
        let log = try actor.step { (store) throws(StorageError) in try store.log(of: lab.number) }
        let entry = log[dice.roll(below: log.count)]
        let isOwn = try actor.step { (store) throws(StorageError) in
            guard let chain = try store.chain(entry.chain) else { return false }
            return try store.device(of: chain) == actor.owner.device
        }
        // In an own chain, no payload can name later positions.
        let end = Int(entry.length) + (isOwn ? 0 : 2)
        return .position(
            chain: entry.chain, sequence: UInt64(dice.roll(below: end)),
            index: UInt32(dice.roll(below: 2)))
    }

    // A position in a chain of another audience, which a friend of its owner holds.
    private func foreign() throws -> Operation {
        let log = try cleo.step { (store) throws(StorageError) in
            try store.log(of: try store.audience(.friends, of: cleo.owner.person).number)
        }
        let entry = log[dice.roll(below: log.count)]
        return change(
            of: .position(
                chain: entry.chain, sequence: UInt64(dice.roll(below: Int(entry.length) + 1)),
                index: 0))
    }

    // What somebody else made, claimed as a copy of what the writer has at home.
    private func copy(by actor: WriteReplica) throws -> [OriginedOperation] {
        guard let id = try someLink(of: actor) else { return [] }
        let origin = Dot.derived(Bytes24(words: (dice.next(), 1, UInt64(dice.roll(below: 3)))))
        let made = OriginedOperation(
            origin: origin,
            Self.creation(
                [(Schema.Thing.url, "https://copy.example/"), (Schema.Thing.title, "copy")],
                id: id))
        let named = OriginedOperation(
            origin: .derived(Bytes24(words: (dice.next(), 2, 2))),
            .write(
                FieldWrite(
                    object: .id(id), field: Schema.Thing.title, value: Array("mine".utf8),
                    replaces: [origin])))
        switch dice.roll(below: 4) {
        case 0: return [made]
        case 1: return [named]
        case 2:
            return [
                made, OriginedOperation(.withdraw(Withdrawal(object: .id(id), dots: [origin]))),
            ]
        default: return [made, named]
        }
    }

    private static func creation(_ fields: [(Field, String)], id: ObjectID? = nil) -> Operation {
        .create(
            Creation(
                kind: Kind.link.rawValue, id: id,
                values: fields.map { FieldValue($0, Array($1.utf8)) }, elements: []))
    }

    // MARK: Keys

    // A rotation or an admission from somebody else's chain, possibly of another audience.
    private func copyKeys(by actor: WriteReplica) throws {
        let lab = try lab(at: actor)
        let own = dice.roll(below: 3) == 0 ? AudienceKind.private : .friends
        let source = dice.roll(below: 3) == 0 ? try actor.row(own, of: actor) : lab.number
        let found = try actor.step { (store) throws(StorageError) -> [Operation] in
            var found: [Operation] = []
            for entry in try store.log(of: source) {
                guard let chain = try store.chain(entry.chain) else { continue }
                for sequence in 0..<chain.length {
                    for known in try store.operations(ofDelta: chain.row(sequence)) ?? [] {
                        switch known.operation {
                        case .rotate, .admit: found.append(known.operation)
                        default: continue
                        }
                    }
                }
            }
            return found
        }
        guard !found.isEmpty else { return }
        try writePlain(found[dice.roll(below: found.count)], by: actor, into: lab)
    }

    // Operations that must be sealed, written unsealed.
    private func writeUnsealed(by actor: WriteReplica) throws {
        let lab = try lab(at: actor)
        try writePlain(try thing(by: actor, in: lab), by: actor, into: lab)
    }

    private func writePlain(
        _ operation: Operation, by actor: WriteReplica, into lab: AudienceRecord
    ) throws {
        try actor.step { (store) throws(StorageError) in
            // Before the chain is read: if a new epoch is due, it goes into the chain.
            _ = try store.writingEpoch(of: try store.audience(lab.number), at: actor.wall)
            try store.writePlain(
                operation, epoch: .zero, into: try store.audience(lab.number), at: actor.wall)
        }
    }
}
