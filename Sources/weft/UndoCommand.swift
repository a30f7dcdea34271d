import API
import ArgumentParser

/// `weft undo`: takes back the newest act, or a named one.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back what you did last, or another act.",
        discussion: "The acts and their numbers: weft log.")

    @Argument(help: ArgumentHelp("The number of an act.", valueName: "act"))
    var act: Int?

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let path = act.map { "/v1/acts/\($0):undo" } ?? "/v1/acts:undo"
        let reply = try options.client().send(.post(path))
        Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        if options.output.form == .human { options.output.next("do it again", "weft redo") }
    }
}

/// `weft redo`: does again what an undo took back.
struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Do again what weft undo took back last, or another act.",
        discussion: "The acts and their numbers: weft log.")

    @Argument(help: ArgumentHelp("The number of an act.", valueName: "act"))
    var act: Int?

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let path = act.map { "/v1/acts/\($0):redo" } ?? "/v1/acts:redo"
        let reply = try options.client().send(.post(path))
        Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
    }
}
