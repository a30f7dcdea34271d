import ArgumentParser

/// `weft open`: shows pages.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open links in your browser.",
        discussion: """
            Uses open (macOS) or xdg-open with your default browser. Addresses that are not web \
            pages are not opened, because they may start any program.
            """)

    @OptionGroup var things: AddressArguments

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let pages = try things.addresses(options.client())
        for page in pages where !page.isOfBrowser {
            throw Failure(
                .usage, "\(page.url) is not a web page and may start any program",
                fix: "if you trust it: weft copy \(ShellText.quoted(page.url))")
        }
        for page in pages {
            try Browser.open(page.url)
            output.say("\("✓", .good) \(page.url)")
        }
    }
}
