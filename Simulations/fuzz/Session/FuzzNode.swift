import CRDT
import Domain
import Primitives
import Sodium
import Store
import Sync
import Wire

/// The keys of a device, derived from numbers, so that each build of the world has the same.
struct FuzzKeys {
    let owner: Owner
    /// Distinguishes its database and entropy from those of others.
    let number: UInt8
    /// The other devices of its person that paired it.
    var companions: [(certificate: Certificate, addresses: [String])] = []

    /// Creates the first device of a person.
    init(_ number: UInt8, name: String) {
        self.number = number
        owner = Owner(
            phraseSeed: Self.bytes(4, number),
            signing: SigningKey(seed: SecretKey(Self.bytes(2, number))),
            agreement: AgreementKey(seed: SecretKey(Self.bytes(3, number))), name: name)
    }

    /// Creates a further device of the person of `first`, which pairs it.
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

    /// The address at which others reach the device.
    var address: String { "host\(number):1" }

    /// The ticket with which others add its person.
    var ticket: String {
        Ticket(certificate: owner.certificate, name: owner.name, addresses: [address]).text
    }

    /// Returns 32 bytes derived from `purpose` and `number`.
    static func bytes(_ purpose: UInt8, _ number: UInt8) -> Bytes32 {
        Hash.blake2b32([purpose, number])
    }
}

/// Why the fuzzed world could not be built: a fault of the target or of the product.
enum BrokenWorld: Error {
    /// A command was rejected, or had an unexpected answer.
    case refused(String)
    /// The nodes did not become silent.
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
    /// Receives the effects for other nodes, if there are any.
    var carry: (([Effect]) throws -> Void)?
    private var requests: UInt64 = 0

    /// Creates a node.
    ///
    /// - Parameters:
    ///   - path: the path of its database; `:memory:` for none.
    ///   - life: how often that was opened before: each life has its own entropy.
    ///   - limits: the limits of its database.
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

    /// What its wall clock shows; all clocks agree.
    static func wall(at now: Instant) -> WallTime {
        let start: UInt64 = 20_000 * 86_400_000
        return WallTime(milliseconds: start + now.nanoseconds / 1_000_000)
    }

    /// Runs a step and returns the effects for others.
    func step(_ events: [Event]) throws(StorageError) -> [Effect] {
        let effects = try engine.step(events, at: now, wall: Self.wall(at: now))
        for case .answer(_, let answer) in effects { answers.append(answer) }
        return effects
    }

    /// Sends a request and steps until it is answered.
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

    /// Sends a command that must succeed.
    @discardableResult
    func tell(_ command: Command) throws -> Answer? {
        let answer = try ask(.command(command))
        if case .rejected(let problem)? = answer { throw BrokenWorld.refused(problem.detail) }
        return answer
    }

    /// Lets time pass without any peers, as if it had slept.
    func sleep(for duration: Duration) throws {
        now = now + duration
        for _ in 0..<1000 {
            guard let due = engine.deadline(at: now), due <= now else { return }
            let effects = try step([.woken])
            try carry?(effects)
        }
        throw BrokenWorld.restless
    }

    /// Returns the titles of visible things of everybody, with duplicates.
    func titles() throws -> [String] {
        guard case .page(let page)? = try ask(.query(.list(ListRequest(limit: 500)))) else {
            throw BrokenWorld.refused("list")
        }
        return page.items.map(\.title).sorted()
    }
}
