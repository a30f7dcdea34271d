/// The chains of an audience while it is judged: the right that each claims, the bound that holds regardless
/// of the right, and the standing, filled in level by level.
struct OpenedChains {
    /// A chain whose open claims a right that somebody could have.
    struct Chain {
        let id: ChainID
        let person: PersonID
        /// The grant that the open names; 0 is the founder's right.
        let right: UInt64
        /// The length that forks and decertifications leave of the chain.
        let bound: UInt64
        /// Stays `none` until the chain's level is judged.
        var standing = Standing.none
    }

    /// Sorted by id.
    var chains: [Chain] = []
    // Indices into `chains`, sorted by (right, id).
    private var byRight: [Int] = []

    /// Collects the chains that `facts` open. A chain opened in two ways is left out, since nothing of it
    /// counts.
    init(_ facts: AuthorityFacts) {
        let opens = facts.opens.sorted { $0.chain < $1.chain }
        let forks = Self.smallest(facts.forks)
        let endings = Endings(
            facts.decertifications.filter {
                $0.audience == facts.kind && $0.owner == facts.owner
            })
        var from = 0
        while from < opens.count {
            let open = opens[from]
            var to = from
            var isOne = true
            while to < opens.count, opens[to].chain == open.chain {
                isOne = isOne && opens[to] == open
                to += 1
            }
            from = to
            guard isOne, let right = open.right else { continue }
            let fork = forks.firstPlace { $0.chain >= open.chain }
            let isForked = fork < forks.count && forks[fork].chain == open.chain
            let bound = min(
                isForked ? forks[fork].length : .max,
                endings.length(of: open.chain, device: open.device, of: open.person))
            chains.append(Chain(id: open.chain, person: open.person, right: right, bound: bound))
        }
        byRight = chains.indices.sorted {
            (chains[$0].right, chains[$0].id) < (chains[$1].right, chains[$1].id)
        }
    }

    /// The index of the chain with this id; nil if it claims no right that somebody could have.
    func index(of chain: ChainID) -> Int? {
        let index = chains.firstPlace { $0.id >= chain }
        return index < chains.count && chains[index].id == chain ? index : nil
    }

    /// The chains of `person` that claim `right`, sorted by id.
    func indices(of right: UInt64, for person: PersonID) -> [Int] {
        let from = byRight.firstPlace { chains[$0].right >= right }
        let to = byRight[from...].firstPlace { chains[$0].right > right }
        return byRight[from..<to].filter { chains[$0].person == person }
    }

    private static func smallest(_ forks: [Frontier.Entry]) -> [Frontier.Entry] {
        var result: [Frontier.Entry] = []
        for fork in forks.sorted(by: { ($0.chain, $0.length) < ($1.chain, $1.length) })
        where result.last?.chain != fork.chain { result.append(fork) }
        return result
    }
}

/// The length that the decertifications of one audience leave of each chain.
private struct Endings {
    private var devices: [(person: PersonID, device: DeviceID, lengths: NamedLengths)] = []

    init(_ decertifications: [Decertification]) {
        let sorted = decertifications.sorted {
            ($0.person, $0.device) < ($1.person, $1.device)
        }
        var from = 0
        while from < sorted.count {
            let (person, device) = (sorted[from].person, sorted[from].device)
            var to = from
            while to < sorted.count, sorted[to].person == person, sorted[to].device == device {
                to += 1
            }
            devices.append((person, device, NamedLengths(sorted[from..<to].map(\.chains))))
            from = to
        }
    }

    func length(of chain: ChainID, device: DeviceID, of person: PersonID) -> UInt64 {
        let index = devices.firstPlace { ($0.person, $0.device) >= (person, device) }
        guard index < devices.count, devices[index].person == person,
            devices[index].device == device
        else { return .max }
        return devices[index].lengths.length(of: chain)
    }
}
