package import CRDT
import Primitives
import Sodium

/// Encodes reactions and comments for transfer: those who have the thing can read them, and nobody else can tell what
/// was said, or about which thing.
///
/// - A reaction is 8 bytes: BLAKE2b-64(key = the thing's, "weft reaction" || person || value). The reader tries all
///   values.
/// - A comment is nonce 24 || XChaCha20-Poly1305(text, key = the thing's, nonce, additional = person), with the nonce
///   BLAKE2b-192(key = the thing's, person || text).
///
/// Both are bound to their person: copied into another person's chain they mean nothing.
package struct Saying {
    private let key: Bytes32

    /// Prepares to encode statements about the thing `object` of `author`.
    package init(of object: ObjectID, of author: PersonID) {
        key = Derivation.reactionsKey(of: object, of: author)
    }

    /// Returns the bytes of a reaction by `person`; the `value` 0 withdraws it.
    package func reaction(_ value: UInt8, by person: PersonID) -> [UInt8] {
        let message = Array("weft reaction".utf8) + person.key.bytes + [value]
        return Hash.blake2b(message, key: key.bytes, count: 8)
    }

    /// Returns the value of a reaction by `person`; nil if it is none of `values`.
    package func value(
        of reaction: [UInt8], by person: PersonID, among values: ClosedRange<UInt8>
    ) -> UInt8? {
        values.first { self.reaction($0, by: person) == reaction }
    }

    /// Returns the bytes of a comment by `person`.
    package func seal(_ text: [UInt8], by person: PersonID) -> [UInt8] {
        let nonce = Hash.blake2b24(person.key.bytes + text, key: key.bytes)
        return nonce.bytes
            + Seal.seal(text, key: key, nonce: nonce, additional: person.key.bytes)
    }

    /// Opens a comment by `person`; nil if they did not write it, or not about this thing.
    package func open(_ sealed: [UInt8], by person: PersonID) -> [UInt8]? {
        guard sealed.count > 24, let nonce = Bytes24(Array(sealed[..<24])) else { return nil }
        return Seal.open(sealed[24...], key: key, nonce: nonce, additional: person.key.bytes)
    }
}
