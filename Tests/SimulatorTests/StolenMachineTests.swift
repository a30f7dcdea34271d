import Domain
import Primitives
import Testing

@testable import Simulator

/// Tests a device of ana's that becomes hostile, with all its keys: ana is node 0, ben 1 and cleo 2, and ana's further
/// devices are nodes 3 and 4.
@Suite struct StolenMachineTests {
    private let ana = 0
    private let stolen = 3
    private let tablet = 4

    @Test(arguments: HostileKind.allCases)
    func `whatever a stolen machine does, those who stay agree`(kind: HostileKind) throws {
        let world = try World(3, further: 2)
        let cluster = world.cluster
        for (one, other) in [(ana, 1), (ana, 2), (1, 2)] { try cluster.befriend(one, other) }
        for machine in [stolen, tablet] {
            try cluster.pair(machine, by: ana)
            try cluster.settle()
        }
        _ = try cluster.keep(link("before"), for: .friends, at: stolen)
        try cluster.settle()
        cluster.devices.thief = HostileOptions.Hostile(node: stolen, kind: kind)

        try cluster.revoke(stolen, by: ana)
        try cluster.run(for: .seconds(120))
        _ = try cluster.keep(link("after"), for: .friends, at: tablet)
        try cluster.run(for: .seconds(120))
        try cluster.settle()

        #expect(!cluster.isHonest(stolen) && cluster.isHonest(ana))
        #expect(World.brokenClaims(in: cluster) == [])
        for friend in 1...2 {
            #expect(try world.titles(of: ana, at: friend) == ["after", "before"])
        }
    }

    @Test func `a machine keeps to the rules until it is lost`() throws {
        let text = """
            people ana ben
            machines b of ana
            b breaks the rules by "forks"
            """
        let options = try Scenario(text: text).options()

        let cluster = try Cluster(seed: 1, options: options, onLine: nil)

        #expect(cluster.isHonest(2) && cluster.devices.thief?.node == 2)
    }

    private func link(_ title: String) -> BookmarkDraft {
        BookmarkDraft(url: "https://node0.example/\(title)", title: title)
    }
}
