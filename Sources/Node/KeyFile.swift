import Primitives
import Sodium

/// One file of `Profile.keysDirectory`, mode 0600.
///
///     magic     8 bytes   "weftroot", "weftdevc" or "weftpair"
///     version   u8        1: the contents are plain; 2: they are sealed
///     version 2 only
///       cost    of a device only: passes u8 = 3, memory u16 = 256 MiB (Argon2id 1.3), salt 16
///       nonce   24 bytes  of XChaCha20-Poly1305; all before the contents is its additional data
///     contents            as long as the kind of file says; sealed, 16 bytes more
///     check     16 bytes  BLAKE2b-128 of all before: detects damage, protects from nobody
struct KeyFile {
    let name: String
    let magic: [UInt8]
    let contentBytes: Int

    /// The entropy of the recovery phrase.
    static let root = KeyFile(name: "root", magic: Array("weftroot".utf8), contentBytes: 32)
    /// Ed25519 seed, X25519 seed.
    static let device = KeyFile(name: "device", magic: Array("weftdevc".utf8), contentBytes: 64)
    /// Recovery key 32, certificate 160: takes the place of the root. Not secret, so never sealed.
    static let pair = KeyFile(name: "pair", magic: Array("weftpair".utf8), contentBytes: 192)

    /// The parameters that turn a passphrase into a key.
    struct Cost: Equatable {
        let salt: Bytes16

        static let byteCount = 19
        private static let passes: UInt8 = 3
        private static let mebibytes: UInt16 = 256

        var bytes: [UInt8] {
            [Self.passes, UInt8(Self.mebibytes >> 8), UInt8(Self.mebibytes & 0xFF)] + salt.bytes
        }

        init(salt: Bytes16) {
            self.salt = salt
        }

        /// Nil for other passes or memory, which a later version may have.
        init?(_ bytes: ArraySlice<UInt8>) {
            guard let salt = Bytes16(bytes.suffix(16)) else { return nil }
            self.init(salt: salt)
            guard bytes.elementsEqual(self.bytes) else { return nil }
        }
    }

    /// The contents of a file.
    enum Contents: Equatable {
        case plain([UInt8])
        case sealed(Sealed)
    }

    /// Contents that a key opens.
    struct Sealed: Equatable {
        /// Set for a device; nil for a root.
        let cost: Cost?
        fileprivate let head: [UInt8]
        fileprivate let nonce: Bytes24
        fileprivate let text: [UInt8]

        /// Opens the contents; nil with another key.
        func open(_ key: Bytes32) -> [UInt8]? {
            Seal.open(text, key: key, nonce: nonce, additional: head)
        }
    }

    private static let plainVersion: UInt8 = 1
    private static let sealedVersion: UInt8 = 2
    /// The largest file of keys that is read; a larger one is damaged.
    private static let bytesMax = 4096

    func path(in profile: Profile) -> String { profile.keysDirectory + "/" + name }

    /// Reads the file; nil if there is none.
    func read(in profile: Profile) throws(KeystoreError) -> Contents? {
        let path = path(in: profile)
        let file: [UInt8]?
        do throws(NodeError) {
            file = try PrivateFile.read(path, bytesMax: Self.bytesMax)
        } catch {
            throw .file(error)
        }
        guard let file else { return nil }
        if file.starts(with: magic), file.count > magic.count, file[magic.count] > lastVersion {
            throw .newer(path, version: file[magic.count])
        }
        let bodyCount = file.count - 16
        guard bodyCount > magic.count, file.starts(with: magic),
            file[bodyCount...].elementsEqual(Hash.blake2b16(file[..<bodyCount]).bytes)
        else { throw .damaged(path) }
        return try contents(Array(file[..<bodyCount]), path)
    }

    /// Writes plain `contents` to the file.
    func write(_ contents: [UInt8], in profile: Profile) throws(KeystoreError) {
        try put(magic + [Self.plainVersion] + contents, profile)
    }

    /// Writes `contents` to the file, sealed under `key`, which `cost` made of a passphrase.
    func write(
        _ contents: [UInt8], sealedUnder key: Bytes32, cost: Cost?, nonce: Bytes24,
        in profile: Profile
    ) throws(KeystoreError) {
        let head = magic + [Self.sealedVersion] + (cost?.bytes ?? []) + nonce.bytes
        try put(head + Seal.seal(contents, key: key, nonce: nonce, additional: head), profile)
    }

    /// Deletes the file if it is there.
    func remove(in profile: Profile) throws(KeystoreError) {
        do throws(NodeError) {
            try PrivateFile.remove(path(in: profile))
        } catch {
            throw .file(error)
        }
    }

    private var lastVersion: UInt8 {
        name == Self.pair.name ? Self.plainVersion : Self.sealedVersion
    }

    private func contents(_ body: [UInt8], _ path: String) throws(KeystoreError) -> Contents {
        let start = magic.count + 1
        if body[magic.count] == Self.plainVersion {
            guard body.count == start + contentBytes else { throw .damaged(path) }
            return .plain(Array(body[start...]))
        }
        let costBytes = name == Self.device.name ? Cost.byteCount : 0
        let nonceStart = start + costBytes
        let textStart = nonceStart + 24
        guard body[magic.count] == Self.sealedVersion,
            body.count == textStart + contentBytes + Seal.overhead,
            let nonce = Bytes24(body[nonceStart..<textStart])
        else { throw .damaged(path) }
        var cost: Cost?
        if costBytes > 0 {
            cost = Cost(body[start..<nonceStart])
            guard cost != nil else { throw .newer(path, version: Self.sealedVersion) }
        }
        return .sealed(
            Sealed(
                cost: cost, head: Array(body[..<textStart]), nonce: nonce,
                text: Array(body[textStart...])))
    }

    private func put(_ body: [UInt8], _ profile: Profile) throws(KeystoreError) {
        do throws(NodeError) {
            try PrivateFile.write(body + Hash.blake2b16(body).bytes, to: path(in: profile))
        } catch {
            throw .file(error)
        }
    }
}
