import Testing

@testable import Node

struct ServiceFileTests {
    private func service(_ variables: [String: String]) throws -> ServiceFile {
        let variables = variables.merging(["HOME": "/home/ana", "WEFT_HOME": "/w"]) { $1 }
        return try ServiceFile(
            of: try Profile { variables[$0] }, kind: .systemd, program: "/usr/bin/weft",
            arguments: []
        ) { variables[$0] }
    }

    @Test func `the file of a passphrase is named by its whole path`() throws {
        let service = try service(["WEFT_PASSPHRASE_FILE": "/home/ana/pass"])

        #expect(service.text.contains("Environment=WEFT_PASSPHRASE_FILE=/home/ana/pass\n"))
    }

    @Test(arguments: ["pass", "./pass", "~/pass"])
    func `a relative one is refused, because a service begins elsewhere`(path: String) {
        #expect(kind { _ = try service(["WEFT_PASSPHRASE_FILE": path]) } == .invalid)
    }
}
