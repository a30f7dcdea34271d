import Foundation

/// The project on disk, found from the path of this file.
enum Project {
    static let root: String = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(3)
        return "/" + parts.joined(separator: "/")
    }()

    /// All Swift files of the project, by path.
    static let files: [SourceFile] = ["Sources", "Simulations", "Tests"]
        .flatMap(swiftFiles).sorted().compactMap { path in
            FileManager.default.contents(atPath: "\(root)/\(path)")
                .map { SourceFile(path: path, text: String(decoding: $0, as: UTF8.self)) }
        }

    /// The targets that have a folder.
    static let targets: [String] = ["Sources", "Simulations"].flatMap(entries)
        .filter { !others.contains($0) }

    /// Folders without Swift.
    private static let others = ["lan", "regressions", "scenarios", "syncthing", "torture"]

    private static func entries(_ folder: String) -> [String] {
        // A missing folder holds nothing.
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")
        return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func swiftFiles(_ folder: String) -> [String] {
        entries(folder).flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
            if isFolder.boolValue { return swiftFiles(path) }
            return name.hasSuffix(".swift") ? [path] : []
        }
    }
}
