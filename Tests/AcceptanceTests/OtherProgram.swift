import Foundation
import Testing

/// Other programs on this machine, each run to its end.
enum OtherProgram {
    /// Returns the output of `curl`.
    static func curl(_ words: [String]) throws -> String {
        try output(of: "/usr/bin/env", ["curl", "-sS"] + words).text
    }

    /// Returns the output of an ImageMagick program; nil if it is not installed.
    static func magick(_ name: String, _ words: [String]) throws -> String? {
        let path = "/usr/bin/\(name)"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            print("left out: \(path) is not installed")
            return nil
        }
        let (code, text) = try output(of: path, words)
        try #require(code == 0)
        return text
    }

    private static func output(
        of path: String, _ words: [String]
    ) throws -> (code: Int32, text: String) {
        let process = Process()
        let out = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.standardOutput = out
        try process.run()
        let text = out.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
}
