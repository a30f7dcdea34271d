import CRDT
import Domain
import Primitives
import Sodium
import Store
import Sync

/// One person's node: the product's engine over the product's store, and what its shell would keep.
final class SimulatedNode {
    let number: Int
    let owner: Owner
    var clock: WallClock
    var inbox: [Event] = []
    /// Rises with every crash; what belongs to an earlier life is dropped.
    private(set) var life = 0
    /// Of the deadline that counts.
    var generation = 0
    var isDown = false
    var isPaused = false
    var isStepDue = false
    var requestsMade: UInt64 = 0
    var acceptedLinks: UInt64 = 0
    /// What waits for an answer: told to whom it concerns.
    var waiting: [RequestID: (Answer) -> Void] = [:]

    private(set) var engine: Engine
    private(set) var store: Store
    private(set) var files: ReplicaFiles
    private var entropy: Entropy
    private let dice: Dice

    init(
        number: Int, root: String, entropy: Entropy, dice: Dice, clock: WallClock, at now: Instant
    ) throws(BrokenClaim) {
        self.number = number
        self.clock = clock
        var entropy = entropy
        owner = Owner(
            root: SigningKey(seed: entropy.secretKey()),
            signing: SigningKey(seed: entropy.secretKey()),
            agreement: AgreementKey(seed: entropy.secretKey()),
            phraseSeed: entropy.bytes32(), name: "node\(number)")
        self.entropy = entropy
        self.dice = dice
        files = try ReplicaFiles(root: root, number: number)
        (store, engine) = try Self.open(
            files, owner: owner, entropy: entropy, dice: dice, life: 0,
            wall: clock.reading(at: now), at: now)
        engine.addresses = [address]
    }

    /// Where others reach it in this world.
    var address: String { "node\(number):1" }

    /// Dies: nothing is closed in order, and only what is on disk comes back.
    func crash() throws(BrokenClaim) {
        try files.survive()
        life += 1
        isDown = true
        inbox = []
        waiting = [:]
    }

    /// Comes back with what the crash left.
    func restart(at now: Instant) throws(BrokenClaim) {
        (store, engine) = try Self.open(
            files, owner: owner, entropy: entropy, dice: dice, life: life,
            wall: clock.reading(at: now), at: now)
        engine.addresses = [address]
        files.forget()
        isDown = false
    }

    private static func open(
        _ files: ReplicaFiles, owner: Owner, entropy: Entropy, dice: Dice, life: Int,
        wall: WallTime, at now: Instant
    ) throws(BrokenClaim) -> (Store, Engine) {
        let lot = entropy.split(Array("life \(life)".utf8))
        let throwing = dice.split(UInt64(life))
        do throws(StorageError) {
            let store = try Store(
                path: files.database, owner: owner, place: Array("one disk".utf8), entropy: lot,
                dice: throwing, at: wall)
            let engine = Engine(
                store: store, owner: owner, entropy: lot.split([1]), dice: throwing.split(1),
                at: now)
            return (store, engine)
        } catch {
            throw BrokenClaim("what survives a crash can be opened", "\(error)")
        }
    }
}
