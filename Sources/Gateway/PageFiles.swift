import CPage
import Primitives
import Sodium

/// The files of the page, which are part of the program.
struct PageFiles: Sendable {
    /// One of them.
    struct File: Sendable {
        let bytes: [UInt8]
        let type: String
    }

    /// By their names, such as `core/api.js`.
    private let files: [String: File]
    /// Names all of them and what is in them: an address with it may be kept for ever.
    let version: String
    /// The HTML that every address of the page serves.
    let shell: [UInt8]

    /// Those that are in the program.
    static let embedded = PageFiles(
        (0..<Int(weft_page_count())).map { index in
            let file = weft_page_file(index)
            return (
                String(cString: file.name),
                Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            )
        })

    /// These files by their names; one is `index.html`.
    init(_ named: [(name: String, bytes: [UInt8])]) {
        let sorted = named.sorted { $0.name < $1.name }
        var hashed: [UInt8] = []
        for (name, bytes) in sorted {
            hashed += Array("\(name) \(bytes.count)\n".utf8) + bytes
        }
        version = String(Base32.encode(Hash.blake2b32(hashed).bytes).prefix(16)).lowercased()
        files = Dictionary(
            uniqueKeysWithValues: sorted.map {
                ($0.name, File(bytes: $0.bytes, type: Self.type(of: $0.name)))
            })
        let root = "/page/\(version)/"
        let modules = Self.imported(by: "main.js", files)
            .map { "<link rel=\"modulepreload\" href=\"\(root)\($0)\">" }
        let text = String(decoding: files["index.html"]?.bytes ?? [], as: UTF8.self)
        shell = Array(
            text.replacing("{root}", with: root)
                .replacing("<!-- modules -->", with: modules.joined(separator: "\n")).utf8)
    }

    // A browser fetches what a module imports only when it has read it; so it is told of all at once. What is
    // imported by a call is fetched when it is called.
    private static func imported(by name: String, _ files: [String: File]) -> [String] {
        var found: [String] = []
        var waiting = [name]
        while let name = waiting.popLast() {
            guard !found.contains(name), let file = files[name] else { continue }
            found.append(name)
            let folder = name.split(separator: "/").dropLast()
            for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
                guard let start = line.firstRange(of: "from \".")?.lowerBound, line.hasSuffix("\"")
                else { continue }
                var path = folder
                for part in line[start...].dropFirst(6).dropLast().split(separator: "/") {
                    switch part {
                    case ".": break
                    case "..": path = path.dropLast()
                    default: path.append(part)
                    }
                }
                waiting.append(path.joined(separator: "/"))
            }
        }
        return found.sorted()
    }

    /// The file of this name; nil if there is none.
    subscript(name: String) -> File? { files[name] }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "webmanifest": "application/manifest+json"
        case "html": "text/html; charset=utf-8"
        default: "application/octet-stream"
        }
    }
}
