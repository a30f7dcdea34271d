package import Primitives
import Sodium
import Wire

/// Two who share a few bits of secret agree on a key that nobody else has, though everybody hears
/// and may change what they say. Each run lets the other side try one guess, and nobody can try a
/// second one on what was said.
///
///     initiator            responder
///     share A    ---->                  32 bytes, and its own additional data
///                <----     share B      32 bytes, the same
///
/// A pure machine: same arguments, same bytes. A run with another secret, session or additional
/// data ends in another key, so both sides have to prove theirs (`confirmation`).
/// - Source: draft-irtf-cfrg-cpace-21, CPACE-RISTR255-SHA512, initiator and responder; its vectors
///   in `CPaceTests`.
package struct CPace: Sendable {
    /// What is secret, and what both sides must agree on besides.
    package struct Terms: Equatable, Sendable {
        /// What both share: few bits, never sent.
        package let password: [UInt8]
        /// Which protocol this is part of.
        package let channel: [UInt8]
        /// Of this run alone; need not be secret.
        package let session: [UInt8]

        /// All three.
        package init(password: [UInt8], channel: [UInt8], session: [UInt8]) {
            self.password = password
            self.channel = channel
            self.session = session
        }
    }

    /// A share and what is said along with it.
    package struct Part: Equatable, Sendable {
        package let share: Bytes32
        package let additional: [UInt8]

        /// Both.
        package init(share: Bytes32, additional: [UInt8]) {
            self.share = share
            self.additional = additional
        }

        fileprivate var spelled: [UInt8] { CPace.lengthed([share.bytes, additional]) }
    }

    /// What this side says.
    package let mine: Part
    private let session: [UInt8]
    private let scalar: Scalar

    /// A side that has not heard the other one yet.
    ///
    /// - Parameter chance: 64 fresh bytes, for this run alone.
    package init(_ terms: Terms, additional: [UInt8], chance: [UInt8]) {
        self.init(terms, additional: additional, scalar: Ristretto.scalar(fromUniform: chance))
    }

    /// The same with a scalar as the published vectors name it.
    init(_ terms: Terms, additional: [UInt8], scalar: consuming SecretKey) {
        guard let share = Ristretto.multiply(Self.generator(terms), by: scalar) else {
            preconditionFailure("a scalar of chance is not zero")
        }
        mine = Part(share: share, additional: additional)
        session = terms.session
        self.scalar = Scalar(scalar)
    }

    /// The key, 64 bytes, of the run that this side began.
    ///
    /// - Returns: nil if the other's share is no element or the identity: the run is over.
    package func key(asInitiatorWith theirs: Part) -> [UInt8]? {
        key(with: theirs, initiator: mine, responder: theirs)
    }

    /// The key of the run that the other side began.
    package func key(asResponderWith theirs: Part) -> [UInt8]? {
        key(with: theirs, initiator: theirs, responder: mine)
    }

    /// What proves that whoever said `part` has `key`: 64 bytes.
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

    /// The element that both sides count from: another one for each password.
    static func generator(_ terms: Terms) -> Bytes32 {
        Ristretto.element(fromUniform: Hash.sha512(generatorText(terms)))
    }

    /// What it is made of; zeros fill the first block of the hash behind the password.
    static func generatorText(_ terms: Terms) -> [UInt8] {
        let used = 1 + lengthed([terms.password]).count + lengthed([name]).count
        let zeros = [UInt8](repeating: 0, count: max(0, blockBytes - used))
        return lengthed([name, terms.password, zeros, terms.channel, terms.session])
    }

    /// Each part with its length in front, in base 128.
    static func lengthed(_ parts: [[UInt8]]) -> [UInt8] {
        var writer = ByteWriter()
        for part in parts { writer.lengthed(part) }
        return writer.bytes
    }

    private static let name = Array("CPaceRistretto255".utf8)
    /// What SHA-512 takes in at once.
    private static let blockBytes = 128
}

/// A secret scalar that copies of a run share.
private final class Scalar: Sendable {
    private let key: SecretKey

    init(_ key: consuming SecretKey) {
        self.key = key
    }

    func multiply(_ element: Bytes32) -> Bytes32? { Ristretto.multiply(element, by: key) }
}
