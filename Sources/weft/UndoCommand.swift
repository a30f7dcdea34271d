import API
import ArgumentParser

/// `weft undo`: takes back the newest act, or a named one.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back what you did last, or another act.",
        discussion: "The acts and their numbers: weft log.")

    @OptionGroup var act: ActOptions

    func run() throws {
        let output = try act.send(.undo)
        if output.form == .human { output.next("do it again", "weft redo") }
    }
}

/// `weft redo`: does again what an undo took back.
struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Do again what weft undo took back last, or another act.",
        discussion: "The acts and their numbers: weft log.")

    @OptionGroup var act: ActOptions

    func run() throws {
        _ = try act.send(.redo)
    }
}

/// Which act is meant.
struct ActOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The number of an act.", valueName: "act"))
    var number: Int?

    @OptionGroup var options: GlobalOptions

    /// What is done with an act.
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
