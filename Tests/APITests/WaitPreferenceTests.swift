import API
import Testing

/// Tests the header with which a client waits until its write has reached peers.
@Suite struct WaitPreferenceTests {
    private func read(_ lines: String...) -> [Int]? {
        WaitPreference(lines).map { [$0.seconds, $0.peers] }
    }

    @Test(arguments: [
        ("wait=5", [5, 1]), ("wait=5, peers=2", [5, 2]), ("peers=2,wait=5", [5, 2]),
        ("respond-async, Wait = \"7\" ; x=1,peers=\"3\"", [7, 3]), ("wait=0", [0, 1]),
        ("wait=60", [60, 1]), ("wait=61", [60, 1]), ("wait=3600", [60, 1]),
        ("wait=1, wait=2", [1, 1]), ("wait=5, peers=0", [5, 1]), ("wait=5, peers=many", [5, 1]),
        ("a=\"wait=9, b\", wait=4", [4, 1]), ("a=\"\\\",wait=9\", wait=4", [4, 1]),
    ])
    func `preferences are parsed`(line: String, read: [Int]) {
        #expect(self.read(line) == read)
    }

    @Test(arguments: [
        "", "wait", "wait=", "wait=-1", "wait=+1", "wait=1.5", "wait=soon", "peers=2",
        "wait=99999999999999999999", "return=minimal", ",;=", "wait=5=6", "\"wait=5\"",
    ])
    func `an invalid number of seconds is ignored`(line: String) {
        #expect(read(line) == nil)
    }

    @Test func `several lines are one list, and the first of a name counts`() {
        #expect(read("respond-async", "wait=5", "wait=6, peers=2") == [5, 2])
        #expect(read() == nil)
    }

    @Test func `it is said what is obeyed`() {
        #expect(WaitPreference(["wait=90"])?.applied == "wait=60")
        #expect(WaitPreference(["wait=5, peers=2"])?.applied == "wait=5, peers=2")
    }

    @Test func `only endpoints that write at once take the preference`() {
        let others: [OperationID] = [
            .connect, .sync, .newCode, .joinByCode, .backup, .newBundle, .applyBundle, .putBlob,
            .importFile, .saveFromForm, .newBrowserCode, .openBrowserSession, .endBrowserSession,
            .newBrowserTicket,
        ]
        for route in Routes.all {
            let isWrite = route.method != .get && !others.contains(route.endpoint)

            #expect((route.waiting(["wait=5"]) != nil) == isWrite, "\(route.path)")
            #expect(route.parameters.contains { $0.name == "Prefer" } == isWrite)
        }
    }

    @Test func `the description says what comes with the answer`() {
        guard case .object(let document) = OpenAPI.document(version: "1"),
            case .object(let paths)? = document["paths"],
            case .object(let path)? = paths["/v1/bookmarks"],
            case .object(let post)? = path["post"], case .object(let get)? = path["get"],
            case .object(let answers)? = post["responses"],
            case .object(let lists)? = get["responses"],
            case .object(let added)? = answers["201"], case .object(let listed)? = lists["200"],
            case .object(let headers)? = added["headers"]
        else {
            Issue.record("it is not there")
            return
        }

        let told = ["Preference-Applied", "Weft-Peers", "Weft-Replicated"]
        #expect(
            headers.keys.sorted() == ["ETag", "Idempotent-Replayed", "Location"] + told)
        guard case .object(let others)? = listed["headers"] else {
            Issue.record("a list tells no headers")
            return
        }
        #expect(others.keys.sorted() == ["ETag"])
    }
}
