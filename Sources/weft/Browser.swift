/// The browser of the person who runs the command.
enum Browser {
    /// Shows a page in it.
    ///
    /// - Throws: if no program is known that does, or if that fails.
    static func open(_ address: String) throws(Failure) {
        guard let program = known.first(where: ChildProcess.isFound) else {
            throw Failure(
                .failure, "no program found to open pages: \(known[0]) is missing",
                fix: "open \(address) yourself, or install xdg-utils")
        }
        let code = ChildProcess.runSilently([program, address])
        guard code == 0 else {
            throw Failure(
                .failure, "\(program) ended with \(code) for \(address)",
                fix: "choose a browser: xdg-settings set default-web-browser")
        }
    }

    #if os(macOS)
    private static let known = ["open"]
    #else
    private static let known = ["xdg-open", "wslview"]
    #endif
}
