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
                fix: "if you trust it: weft copy \(ShellWord.quoted(page.url))")
        }
        guard let program = Self.known.first(where: ChildProcess.isFound) else {
            throw Failure(
                .failure, "no program found to open pages: \(Self.known[0]) is missing",
                fix: "weft copy, or install xdg-utils")
        }
        for page in pages {
            let code = ChildProcess.runSilently([program, page.url])
            guard code == 0 else {
                throw Failure(
                    .failure, "\(program) ended with \(code) for \(page.url)",
                    fix: "choose a browser: xdg-settings set default-web-browser")
            }
            output.say("\("✓", .good) \(page.url)")
        }
    }

    #if os(macOS)
    private static let known = ["open"]
    #else
    private static let known = ["xdg-open", "wslview"]
    #endif
}
