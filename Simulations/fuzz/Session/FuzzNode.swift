import CRDT
import Domain
import Primitives
import Sodium
import Store
import Sync
import Wire

/// Keys of a device, made of numbers, so that each build of the world has the same.
struct FuzzKeys {
    let owner: Owner
    /// Tells its database and its chance from those of others.
    let number: UInt8
    /// By which other device of its person it was paired.
    var companions: [(certificate: Certificate, addresses: [String])] = []

    /// The first device of a person.
    init(_ number: UInt8, name: String) {
        self.number = number
        owner = Owner(
            phraseSeed: Self.bytes(4, number),
            signing: SigningKey(seed: SecretKey(Self.bytes(2, number))),
            agreement: AgreementKey(seed: SecretKey(Self.bytes(3, number))), name: name)
    }

    /// A further device of the person of `first`, which pairs it.
    init(_ number: UInt8, pairedBy first: FuzzNode) throws {
        self.number = number
        let keys = FuzzKeys(number, name: "").owner
        let request = PairingRequest(
            device: keys.device, agreement: keys.agreement.publicKey, name: "tablet")
        guard
            case .paired(let paired)? = try first.tell(
                .pairDevice(request: request.text, phrase: nil)),
            let answer = PairingAnswer(text: paired.answer)
        else { throw BrokenWorld.refused("pairing") }
        owner = Owner(
            certificate: answer.certificate, signing: keys.signing, agreement: keys.agreement,
            phraseSeed: nil, recovery: answer.recovery, name: first.keys.owner.name)
        companions = [(answer.companion, [first.keys.address])]
    }

    /// Where others reach the device.
    var address: String { "host\(number):1" }

    /// How others add its person.
    var ticket: String {
        Ticket(certificate: owner.certificate, name: owner.name, addresses: [address]).text
    }

    /// 32 bytes that belong to `purpose` and `number`.
    static func bytes(_ purpose: UInt8, _ number: UInt8) -> Bytes32 {
        Hash.blake2b32([purpose, number])
    }
}

/// Why the world that a session is fuzzed in could not be built: a fault of the target, or of the house.
enum BrokenWorld: Error {
    /// A command was refused, or answered by something else than expected.
    case refused(String)
    /// The nodes did not fall silent.
    case restless
    /// A file of the world cannot be written or read.
    case disk(String)
}

/// One node: an engine over a store, and its clock.
final class FuzzNode {
    let keys: FuzzKeys
    let store: Store
    let engine: Engine
    var now: Instant
    private(set) var answers: [Answer] = []
    /// Takes what goes to others, where there are others.
    var carry: (([Effect]) throws -> Void)?
    private var requests: UInt64 = 0

    /// - Parameters:
    ///   - path: of its database; `:memory:` for none.
    ///   - life: how often that was opened before: each life has its own chance.
    ///   - limits: of its database.
    init(
        _ keys: FuzzKeys, at path: String, life: UInt8, now: Instant,
        limits: StoreLimits = .standard
    ) throws(StorageError) {
        self.keys = keys
        self.now = now
        let chance = Entropy.seeded(FuzzKeys.bytes(10 + life, keys.number))
        store = try Store(
            path: path, owner: keys.owner, place: [keys.number],
            entropy: chance.split(Array("store".utf8)), dice: Dice(seed: UInt64(keys.number)),
            limits: limits, at: Self.wall(at: now))
        engine = Engine(
            store: store, owner: keys.owner, entropy: chance.split(Array("engine".utf8)),
            dice: Dice(seed: 100 + UInt64(keys.number)), companions: keys.companions, at: now)
        engine.addresses = [keys.address]
    }

    /// What its wall clock shows: it agrees with those of all others.
    static func wall(at now: Instant) -> WallTime {
        let start: UInt64 = 20_000 * 86_400_000
        return WallTime(milliseconds: start + now.nanoseconds / 1_000_000)
    }

    /// Makes a step; what goes to others is given back.
    func step(_ events: [Event]) throws(StorageError) -> [Effect] {
        let effects = try engine.step(events, at: now, wall: Self.wall(at: now))
        for case .answer(_, let answer) in effects { answers.append(answer) }
        return effects
    }

    /// Asks for something, and goes on until it is answered.
    @discardableResult
    func ask(_ request: Request) throws -> Answer? {
        requests += 1
        let count = answers.count
        var event = Event.requested(RequestID(requests), request)
        for _ in 0..<1000 where answers.count == count {
            let effects = try step([event])
            try carry?(effects)
            event = .woken
        }
        guard answers.count > count else { return nil }
        return answers.last
    }

    /// The same for what has to succeed.
    @discardableResult
    func tell(_ command: Command) throws -> Answer? {
        let answer = try ask(.command(command))
        if case .rejected(let problem)? = answer { throw BrokenWorld.refused(problem.detail) }
        return answer
    }

    /// Lets time pass in which nobody is met, as if it had slept.
    func sleep(for duration: Duration) throws {
        now = now + duration
        for _ in 0..<1000 {
            guard let due = engine.deadline(at: now), due <= now else { return }
            let effects = try step([.woken])
            try carry?(effects)
        }
        throw BrokenWorld.restless
    }

    /// Titles of what is in sight, whoever's, each as often as it is there.
    func titles() throws -> [String] {
        guard case .page(let page)? = try ask(.query(.list(ListRequest(limit: 500)))) else {
            throw BrokenWorld.refused("list")
        }
        return page.items.map(\.title).sorted()
    }
}
