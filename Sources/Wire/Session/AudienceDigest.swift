package import CRDT
package import Primitives
import Sodium

extension Message.AudienceDigest {
    /// Equal exactly where two nodes hold the same of an audience: the same branches of the same
    /// chains, as far, and the same proofs that chains part.
    ///
    ///     BLAKE2b-128 of
    ///     chains  varint count, each chain 16, length u64, id of the last header 32; rising by chain
    ///     forks   to the end, each chain 16, sequence u64; rising by chain
    package static func digest(of chains: [ChainLength], forks: [Frontier.Entry]) -> Bytes16 {
        var writer = ByteWriter(capacity: 8 + chains.count * 56 + forks.count * 24)
        writer.varint(chains.count)
        for chain in chains {
            writer.bytes16(chain.chain.bytes)
            writer.u64(chain.length)
            writer.bytes32(chain.last)
        }
        for fork in forks {
            writer.bytes16(fork.chain.bytes)
            writer.u64(fork.length)
        }
        return Hash.blake2b16(writer.bytes)
    }
}
