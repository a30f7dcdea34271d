import CRDT
import Primitives
import Wire

extension Golden {
    static var forks: [Example] { proofs + digests }

    private static var digests: [Example] {
        let chains = [
            ChainLength(chain: Place.foreign, length: 1, last: .repeating(7)),
            ChainLength(chain: Place.home, length: 300, last: .repeating(8)),
        ]
        let forks = [Frontier.Entry(chain: Place.home, length: 300)]
        return [("nothing", [], []), ("two chains", chains, []), ("a fork", chains, forks)].map {
            (name, chains, forks) in
            Example(
                name: "the digest of \(name)", form: "digest",
                members: [
                    "given": [
                        "chains": .list(
                            chains.map {
                                [
                                    .hex($0.chain.bytes.bytes), .number($0.length),
                                    .hex($0.last.bytes),
                                ]
                            }),
                        "forks": .list(
                            forks.map { [.hex($0.chain.bytes.bytes), .number($0.length)] }),
                    ],
                    "value": .hex(
                        Message.AudienceDigest.digest(of: chains, forks: forks).bytes),
                ])
        }
    }

    private static var proofs: [Example] {
        [(1, 1, 5), (3, 2, 62), (1, 64, 1), (1, 1, 0)].compactMap {
            (first, second, sequence) -> Example? in
            let (one, other) = ForkSamples.branches(
                lengths: (first, second), sequence: UInt64(sequence))
            guard let proof = ForkSamples.proof(one, other) else { return nil }
            return Example(
                name: "a fork at \(sequence) of \(first) and \(second) headers", form: "fork",
                members: [
                    "hex": .hex(proof.bytes), "first secret": .hex(ForkSamples.secret.bytes),
                    "value": proof.json,
                ])
        }
    }
}

extension ForkProof {
    /// Its contents, as a golden file shows them.
    var json: JSONText {
        [
            "chain": .hex(chain.bytes.bytes), "device": .hex(device.key.bytes),
            "incarnation": .number(incarnation), "sequence": .number(sequence),
            "previous": .hex(previous.bytes),
            "branches": .list(
                branches.map { branch in
                    [
                        "headers": .list(branch.headers.map { .hex($0.bytes) }),
                        "ids": .list(branch.headers.map { .hex($0.id.bytes) }),
                        "signature": .hex(branch.signature),
                    ]
                }),
        ]
    }
}
