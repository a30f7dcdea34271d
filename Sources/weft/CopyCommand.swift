import ArgumentParser

/// `weft copy`: puts addresses where the desktop's other programs find them.
struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy the addresses of links to the clipboard.",
        discussion: "Several addresses are copied one per line.")

    @OptionGroup var things: AddressArguments

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let addresses = try things.addresses(options.client()).map(\.url)
        guard let words = Self.program else {
            throw Failure(
                .failure, "no clipboard program found",
                fix:
                    "install wl-clipboard (Wayland) or xclip (X11), or print the address: weft "
                    + "show "
                    + "\(ShellText.quoted(things.references[0])) --json")
        }
        let code = ChildProcess.runSilently(words, input: addresses.joined(separator: "\n"))
        guard code == 0 else {
            throw Failure(
                .failure, "\(words[0]) ended with \(code)",
                fix: "check that a desktop is running; \(Self.needed)")
        }
        for address in addresses { output.say("\("✓", .good) \(address)") }
    }

    private static let needed = "wl-copy needs WAYLAND_DISPLAY, xclip and xsel need DISPLAY"

    // Each belongs to one sort of desktop, whichever others are installed.
    private static var program: [String]? {
        let known: [(variable: String?, words: [String])] = [
            ("WAYLAND_DISPLAY", ["wl-copy"]), ("DISPLAY", ["xclip", "-selection", "clipboard"]),
            ("DISPLAY", ["xsel", "--clipboard", "--input"]), (nil, ["pbcopy"]),
            (nil, ["termux-clipboard-set"]), (nil, ["clip.exe"]),
        ]
        return known.first { entry in
            entry.variable.map { Environment.value($0) != nil } ?? true
                && ChildProcess.isFound(entry.words[0])
        }?.words
    }
}
