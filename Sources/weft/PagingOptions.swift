import ArgumentParser
import Domain

/// The options for the part of a list that is printed.
struct PagingOptions: ParsableArguments {
    @Option(name: [.customShort("N"), .long], help: "Show at most this many; 0 for all.")
    var number = 20

    @Option(help: ArgumentHelp("Continue after the previous page.", valueName: "cursor"))
    var cursor: String?

    init() {}

    /// Creates options for this many items, 0 for all, after `cursor`.
    init(_ number: Int, from cursor: String?) {
        self.number = number
        self.cursor = cursor
    }

    func validate() throws {
        if number < 0 { throw ValidationError("-N takes 0 or a larger number.") }
    }

    /// The size of the next page, of a list of which `shown` items are printed.
    func wanted(after shown: Int) -> Int {
        number == 0 ? Limits.pageMax : min(number - shown, Limits.pageMax)
    }

    /// More items than `shown` are to be printed.
    func wantsMore(after shown: Int) -> Bool { number == 0 || shown < number }
}
