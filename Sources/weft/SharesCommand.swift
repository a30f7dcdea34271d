import API
import ArgumentParser

/// `weft shares`: the live shares in force.
struct SharesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls", abstract: "List live shares: searches whose matches you share.")

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        guard let page = try options.reply(to: ListShares()) else { return }
        var table = Table(heads: ["SEARCH", "WITH", "LINKS"], elastic: 0)
        let shares = page.items
        for share in shares {
            table.add(["\(share.query, .tag)", "\(share.audience)", "\(share.count)"])
        }
        table.print(to: output)
        if let first = shares.first {
            output.next("end a live share", "weft unshare \(ShellText.quoted(first.query))")
        } else {
            output.say("no live shares")
            output.next("share a tag", "weft share '#TAG' --with friends")
        }
    }
}
