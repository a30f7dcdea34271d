/// Every kind of fault in worlds and how often it occurred. Planted faults that never took effect, such as a write
/// error in a call that nobody made, do not count.
package struct FaultTally: Equatable, Sendable {
    /// The source of a fault.
    package enum Realm: String, CaseIterable, Sendable {
        case network, process, clock, disk, stranger
        case hostile = "hostile node"
        case middle = "before a hostile node"
        case way = "on the way"
        case version = "a later version writes"
        case carrier
    }

    /// One kind.
    package struct Kind: Equatable, Sendable {
        package let realm: Realm
        package let name: String
        package fileprivate(set) var count = 0
    }

    /// All kinds, by realm and in order, including those that never occurred.
    package private(set) var kinds: [Kind]

    /// Creates a tally of zeros.
    package init() {
        func all(_ realm: Realm, _ names: [String]) -> [Kind] {
            names.map { Kind(realm: realm, name: $0) }
        }
        kinds =
            all(.network, Self.ofNetwork.map(\.rawValue) + [Self.pieces, Self.bandwidth])
            + all(.process, Self.ofProcesses.map(\.rawValue) + Ambush.allCases.map(\.rawValue))
            + all(.clock, Self.ofClocks.map(\.rawValue) + WallClock.Fault.allCases.map(\.rawValue))
            + all(
                .disk,
                SimulatedDisk.Mishap.allCases.map(\.rawValue) + BadBit.allCases.map(\.rawValue))
            + all(.stranger, Attacker.Kind.allCases.map { "\($0)" })
            + all(.hostile, HostileKind.allCases.map(\.rawValue))
            + all(.middle, MiddleMan.Trick.allCases.map { "\($0)" })
            + all(.way, MiddleMan.Trick.allCases.map { "\($0)" })
            + all(.version, LaterVersion.Place.allCases.map(\.rawValue))
            + all(.carrier, Carriage.Trick.allCases.map(\.rawValue))
    }

    /// Counts what occurred in one world, which is over.
    init(_ cluster: Cluster) {
        self.init()
        for kind in Self.ofNetwork { add(.network, kind.rawValue, cluster.count(of: kind)) }
        add(.network, Self.pieces, cluster.network.cutUp)
        add(.network, Self.bandwidth, cluster.network.slowed)
        for kind in Self.ofProcesses { add(.process, kind.rawValue, cluster.count(of: kind)) }
        for ambush in Ambush.allCases {
            add(.process, ambush.rawValue, cluster.faults.sprung.count(of: ambush.rawValue))
        }
        for kind in Self.ofClocks { add(.clock, kind.rawValue, cluster.count(of: kind)) }
        for machine in cluster.machines {
            for fault in machine.clock.faults { add(.clock, fault.rawValue, 1) }
            for mishap in SimulatedDisk.Mishap.allCases {
                add(.disk, mishap.rawValue, machine.disk.count(of: mishap))
            }
        }
        for end in BadBit.allCases {
            add(.disk, end.rawValue, cluster.rotted.count(of: end.rawValue))
        }
        for kind in Attacker.Kind.allCases {
            add(.stranger, "\(kind)", cluster.attacker.tried.count(of: "\(kind)"))
        }
        for hostile in cluster.hostileNodes { add(.hostile, hostile.kind.rawValue, hostile.deeds) }
        for place in LaterVersion.Place.allCases {
            add(.version, place.rawValue, cluster.later.written.count(of: place.rawValue))
        }
        for trick in Carriage.Trick.allCases {
            add(.carrier, trick.rawValue, cluster.carriage.tricks.count(of: trick.rawValue))
        }
        let realm = cluster.middle?.hosts.allSatisfy(cluster.isHonest) == true ? Realm.way : .middle
        for touch in cluster.middle?.touches ?? [] { add(realm, "\(touch.trick)", 1) }
    }

    /// The number of kinds that occurred.
    package var fired: Int { kinds.count(where: { $0.count > 0 }) }

    /// Returns how often a kind occurred.
    package func count(of name: String, in realm: Realm) -> Int {
        kinds.first { $0.realm == realm && $0.name == name }?.count ?? 0
    }

    /// Adds the counts of `more`.
    package static func += (sum: inout FaultTally, more: FaultTally) {
        for index in sum.kinds.indices { sum.kinds[index].count += more.kinds[index].count }
    }

    private static let ofNetwork: [FaultKind] = [
        .reset, .halfOpen, .clog, .partition, .asymmetric, .refuse, .flip,
    ]
    private static let ofProcesses: [FaultKind] = [.kill, .power, .pause]
    private static let ofClocks: [FaultKind] = [.clock, .freeze]
    private static let pieces = "in pieces"
    private static let bandwidth = "slowed by bandwidth"

    private mutating func add(_ realm: Realm, _ name: String, _ count: Int) {
        guard let index = kinds.firstIndex(where: { $0.realm == realm && $0.name == name }) else {
            preconditionFailure("\(name) is one of the kinds")
        }
        kinds[index].count += count
    }
}

extension Cluster {
    fileprivate func count(of kind: FaultKind) -> Int { faults.fired.count(of: kind.rawValue) }
}
