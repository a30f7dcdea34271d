package import Primitives
import Sodium
import Wire

/// A password-authenticated key exchange: two parties who share a few bits of secret agree on a key that
/// nobody else has, though everybody can read and change their messages. Each run lets the other side try one
/// guess, and nobody can test a second guess against recorded messages.
///
///     initiator            responder
///     share A    ---->                  32 bytes, and its own additional data
///                <----     share B      32 bytes, the same
///
/// Pure: the same arguments give the same bytes. A run with another secret, session or additional data ends
/// in another key, so both sides have to prove theirs (`confirmation`).
/// - Source: draft-irtf-cfrg-cpace-21, CPACE-RISTR255-SHA512, initiator and responder; its vectors are in
///   `CPaceTests`.
package struct CPace: Sendable {
    /// The secret, and the values that both sides have to agree on besides.
    package struct Terms: Equatable, Sendable {
        /// The shared secret: few bits, never sent.
        package let password: [UInt8]
        /// Identifies the protocol that the exchange is part of.
        package let channel: [UInt8]
        /// Unique to this run; need not be secret.
        package let session: [UInt8]

        /// Collects the three inputs.
        package init(password: [UInt8], channel: [UInt8], session: [UInt8]) {
            self.password = password
            self.channel = channel
            self.session = session
        }
    }

    /// A share and the additional data sent with it.
    package struct Part: Equatable, Sendable {
        package let share: Bytes32
        package let additional: [UInt8]

        /// Pairs a share with its additional data.
        package init(share: Bytes32, additional: [UInt8]) {
            self.share = share
            self.additional = additional
        }

        fileprivate var spelled: [UInt8] { CPace.lengthed([share.bytes, additional]) }
    }

    /// What this side sends.
    package let mine: Part
    private let session: [UInt8]
    private let scalar: Scalar

    /// Begins a run on this side, before the other side's share has come.
    ///
    /// - Parameter chance: 64 fresh random bytes, for this run alone.
    package init(_ terms: Terms, additional: [UInt8], chance: [UInt8]) {
        self.init(terms, additional: additional, scalar: Ristretto.scalar(fromUniform: chance))
    }

    /// Begins a run with a given scalar, as the published vectors do.
    init(_ terms: Terms, additional: [UInt8], scalar: consuming SecretKey) {
        guard let share = Ristretto.multiply(Self.generator(terms), by: scalar) else {
            preconditionFailure("a scalar of chance is not zero")
        }
        mine = Part(share: share, additional: additional)
        session = terms.session
        self.scalar = Scalar(scalar)
    }

    /// The key of the run that this side began; 64 bytes.
    ///
    /// - Returns: nil if the other's share is not an element or is the identity; then the run is over.
    package func key(asInitiatorWith theirs: Part) -> [UInt8]? {
        key(with: theirs, initiator: mine, responder: theirs)
    }

    /// The key of the run that the other side began; 64 bytes, or nil as above.
    package func key(asResponderWith theirs: Part) -> [UInt8]? {
        key(with: theirs, initiator: theirs, responder: mine)
    }

    /// The 64 bytes that prove that the sender of `part` has `key`.
    package static func confirmation(of part: Part, session: [UInt8], key: [UInt8]) -> [UInt8] {
        let code = Hash.sha512(Array("CPaceMac".utf8) + session + key)
        return HMAC512.authenticate(part.spelled, key: code)
    }

    private func key(with theirs: Part, initiator: Part, responder: Part) -> [UInt8]? {
        guard let secret = scalar.multiply(theirs.share) else { return nil }
        let name = Self.name + Array("_ISK".utf8)
        return Hash.sha512(
            Self.lengthed([name, session, secret.bytes]) + initiator.spelled + responder.spelled)
    }

    // MARK: The draft's functions

    /// The generator of the run, which depends on the password.
    static func generator(_ terms: Terms) -> Bytes32 {
        Ristretto.element(fromUniform: Hash.sha512(generatorText(terms)))
    }

    /// The string that the generator is hashed from. Zeros after the password fill the first block of the
    /// hash.
    static func generatorText(_ terms: Terms) -> [UInt8] {
        let used = 1 + lengthed([terms.password]).count + lengthed([name]).count
        let zeros = [UInt8](repeating: 0, count: max(0, blockBytes - used))
        return lengthed([name, terms.password, zeros, terms.channel, terms.session])
    }

    /// Each part preceded by its length in base 128.
    static func lengthed(_ parts: [[UInt8]]) -> [UInt8] {
        var writer = ByteWriter()
        for part in parts { writer.lengthed(part) }
        return writer.bytes
    }

    private static let name = Array("CPaceRistretto255".utf8)
    /// The block size of SHA-512.
    private static let blockBytes = 128
}

/// A secret scalar that the copies of a run share.
private final class Scalar: Sendable {
    private let key: SecretKey

    init(_ key: consuming SecretKey) {
        self.key = key
    }

    func multiply(_ element: Bytes32) -> Bytes32? { Ristretto.multiply(element, by: key) }
}
