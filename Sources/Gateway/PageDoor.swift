import HTTPTypes
import HummingbirdCore
import NIOConcurrencyHelpers
import NIOCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Answers the addresses of the page: the same shell under each, and the files that it names.
///
/// All of that is public and says nothing of anybody: what the page shows it asks of the service, with its token.
struct PageDoor: Sendable {
    /// The folder that is served instead of what is in the program, for who works on the page; nil for none.
    private let folder: String?
    /// The content of the folder at the last request for the shell.
    private let found = NIOLockedValueBox<PageFiles?>(nil)

    init(folder: String?) { self.folder = folder }

    /// Whether a head asks for the page or one of its files.
    static func has(_ head: HTTPRequest) -> Bool {
        guard head.method == .get || head.method == .head else { return false }
        return isScreen(path(of: head)) || path(of: head).hasPrefix("/page/")
    }

    /// Whether a path is one of the page's own addresses, which a link may lead to.
    static func isScreen(_ path: Substring) -> Bool {
        let first = path.dropFirst().prefix { $0 != "/" }
        return path == "/" || screens.contains(String(first))
    }

    /// The answer; nil for a head that asks for nothing of this.
    func response(to head: HTTPRequest) -> Response? {
        guard Self.has(head) else { return nil }
        let path = Self.path(of: head)
        let files = folder.map { read($0, anew: Self.isScreen(path)) } ?? PageFiles.embedded
        if Self.isScreen(path) {
            let tag = "\"\(files.version)\""
            // A browser takes over the fields of a 304: the policy has to be among them.
            let isCurrent = head.headerFields[.ifNoneMatch] == tag
            return Self.reply(
                isCurrent ? [] : files.shell, "text/html; charset=utf-8", head,
                [.eTag: tag, .cacheControl: "no-cache"], isCurrent ? .notModified : .ok)
        }
        // What another version of the program named is not here any more; the shell names what is.
        let parts = path.dropFirst("/page/".count).split(separator: "/", maxSplits: 1)
        guard parts.count == 2, parts[0] == files.version, let file = files[String(parts[1])]
        else { return Self.reply([], "text/plain", head, [.cacheControl: "no-store"], .notFound) }
        let keeping = folder == nil ? "public, max-age=31536000, immutable" : "no-store"
        return Self.reply(file.bytes, file.type, head, [.cacheControl: keeping])
    }

    /// The first parts of the page's own addresses.
    private static let screens: Set = [
        "welcome", "links", "thing", "people", "feed", "rate", "closet", "garments", "outfits",
        "outfit", "garment", "places", "place", "reel", "lookbook", "portfolio", "settings",
        "trash", "undo", "keys",
    ]

    private static func path(of head: HTTPRequest) -> Substring {
        (head.path ?? "/").prefix { $0 != "?" }
    }

    private static func reply(
        _ bytes: [UInt8], _ type: String, _ head: HTTPRequest, _ fields: HTTPFields,
        _ status: HTTPResponse.Status = .ok
    ) -> Response {
        var fields = fields
        fields[.contentType] = type
        fields[.contentSecurityPolicy] = policy
        if status != .notModified { fields[.contentLength] = String(bytes.count) }
        for (name, value) in fences {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        guard head.method != .head, status != .notModified else {
            return Response(status: status, headers: fields)
        }
        return Response(
            status: status, headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Only the page's own files run and are shown, and nothing in it becomes a script by its text.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
        "media-src 'self' blob:", "connect-src 'self'", "font-src 'self'", "manifest-src 'self'",
        "frame-src 'none'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    // A browser tells where a request is from unless its page keeps that to itself, and the guard asks for it. The guard
    // sets the fields that keep every answer apart from other pages.
    private static let fences = [
        ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        (
            "Permissions-Policy",
            "camera=(self), microphone=(self), geolocation=(self), clipboard-read=(self)"
        ),
    ]

    // Read anew with the shell, so that a changed line shows when the page is loaded again.
    private func read(_ folder: String, anew isAnew: Bool) -> PageFiles {
        if !isAnew, let found = found.withLockedValue({ $0 }) { return found }
        let files = Self.read(folder)
        found.withLockedValue { $0 = files }
        return files
    }

    private static func read(_ folder: String) -> PageFiles {
        var found: [(String, [UInt8])] = []
        func walk(_ inside: String) {
            guard let entries = opendir(folder + "/" + inside) else { return }
            defer { closedir(entries) }
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                guard !name.hasPrefix(".") else { continue }
                let path = inside.isEmpty ? name : inside + "/" + name
                if let bytes = contents(of: folder + "/" + path) {
                    found.append((path, bytes))
                } else {
                    walk(path)
                }
            }
        }
        walk("")
        return PageFiles(found)
    }

    // Nil for a folder, and for what cannot be read.
    private static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            bytes += buffer.prefix(count)
            guard count == buffer.count else { return ferror(file) == 0 ? bytes : nil }
        }
    }
}
