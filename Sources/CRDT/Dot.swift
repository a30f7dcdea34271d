package import Primitives

/// Names one operation for ever, by the place it first had.
///
/// An operation that is written again, or derived into another audience, carries its first dot as its
/// **origin**. Identity and references always mean the origin.
/// - Source: Almeida et al., "Scalable and Accurate Causality Tracking", 2014 (dots); the derived form is
///   ours (docs/reference/wire.md).
package enum Dot: Hashable, Comparable, Sendable {
    /// The operation at `index` in delta `sequence` of a chain.
    case position(chain: ChainID, sequence: UInt64, index: UInt32)
    /// The origin of a copy: 24 bytes that a person's own devices derive alike and nobody else can read.
    case derived(Bytes24)

    /// The bytes that ids and further derivations hash: 28 for a position, 24 for a derived dot.
    package var hashInput: [UInt8] {
        switch self {
        case .derived(let bytes):
            return bytes.bytes
        case .position(let chain, let sequence, let index):
            var bytes: [UInt8] = []
            bytes.reserveCapacity(28)
            chain.bytes.append(to: &bytes)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: sequence >> UInt64(shift)))
            }
            for shift in stride(from: 24, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: index >> UInt32(shift)))
            }
            return bytes
        }
    }

    package static func < (left: Dot, right: Dot) -> Bool {
        switch (left, right) {
        case (.position(let a, let b, let c), .position(let d, let e, let f)):
            return (a, b, c) < (d, e, f)
        case (.derived(let a), .derived(let b)):
            return a < b
        case (.position, .derived):
            return true
        case (.derived, .position):
            return false
        }
    }
}

/// The place of an operation in the log: chain and stamp of the delta that carries it.
///
/// Of two carriers of one origin the lower counts. Of two concurrent writes the one with the higher (stamp,
/// chain) is shown.
package struct Carrier: Hashable, Comparable, Sendable {
    /// The delta's chain.
    package let chain: ChainID
    /// The delta's stamp. It rises within the chain, so it orders like the sequence.
    package let stamp: HybridTime

    /// Creates the place of a delta from its chain and stamp.
    package init(chain: ChainID, stamp: HybridTime) {
        self.chain = chain
        self.stamp = stamp
    }

    /// Orders places by chain, then by stamp.
    package static func < (left: Carrier, right: Carrier) -> Bool {
        (left.chain, left.stamp) < (right.chain, right.stamp)
    }

    /// Whether this write is shown rather than a concurrent one at `other`.
    package func isLater(than other: Carrier) -> Bool {
        (stamp, chain) > (other.stamp, other.chain)
    }
}
