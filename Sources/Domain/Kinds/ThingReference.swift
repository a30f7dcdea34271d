package import Primitives

/// How a thing names another one that not everybody who sees it may see: a hash of whose that is and
/// of its id. Who can see the other thing finds it; to whoever cannot it says nothing, not even when
/// it was made.
///
/// - Source: docs/wire.md, section 2; docs/decisions/0042-canvas.md.
package struct ThingReference: Hashable, Comparable, Sendable {
    /// 16 bytes of a hash.
    package let bytes: Bytes16

    /// The reference with these bytes.
    package init(_ bytes: Bytes16) {
        self.bytes = bytes
    }

    /// The one way to write it: 26 characters of base 32, capitals.
    package var text: String { Base32.encode(bytes.bytes) }

    /// Reads what `text` writes, and no other spelling of it.
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
