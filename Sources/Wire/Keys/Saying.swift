package import CRDT
import Primitives
import Sodium

/// What is said of a thing, as it travels: whoever has the thing reads it, and nobody else can tell
/// what was said, or of what.
///
/// - A reaction is 8 bytes: BLAKE2b-64(key = the thing's, "weft reaction" || person || value). It is
///   one of three, which a reader tries.
/// - A comment is nonce 24 || XChaCha20-Poly1305(text, key = the thing's, nonce, additional = person),
///   its nonce BLAKE2b-192(key = the thing's, person || text).
///
/// Both are bound to their person: whoever copies them into a chain of his own says nothing by it.
package struct Saying {
    private let key: Bytes32

    /// What is said of the thing `object` of `author`.
    package init(of object: ObjectID, of author: PersonID) {
        key = Derivation.reactionsKey(of: object, of: author)
    }

    /// What stands in a reaction of `person`; `value` 0 takes back what he said.
    package func reaction(_ value: UInt8, by person: PersonID) -> [UInt8] {
        let message = Array("weft reaction".utf8) + person.key.bytes + [value]
        return Hash.blake2b(message, key: key.bytes, count: 8)
    }

    /// Which of `values` a reaction of `person` says; nil if it says none of them.
    package func value(
        of reaction: [UInt8], by person: PersonID, among values: ClosedRange<UInt8>
    ) -> UInt8? {
        values.first { self.reaction($0, by: person) == reaction }
    }

    /// What stands in a comment of `person`.
    package func seal(_ text: [UInt8], by person: PersonID) -> [UInt8] {
        let nonce = Hash.blake2b24(person.key.bytes + text, key: key.bytes)
        return nonce.bytes
            + Seal.seal(text, key: key, nonce: nonce, additional: person.key.bytes)
    }

    /// The text of a comment of `person`; nil if he did not write it, or not of this thing.
    package func open(_ sealed: [UInt8], by person: PersonID) -> [UInt8]? {
        guard sealed.count > 24, let nonce = Bytes24(Array(sealed[..<24])) else { return nil }
        return Seal.open(sealed[24...], key: key, nonce: nonce, additional: person.key.bytes)
    }
}
