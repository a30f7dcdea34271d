import Testing

@testable import Node

struct ServiceFileTests {
    private func service(
        _ variables: [String: String], _ kind: ServiceFile.Kind = .systemd
    ) throws -> ServiceFile {
        let variables = variables.merging(["HOME": "/home/ana", "WEFT_HOME": "/w"]) { $1 }
        return try ServiceFile(
            of: try Profile { variables[$0] }, kind: kind, program: "/usr/bin/weft",
            arguments: []
        ) { variables[$0] }
    }

    @Test func `the file of a passphrase is named by its whole path`() throws {
        let service = try service(["WEFT_PASSPHRASE_FILE": "/home/ana/pass"])

        #expect(service.text.contains("Environment=WEFT_PASSPHRASE_FILE=/home/ana/pass\n"))
    }

    @Test(arguments: [ServiceFile.Kind.systemd, .launchd])
    func `a node that crashes tells its log neither registers nor memory`(kind: ServiceFile.Kind)
        throws
    {
        let usual = try service([:], kind).text
        #expect(usual.contains("registers=none,images=none"))
        let chosen = try service(["SWIFT_BACKTRACE": "registers=all"], kind).text
        #expect(chosen.contains("registers=all") && !chosen.contains("registers=none"))
    }

    @Test(arguments: ["pass", "./pass", "~/pass"])
    func `a relative one is refused, because a service begins elsewhere`(path: String) {
        #expect(kind { _ = try service(["WEFT_PASSPHRASE_FILE": path]) } == .invalid)
    }
}
