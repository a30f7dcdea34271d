package import CRDT
package import Primitives
import Sodium

extension Message.AudienceDigest {
    /// The digest of an audience's log. Digests are equal exactly if two nodes have the same branches of the same
    /// chains, at the same lengths, and the same fork proofs.
    ///
    ///     BLAKE2b-128 of
    ///     chains  varint count, each chain 16, length u64, id of the last header 32; ascending by chain
    ///     forks   to the end, each chain 16, sequence u64; ascending by chain
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
