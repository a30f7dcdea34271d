import Domain
import Testing

@Suite struct LoopbackAddressTests {
    @Test(arguments: [
        ("127.0.0.1:7434", LoopbackAddress(.ipv4, port: 7434)),
        ("localhost:0", LoopbackAddress(.name, port: 0)),
        ("LocalHost:1", LoopbackAddress(.name, port: 1)),
        ("[::1]:65535", LoopbackAddress(.ipv6, port: 65535)),
        ("127.0.0.1:00080", LoopbackAddress(.ipv4, port: 80)),
    ])
    func `this machine and a port are read`(text: String, address: LoopbackAddress) {
        #expect(LoopbackAddress(text) == address)
        #expect(LoopbackAddress(address.text) == address)
    }

    @Test(arguments: [
        "", ":", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
        "127.0.0.1:+1", "127.0.0.1:000080", "127.0.0.1: 80", " 127.0.0.1:80", "127.0.0.1:80 ",
        "127.0.0.1:8O", "127.0.0.1:٣", "127.0.0.2:80", "127.1:80", "0.0.0.0:80", "::1:80",
        "[::]:80", "[::1%lo]:80", "[0:0:0:0:0:0:0:1]:80", "localhost.:80", "localhost.evil:80",
        "127.0.0.1.evil:80", "evil@127.0.0.1:80", "http://127.0.0.1:80", "127.0.0.1:80:80",
        "2130706433:80", "0x7f.1:80", "127.0.0.1:80/",
    ])
    func `anything else is not, and is told how it is written`(text: String) throws {
        #expect(LoopbackAddress(text) == nil)
        guard case .failure(let problem) = LoopbackAddress.checked(text) else {
            Issue.record("read: \(text)")
            return
        }
        #expect(problem.code == .invalidValue)
        #expect(problem.fix.contains("127.0.0.1:7434"))
    }
}

@Suite struct TagRuleQueryTests {
    @Test(arguments: [
        ("youtube.com", "site:youtube.com"), ("YouTube.com", "site:youtube.com"),
        ("github.com/apple", "site:github.com url:github.com/apple"),
        ("a.example/", "site:a.example"), ("swift", "swift"), ("site:a.example", "site:a.example"),
        ("#a", "#a"), ("swift -is:unread", "swift -is:unread"),
    ])
    func `a site is a site, and all else a search`(typed: String, spelled: String) throws {
        #expect(try TagRule.query(typed: typed).get().spelled == spelled)
    }

    @Test(arguments: [
        "", " ", "in:list", "-in:list", "(a or in:list)", "is:trashed", "color:", "(",
    ])
    func `a query that no rule can have is refused with a fix`(typed: String) {
        guard case .failure(let problem) = TagRule.query(typed: typed) else {
            Issue.record("taken: \(typed)")
            return
        }
        #expect(problem.code == .invalidQuery)
        #expect(!problem.fix.isEmpty)
    }
}
