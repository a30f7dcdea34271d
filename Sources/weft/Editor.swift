import FoundationEssentials

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The program in which a person changes texts.
struct Editor {
    private let command: String

    /// - Throws: if it is not known which one, or nobody sits at a terminal.
    init(_ options: GlobalOptions) throws(Failure) {
        guard !options.noInput, isatty(STDIN_FILENO) == 1 else {
            throw Failure(
                .usage, "an editor needs a terminal", fix: "pass a change, for example --title"
            )
        }
        guard let command = Environment.value("VISUAL") ?? Environment.value("EDITOR") else {
            throw Failure(
                .usage, "no editor set in VISUAL or EDITOR",
                fix: "export EDITOR=vi, or pass a change, for example --title")
        }
        self.init(command: command)
    }

    /// Runs `command` in a shell, with the path of a file behind it.
    init(command: String) {
        self.command = command
    }

    /// Returns when the person has left it.
    ///
    /// - Throws: if it did not end well.
    func open(_ path: String) throws(Failure) {
        // A shell reads the words: `code --wait` and `emacsclient -t` are editors as well.
        let code = ChildProcess.runOnTerminal(
            ["/bin/sh", "-c", command + " \"$@\"", "sh", path])
        guard code != 0 else { return }
        throw Failure(
            .failure, "the editor \(command) ended with \(code); nothing was changed",
            fix: code == 127 ? "set VISUAL or EDITOR to an installed program" : "")
    }
}

/// A text in a file of its own, which an editor changes; only its person may look into it, or into the
/// folder in which it stands.
final class EditedFile {
    private let folder: String
    let path: String

    /// - Throws: if there is no room for it.
    init(_ text: String) throws(Failure) {
        folder = try PrivateFolder.make(for: "edit")
        path = folder + "/thing.txt"
        do {
            let file = try NewFile(path)
            try file.append(Array(text.utf8))
            try file.finish()
        } catch {
            remove()
            throw error
        }
    }

    /// Reads the file.
    ///
    /// - Throws: if it is gone, no text, or far too long for one that can be kept.
    func text() throws(Failure) -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Failure(
                .failure, "\(path) can no longer be read", fix: "save it under the same name")
        }
        guard bytes.count <= Self.bytesMax else {
            throw Failure(
                .usage, "the text has \(bytes.count) bytes; the limit is \(Self.bytesMax)",
                fix: "shorten it")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.usage, "the text is not UTF-8", fix: "save it as UTF-8")
        }
        return text
    }

    /// Removes it, with what the editor has put beside it.
    func remove() {
        // Where it cannot go it stays where only its person finds it.
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// All fields of a thing at their longest have less.
    private static let bytesMax = 1 << 20
}
