package import CRDT
import Domain
package import Primitives
package import Sodium
import Wire

/// The replica on disk: the log of deltas, the state folded from it, and indices for searching it.
///
/// Everything runs inside `transaction`, on the thread that owns the node. Memory only caches what the
/// tables hold; a failed transaction discards it.
package final class Store {
    let database: Database
    let owner: Owner
    let limits: StoreLimits
    private let entropy: Entropy
    private let dice: Dice
    private var chances: [String: Chance] = [:]
    var memory = Memory()

    /// Opens the replica at `path`, creates it if there is none, and ensures that this place has an
    /// incarnation of its own.
    ///
    /// - Parameter place: what distinguishes this file from a copy of it (machine, device, inode, birth).
    ///   If it differs from the last start, the file was copied or restored, and a new incarnation begins
    ///   before anything is written.
    /// - Throws: `newer` for a database of a later version; `locked` if another process holds it.
    package init(
        path: String, owner: Owner, place: [UInt8], entropy: Entropy, dice: Dice,
        limits: StoreLimits = .standard, at wall: WallTime
    ) throws(StorageError) {
        database = try Database(path: path)
        self.owner = owner
        self.limits = limits
        self.entropy = entropy
        self.dice = dice
        try transaction { () throws(StorageError) in
            try settle(in: place, at: wall)
            try begin(at: wall)
            try beginNaming()
            try learnKinds()
            try learnReactions()
            try learnReports()
            try learnPrivateNotes()
            try learnFollowings()
            try dropDrafts()
            try learnReferences()
            try learnPlaceNames()
            try learnAddresses()
        }
    }

    /// The certificate of this device, which names its person.
    package var certificate: Certificate { owner.certificate }

    /// Runs `body` in one transaction: when this returns, all of it is durable; if it throws, none is.
    package func transaction<Result>(
        _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        do throws(StorageError) {
            return try database.transaction(body)
        } catch {
            memory = Memory()
            throw error
        }
    }

    /// Copies the current replica into a new file.
    package func backup(to path: String) throws(StorageError) {
        try database.backup(to: path)
    }

    /// Moves the write-ahead log into the file and closes the connection.
    package func close() throws(StorageError) {
        try database.close()
    }

    // MARK: Identity and settings

    private func settle(in place: [UInt8], at wall: WallTime) throws(StorageError) {
        try watchForTwins(at: wall)
        let known = try setting("place")
        if known == place { return }
        if known != nil { try noteSetBack(at: wall) }
        try set("place", to: place)
        // The file may be a backup: invitations used or revoked since then must not be honoured again.
        try database.run("UPDATE invitations SET uses = -1")
        // The original may have sent everything that this copy holds.
        try database.run("UPDATE chains SET sent = length")
        var source = entropy.split(Array("incarnation".utf8))
        try set("incarnation", to: source.bytes(8))
    }

    /// The number of the current incarnation, which is part of every chain it writes.
    var incarnation: UInt64 {
        get throws(StorageError) {
            let bytes = try setting("incarnation") ?? []
            return bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// Draws for an audience from streams of its own, so that writing in one audience does not affect the
    /// draws of another.
    func draw<Result>(for audience: AudienceName, _ body: (inout Chance) -> Result) -> Result {
        draw("audience \(audience.kind) \(audience.id.map { Base32.encode($0.bytes) } ?? "")", body)
    }

    /// Draws for `purpose` from streams of its own.
    func draw<Result>(_ purpose: String, _ body: (inout Chance) -> Result) -> Result {
        var chance: Chance
        if let known = chances[purpose] {
            chance = known
        } else {
            let name = Array(purpose.utf8)
            chance = Chance(
                entropy: entropy.split(name), dice: dice.split(Hash.blake2b16(name).leading))
        }
        let result = body(&chance)
        chances[purpose] = chance
        return result
    }

    /// Returns the value stored under `name`; nil if there is none.
    func setting(_ name: String) throws(StorageError) -> [UInt8]? {
        try database.row(
            "SELECT value FROM settings WHERE name = ? ORDER BY name", [.text(name)]
        ) { $0.bytes(0) }
    }

    /// Returns the number stored under `name` as its digits; nil if there is none.
    func number(setting name: String) throws(StorageError) -> Int? {
        guard let bytes = try setting(name) else { return nil }
        guard let number = Int(String(decoding: bytes, as: UTF8.self)) else { throw .corrupt }
        return number
    }

    /// Stores `value` under `name`.
    func set(_ name: String, to value: [UInt8]) throws(StorageError) {
        try database.run(
            "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", .text(name),
            .blob(value))
    }
}

/// Random streams for one purpose.
struct Chance {
    var entropy: Entropy
    var dice: Dice
}
