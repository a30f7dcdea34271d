import API
import ArgumentParser
import Domain
import Node

/// `weft web`: what other programs of this machine need to come in.
struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web", abstract: "Show how other programs on this computer connect.",
        discussion: """
            Your node serves them on loopback once you turn it on: weft config set web on, or weft \
            up --web 127.0.0.1:7434. Every request needs a token. The first token gives full \
            access; those for feeds, Pinboard clients, the SingleFile extension, other browser \
            extensions and the bookmarklet are stored in addresses and settings, and give access \
            to nothing else. Create a bookmark in your browser with the line after bookmark as its \
            address: a click on any page opens a form that saves the page, with the text you \
            selected.
            """)

    @Flag(help: "Create new tokens; the old ones stop working.")
    var newToken = false

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let profile = try options.chosenProfile()
        let token = try asFailure {
            try newToken ? WebToken.renewed(in: profile) : WebToken.kept(in: profile)
        }
        let status = try options.client().ask(ShowStatus())
        let base = status.web.map { "http://\($0)" }
        let rows = [
            ("address", base ?? "closed"), ("token", token.text(for: .everything)),
            ("pinboard", (base ?? "") + "/pinboard/v1/"),
            ("auth_token", "\(Self.user):\(token.text(for: .pinboard))"),
            ("singlefile", (base ?? "") + SavePage.path),
            ("singlefile_token", token.text(for: .saving)),
            ("extension_token", token.text(for: .browser)),
            ("bookmark", base.map { Self.bookmark($0, token.text(for: .keeping)) } ?? "closed"),
            ("atom", (base ?? "") + "\(AtomFeed.path)?token=\(token.text(for: .feeds))"),
            ("json", (base ?? "") + "\(JSONFeed.path)?token=\(token.text(for: .feeds))"),
        ]
        output.pairs(rows)
        guard output.form != .json else { return }
        if let problem = status.webProblem { output.warn("\(problem)") }
        if base == nil {
            output.next("turn it on", "weft config set web on")
        } else {
            output.next("for a feed of one tag", "add &q=%23TAG to its address")
        }
    }

    // The script that runs in the page that is shown. The window that it opens is none that the page can reach.
    private static func bookmark(_ base: String, _ token: String) -> String {
        let parts = [("url", "location.href"), ("title", "document.title")]
            .map { "&\($0.0)='+encodeURIComponent(\($0.1))+'" }.joined()
        return "javascript:void(open('\(base)/save?token=\(token)\(parts)"
            + "&quote='+encodeURIComponent(String(getSelection()).slice(0,500)"
            // Half a character that was cut in two cannot be encoded.
            + ".replace(/[\\uD800-\\uDBFF]$/,'')),"
            + "'_blank','noopener,width=560,height=680'))"
    }

    // Pinboard's tokens begin with a name; which one is all the same.
    private static let user = "weft"
}
