import CRDT
import Primitives
import Sodium
import Wire

/// One of each kind of operation, with and without optional parts.
enum OperationSamples {
    static let bookmark = Creation(
        kind: 1,
        values: [
            FieldValue(Field(1), text("https://example.org/quilts")),
            FieldValue(Field(2), text("Quilts of the coast")),
            FieldValue(Field(3), text("for cleo")),
            FieldValue(Field(4), [0x65, 0x53, 0xF1, 0x00]),
            FieldValue(Field(6), [3]),
            FieldValue(Field(7), [1]),
        ],
        elements: [
            FieldElements(Field(5), [text("craft"), text("crafts"), text("sea")])
        ])

    static let collection = Creation(
        kind: 2,
        values: [
            FieldValue(Field(1), text("Winter")),
            FieldValue(Field(2), text("what to sew")),
        ],
        elements: [
            FieldElements(Field(5), [Person.ana.id.key.bytes + Place.id.bytes.bytes + [128]])
        ])

    static let rotation = makeRotation()
    static let admission = makeAdmission()

    static let authority: [(String, Operation)] = [
        ("open by grant", .open(open(grant: 0x0102_0304_0506_0708))),
        ("open of an own device", .open(open(grant: nil))),
        ("certify", .certify(Person.ben.certificate)),
        ("decertify", .decertify(ended)),
        ("grant", .grant(Grant(id: 0xABCD, person: Person.ben.id, role: .friend))),
        (
            "grant instead",
            .grant(Grant(id: 0xABCE, person: Person.ben.id, role: .owner, replaces: 0xABCD))
        ),
        ("cut of a grant", .cut(Cut(grant: 0xABCD, chains: lengths))),
        ("cut of the founder, with nothing", .cut(Cut(grant: 0, chains: []))),
        ("rotate", .rotate(rotation)),
        ("admit", .admit(admission)),
        ("checkpoint", .checkpoint(checkpoint)),
        (
            "checkpoint of a dead chain",
            .checkpoint(Checkpoint(chain: Place.home, living: [], length: 9, seen: []))
        ),
    ]

    static let content: [(String, OriginedOperation)] = [
        ("create a bookmark", OriginedOperation(.create(bookmark))),
        ("create a collection", OriginedOperation(.create(collection))),
        (
            "create with nothing",
            OriginedOperation(.create(Creation(kind: 31, values: [], elements: [])))
        ),
        (
            "create with fields of a newer version",
            OriginedOperation(
                .create(
                    Creation(
                        kind: 1, values: [FieldValue(Field(62), [0xFF])],
                        elements: [FieldElements(Field(61), [[0], [1, 2]])])))
        ),
        (
            "create a copy",
            OriginedOperation(
                origin: Place.derived,
                .create(
                    Creation(
                        kind: 1, id: Place.id,
                        values: [FieldValue(Field(1), text("https://example.org/"))],
                        elements: [])))
        ),
        ("write", OriginedOperation(write(.creation(Place.created), [Place.created]))),
        (
            "write again with its origin",
            OriginedOperation(
                origin: Place.edited, write(.creation(Place.created), [Place.created]))
        ),
        (
            "write to a copy",
            OriginedOperation(
                origin: Place.abroad, write(.id(Place.id), [Place.abroad, Place.derived]))
        ),
        (
            "write that replaces three",
            OriginedOperation(
                write(.creation(Place.abroad), [Place.abroad, Place.created, Place.further]))
        ),
        ("delete", OriginedOperation(delete([1], []))),
        ("undo of a deletion", OriginedOperation(delete([], [Place.edited]))),
        (
            "add",
            OriginedOperation(
                .add(
                    ElementAddition(
                        object: .creation(Place.created), field: Field(5),
                        element: text("sea"))))
        ),
        (
            "add to a copy",
            OriginedOperation(
                origin: Place.derived,
                .add(
                    ElementAddition(object: .id(Place.id), field: Field(5), element: text("é"))))
        ),
        (
            "remove",
            OriginedOperation(
                .remove(
                    ElementRemoval(
                        object: .creation(Place.created), field: Field(5), element: text("sea"),
                        dots: [Place.created, Place.further])))
        ),
        (
            "withdraw",
            OriginedOperation(
                .withdraw(Withdrawal(object: .id(Place.id), dots: [Place.derived])))
        ),
        (
            "place in friends",
            OriginedOperation(place(AudienceName(2), isIn: true, []))
        ),
        (
            "place out of public",
            OriginedOperation(place(AudienceName(3), isIn: false, [Place.edited]))
        ),
        (
            "place in a group",
            OriginedOperation(place(Place.group, isIn: true, []))
        ),
        ("of a newer version", OriginedOperation(.unknown(kind: 31, body: [1, 2, 3]))),
        (
            "of a newer version with an origin",
            OriginedOperation(.unknown(kind: 0xC0, body: []))
        ),
    ]

    /// All of the above.
    static let all: [(String, OriginedOperation)] =
        authority.map { ($0.0, OriginedOperation($0.1)) } + content

    static func text(_ string: String) -> [UInt8] { Array(string.utf8) }

    private static let ended = Person.ben.decertification(inFriendsOf: Person.ana.id)

    private static let lengths = [
        ChainLength(chain: Place.foreign, length: 5, last: .repeating(5)),
        ChainLength(chain: Place.home, length: 300, last: .repeating(6)),
    ]

    private static let checkpoint = Checkpoint(
        chain: Place.home,
        living: [
            .init(start: 0, end: 1, previous: .zero, last: .repeating(1)),
            .init(start: 128, end: 300, previous: .repeating(2), last: .repeating(3)),
        ],
        length: 300,
        seen: [
            Frontier.Entry(chain: Place.foreign, length: 78),
            Frontier.Entry(chain: Place.home, length: 300),
        ])

    private static func open(grant: UInt64?) -> Open {
        Open(
            audience: 2, owner: Person.ana.id, certificate: Person.ben.certificate,
            incarnation: 0x1122_3344_5566_7788, grant: grant)
    }

    private static func write(_ object: ObjectRef, _ dots: [Dot]) -> Operation {
        .write(
            FieldWrite(
                object: object, field: Field(2), value: text("A title"),
                replaces: dots.sorted()))
    }

    private static func delete(_ value: [UInt8], _ dots: [Dot]) -> Operation {
        .write(
            FieldWrite(
                object: .creation(Place.created), field: .deletion, value: value, replaces: dots))
    }

    private static func place(_ audience: AudienceName, isIn: Bool, _ dots: [Dot]) -> Operation {
        .place(
            Placement(
                object: .creation(Place.created), audience: audience, isIn: isIn, replaces: dots))
    }

    private static func makeRotation() -> Rotation {
        var entropy = Entropy.seeded(.repeating(0x77))
        var dice = Dice(seed: 7)
        return EpochKey.rotation(
            key: Place.key,
            secrets: EpochKey.Secrets(
                audience: 2, owner: Person.ana.id.key, firstSecret: .repeating(0x51),
                follows: [EpochKey.Followed(name: Place.epoch, key: .repeating(0x52))], marks: []),
            members: [Person.ana.recipient, Person.ben.recipient],
            recovery: Derivation.recoveryKey(phraseSeed: .repeating(0x5E)).publicKey,
            entropy: &entropy, dice: &dice)
    }

    private static func makeAdmission() -> Admission {
        var entropy = Entropy.seeded(.repeating(0x78))
        var dice = Dice(seed: 8)
        return EpochKey.admission(
            to: Derivation.epochName(of: makeRotation()), key: Place.key,
            members: [Person.cleo.recipient], entropy: &entropy, dice: &dice)
    }
}
