import ArgumentParser
import Domain

/// `--for`: the people for whom a folder or mailbox is used.
struct AddresseesOption: ParsableArguments {
    @Option(
        name: .customLong("for"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Friends, group:NAME, me (your other devices) or everybody.", valueName: "who"))
    var people: [String] = []

    func validate() throws {
        guard people.allSatisfy({ Addressee(name: $0) != nil }) else {
            throw ValidationError("--for takes names of friends, group:NAME, me or everybody.")
        }
    }

    /// The people, as they were typed; nil if nobody was.
    var typed: [String]? { people.isEmpty ? nil : people }
}
