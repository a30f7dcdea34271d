import API
import ArgumentParser

/// `weft undo`: takes back the newest act, or a named one.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo your last change, or another one.",
        discussion: "weft log lists changes and their numbers.")

    @OptionGroup var act: ActArgument

    func run() throws {
        let output = try act.send(.undo)
        if output.form == .human { output.next("redo", "weft redo") }
    }
}

/// `weft redo`: does again what an undo took back.
struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redo the last undo, or another one.",
        discussion: "weft log lists changes and their numbers.")

    @OptionGroup var act: ActArgument

    func run() throws {
        _ = try act.send(.redo)
    }
}

/// The argument that names an act.
struct ActArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The number of a change.", valueName: "act"))
    var number: Int?

    @OptionGroup var options: GlobalOptions

    /// An action on an act.
    enum Verb {
        case undo, redo
    }

    /// Asks for that to be done with it, and says what was done.
    func send(_ verb: Verb) throws -> Output {
        switch (verb, number) {
        case (.undo, let number?): try options.done(Undo(number))
        case (.undo, nil): try options.done(UndoNewest())
        case (.redo, let number?): try options.done(Redo(number))
        case (.redo, nil): try options.done(RedoLast())
        }
        return options.output
    }
}
