package import Primitives

/// A reference to a thing that not everyone who sees the reference may see: a hash of the author and the id. Those who
/// can see the other thing find it; the reference reveals nothing to others, not even when the thing was created.
///
/// - Source: docs/reference/wire.md, section 2; docs/decisions/0042-canvas.md.
package struct ThingReference: Hashable, Comparable, Sendable {
    /// The 16 bytes of the hash.
    package let bytes: Bytes16

    /// Creates the reference with these bytes.
    package init(_ bytes: Bytes16) {
        self.bytes = bytes
    }

    /// The canonical text form: 26 capital characters of base 32.
    package var text: String { Base32.encode(bytes.bytes) }

    /// Parses the canonical form only.
    package init?(text: some StringProtocol) {
        guard text.utf8.count == 26, let decoded = Base32.decode(text),
            let bytes = Bytes16(decoded), Base32.encode(decoded).utf8.elementsEqual(text.utf8)
        else { return nil }
        self.bytes = bytes
    }

    package static func < (left: ThingReference, right: ThingReference) -> Bool {
        left.bytes < right.bytes
    }
}
