import API
import Domain
import Gateway
import Testing

/// Tests that the bookmarklet's token, which the shown page can read, opens a form and nothing else.
@Suite struct SaveFormTests {
    /// A node that counts requests to store something, and refuses them, so that the form is shown again.
    private actor Shelf {
        private(set) var asked = 0

        func answer(_ request: Request) -> Answer {
            switch request {
            case .query(.settings):
                return .settings(
                    Settings(
                        defaultAudience: .private, problem: nil,
                        web: LoopbackAddress(.ipv4, port: 0)))
            case .command(.addBookmarks):
                asked += 1
                return .rejected(Problem(.invalidValue, "it is not kept"))
            default: return .rejected(Problem(.notFound, "there is no such thing"))
            }
        }

        nonisolated var door: NodeDoor {
            NodeDoor(
                ask: { await self.answer($0) }, notices: { _ in .none },
                backup: { _ in .rejected(Problem(.notFound, "")) }, keys: .spelled)
        }
    }

    private struct Window {
        let port: String

        func show() async throws -> Heard {
            try await ask(port, "GET", "/save?token=keeping", headers: ["Host: 127.0.0.1:\(port)"])
        }

        /// Sends a form as a browser does.
        func send(_ action: String, _ body: String) async throws -> Heard {
            try await ask(
                port, "POST", action, body: body,
                headers: [
                    "Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)",
                    "Sec-Fetch-Site: same-origin",
                    "Content-Type: application/x-www-form-urlencoded",
                ])
        }
    }

    private func withWindow(
        _ use: @Sendable (Window, Shelf) async throws -> Void
    ) async throws {
        let shelf = Shelf()
        try await Folder.with { folder in
            try await withGateway(shelf.door, at: folder("s")) { gateway in
                let address = try #require(await gateway.webAddress)
                try await use(Window(port: String(address.port)), shelf)
            }
        }
    }

    /// Returns where the form on this page is sent.
    private func action(_ page: Heard) throws -> String {
        let start = try #require(page.body.firstRange(of: "action=\""))
        let text = page.body[start.upperBound...].prefix { $0 != "\"" }
        return String(text).replacing("&amp;", with: "&")
    }

    @Test(arguments: ["", "&form=", "&form=keeping", "&form=0-0"])
    func `the bookmarklet saves nothing by itself, and typed values are shown again`(
        key: String
    ) async throws {
        try await withWindow { window, shelf in
            let heard = try await window.send(
                "/save?token=keeping" + key, "url=http://a/&title=typed")

            #expect(heard.status == 409)
            #expect(heard.body.contains("value=\"typed\""))
            #expect(await shelf.asked == 0)
        }
    }

    @Test func `a form is sent once, and one that is shown again is sent once more`() async throws {
        try await withWindow { window, shelf in
            let action = try action(try await window.show())

            let first = try await window.send(action, "url=http://a/")
            let second = try await window.send(action, "url=http://a/")
            let asked = await shelf.asked
            let third = try await window.send(try self.action(second), "url=http://a/")

            #expect(first.status == 422)
            #expect(second.status == 409)
            #expect(asked == 1)
            #expect(third.status == 422)
            #expect(await shelf.asked == 2)
        }
    }

    @Test func `a form's token opens nothing without the bookmarklet's`() async throws {
        try await withWindow { window, shelf in
            let action = try action(try await window.show())
            let key = action.replacing("token=keeping&", with: "")

            #expect(key != action)
            #expect(try await window.send(key, "url=http://a/").status == 401)
            #expect(await shelf.asked == 0)
        }
    }

    @Test(arguments: [(63, 422), (64, 409)])
    func `64 forms are known, and the oldest gives way to the next`(
        others: Int, status: Int
    ) async throws {
        try await withWindow { window, _ in
            let action = try action(try await window.show())
            for _ in 0..<others { _ = try await window.show() }

            #expect(try await window.send(action, "url=http://a/").status == status)
        }
    }

    @Test func `the token opens no other route, wherever it stands`() async throws {
        try await withWindow { window, shelf in
            let host = "Host: 127.0.0.1:\(window.port)"
            // A session is opened by a code, whatever token stands beside it.
            for route in Routes.all
            where route.path != "/save" && route.endpoint != "openBrowserSession" {
                let path = route.path.replacing("{", with: "").replacing("}", with: "")
                for (mark, header) in [
                    ("?token=keeping&auth_token=a:keeping", "Accept: */*"),
                    ("", "Authorization: Bearer keeping"),
                    // `a:keeping`, in base 64.
                    ("", "Authorization: Basic YTprZWVwaW5n"),
                ] {
                    let heard = try await ask(
                        window.port, route.method.rawValue, path + mark, headers: [host, header])

                    #expect(heard.status == 401, "\(route.method) \(path)")
                }
            }
            #expect(await shelf.asked == 0)
        }
    }
}
