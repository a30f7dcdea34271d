#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A folder for what programs make of photos, into which only their person may look.
final class PhotoFolder {
    private let path: String
    private var files: [String] = []

    /// - Throws: if there is no room for it.
    init() throws(Failure) {
        path = try PrivateFolder.make(for: "photo")
    }

    /// The path of the file of this name in the folder.
    func place(_ name: String) -> String {
        let file = path + "/" + name
        if !files.contains(file) { files.append(file) }
        return file
    }

    /// A photo under a name that is nothing but a name: ImageMagick and vips find numbers (`%d`), pages
    /// (`[0]`), forms (`gif:`) and options (`-`) in what a file is called. Nil if it cannot be found.
    ///
    /// - Source: imagemagick.org, "Command-line processing", filenames.
    func plainName(of photo: String) -> String? {
        guard let whole = Self.absolute(photo) else { return nil }
        let end = whole.split(separator: "/").last?.split(separator: ".").dropFirst().last ?? ""
        let isPlain = end.utf8.count <= 5 && end.allSatisfy { $0.isASCII && $0.isLetter }
        let name = place("photo\(files.count)" + (isPlain && !end.isEmpty ? ".\(end)" : ""))
        return symlink(whole, name) == 0 ? name : nil
    }

    /// Removes it with all that stands in it.
    func remove() {
        for file in files { unlink(file) }
        rmdir(path)
    }

    private static func absolute(_ path: String) -> String? {
        guard !path.hasPrefix("/") else { return path }
        guard let here = getcwd(nil, 0) else { return nil }
        defer { free(here) }
        return String(cString: here) + "/" + path
    }
}
