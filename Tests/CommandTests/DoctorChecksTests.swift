import API
import ArgumentParser
import Domain
import Testing

@testable import weft

/// Tests the conclusions of `weft doctor`.
struct ExaminationTests {
    @Test(arguments: [(0, 5), (4, 5)])
    func `an index that follows behind is no finding`(now: Int, before: Int) {
        #expect(DoctorChecks.search(unindexed: now, before: before).level == .ok)
    }

    @Test(arguments: [(5, 5), (6, 5)])
    func `an index that stands still is one`(now: Int, before: Int) {
        let finding = DoctorChecks.search(unindexed: now, before: before)

        #expect(finding.level == .warning)
        #expect(finding.detail == "not indexed yet: \(now) things")
    }

    @Test func `a node that only reads is not told to be started anew`() throws {
        var status = Status(
            name: "ana", uptimeMilliseconds: 1, ownLinks: 0, seenLinks: 0, tags: 0, groups: 0,
            friends: 0, connectedFriends: 0, deltas: 0, listeningOn: nil, unindexed: 0,
            readOnlyReason: nil,
            peers: [])
        status.readOnlyReason = "no space is left on the disk"

        let finding = try #require(
            DoctorChecks.findings(in: StatusJSON(status)).first { $0.name == "writing" })

        #expect(finding.level == .failure)
        #expect(finding.fix == "free some space or repair the disk; the node retries by itself")
    }

    @Test(
        arguments: [
            (nil, "is off"), (0, "no network"), (1, "1 network, 0 connected"),
            (2, "2 networks, 0 connected"),
        ] as [(Int?, String)])
    func `whether friends on the same network are found is said`(count: Int?, text: String) throws {
        var status = Status(
            name: "ana", uptimeMilliseconds: 1, ownLinks: 0, seenLinks: 0, tags: 0, groups: 0,
            friends: 0, connectedFriends: 0, deltas: 0, listeningOn: nil, unindexed: 0,
            readOnlyReason: nil, peers: [])
        status.networks = count

        let finding = try #require(
            DoctorChecks.findings(in: StatusJSON(status)).first { $0.name == "lan" })

        #expect(finding.level == .ok)
        #expect(finding.detail.contains(text))
    }

    @Test(
        arguments: [
            (nil, "not listening for connections"),
            ("192.0.2.7:7433", "listening on 192.0.2.7:7433"),
            ("[2001:db8::7]:1", "listening on [2001:db8::7]:1"),
            ("192.168.2.2:7433", "listening on 192.168.2.2:7433 (local network only)"),
            ("172.32.0.1:1", "listening on 172.32.0.1:1"),
            ("[fe80::1]:7433", "listening on [fe80::1]:7433 (local network only)"),
            ("127.0.0.1:7433", "listening on 127.0.0.1:7433 (this computer only)"),
            ("[::1]:7433", "listening on [::1]:7433 (this computer only)"),
        ] as [(String?, String)])
    func `doctor says who can reach the node`(address: String?, text: String) {
        let status = Status(
            name: "ana", uptimeMilliseconds: 1, ownLinks: 0, seenLinks: 0, tags: 0, groups: 0,
            friends: 0, connectedFriends: 0, deltas: 0, listeningOn: address, unindexed: 0,
            readOnlyReason: nil, peers: [])

        #expect(StatusCommand.door(StatusJSON(status)) == text)
    }

    @Test func `the texts about the 24 words are true`() {
        let help = InitCommand.configuration.discussion

        #expect(help.contains("weft key recover restores your identity"))
        #expect(help.contains("weft backup"))
    }

    @Test func `the texts about imports are true`() {
        let help = ImportCommand.configuration.discussion

        #expect(help.contains("Everything goes to your default audience"))
        #expect(help.contains("private at first), whatever the file says"))
    }
}
