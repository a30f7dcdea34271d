import Primitives

/// Reads the JSON exports of other services, by their shape.
struct ServiceReader: LinkReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    private(set) var scanner: JSONScanner
    private var lines = LineCounter()
    private let shape: ServiceShape
    /// The paths of lists by id, where entries refer to lists.
    private var lists: [String: [RawText]] = [:]
    /// The folder whose entries are being read.
    private var folder: [RawText] = []
    private var isInFolder = false
    private var isDone = false
    /// Entries with more values than are read.
    private var endless = ExampleCount()
    /// Whether the names of lists were read completely.
    private var hasFolderNames = true

    /// The maximum number of values read of one entry: thousands of passages have a dozen each.
    private static let valuesMax = 65_536
    /// The maximum number of lists with names, and the maximum length of their paths.
    private static let listsMax = 10_000
    private static let depthMax = 16

    /// Moves to the beginning of the list.
    init(_ bytes: FileBytes, format: Format, shape: ServiceShape) throws(InterchangeError) {
        self.shape = shape
        scanner = JSONScanner(bytes)
        do throws(JSONScanner.Fault) {
            guard try findList() else { throw .malformed }
        } catch {
            throw .notThis(format)
        }
    }

    var notices: [String] {
        endless.words("entry", "entries").map {
            ["\($0) longer than \(Self.valuesMax) values: what is beyond was not read"]
        } ?? []
    }

    mutating func next() -> RawLink? {
        while !isDone {
            do throws(JSONScanner.Fault) {
                if shape.inner != nil, !isInFolder {
                    guard try enterFolder() else {
                        isDone = true
                        return nil
                    }
                    continue
                }
                guard try scanner.hasNext(before: UInt8(ascii: "]")) else {
                    if isInFolder { try leaveFolder() } else { finish() }
                    continue
                }
                let line = lines.line(of: scanner.position, in: scanner.bytes)
                var budget = Self.valuesMax
                let link = link(try scanner.value(budget: &budget), line: line)
                if budget <= 0 { endless.add(link.url, line: line) }
                return link
            } catch {
                isDone = true
                let line = lines.line(of: scanner.position, in: scanner.bytes)
                earlyEnd = .init(line: line, fault: error)
            }
        }
        return nil
    }

    private mutating func finish() {
        isDone = true
        guard !hasFolderNames else { return }
        let line = lines.line(of: scanner.bytes.count, in: scanner.bytes)
        earlyEnd = .init(line: line, why: "the file ends before what its lists are called")
    }

    // MARK: Finding the entries

    // Returns false if the file has no such list.
    private mutating func findList() throws(JSONScanner.Fault) -> Bool {
        guard let name = shape.list else {
            guard try scanner.peek() == UInt8(ascii: "[") else { return false }
            try scanner.enter()
            return true
        }
        try scanner.take(UInt8(ascii: "{"))
        var found: JSONScanner?
        hasFolderNames = shape.folders == nil
        while let more = try? scanner.hasNext(before: UInt8(ascii: "}")) {
            guard more else {
                hasFolderNames = true
                break
            }
            guard let key = try? scanner.key() else { break }
            let word = String(decoding: scanner.bytes[key].prefix(32), as: UTF8.self)
            if word == shape.folders {
                guard (try? readLists()) != nil else { break }
                continue
            }
            if word == name, found == nil, (try? scanner.peek()) == UInt8(ascii: "[") {
                found = scanner
                // The names of lists may follow the entries.
                if shape.folders == nil { break }
            }
            guard (try? scanner.skip()) != nil else { break }
        }
        guard var list = found else { return false }
        try list.enter()
        scanner = list
        return true
    }

    private mutating func readLists() throws(JSONScanner.Fault) {
        guard try scanner.peek() == UInt8(ascii: "[") else { return try scanner.skip() }
        try scanner.enter()
        var known: [String: (name: RawText, parent: String)] = [:]
        while try scanner.hasNext(before: UInt8(ascii: "]")) {
            var budget = 256
            guard case .object(let members) = try scanner.value(budget: &budget) else { continue }
            var (id, name, parent) = ("", RawText(), "")
            for (key, value) in members {
                switch String(decoding: scanner.bytes[key].prefix(16), as: UTF8.self) {
                case "id": id = word(value)
                case "name": name = scanner.text(value, RawText.folderMax)
                case "parentId": parent = word(value)
                default: continue
                }
            }
            if !id.isEmpty, known.count < Self.listsMax { known[id] = (name, parent) }
        }
        for id in known.keys.sorted() {
            var path: [RawText] = []
            var next = id
            while let list = known[next], path.count < Self.depthMax {
                path.insert(list.name, at: 0)
                next = list.parent
            }
            lists[id] = path
        }
    }

    // Enters the entries of the next folder; returns false after the last one.
    private mutating func enterFolder() throws(JSONScanner.Fault) -> Bool {
        while try scanner.hasNext(before: UInt8(ascii: "]")) {
            guard try scanner.peek() == UInt8(ascii: "{") else {
                try scanner.skip()
                continue
            }
            try scanner.enter()
            folder = []
            if try goToEntries() { return true }
        }
        return false
    }

    // Returns false at the end of the folder's object.
    private mutating func goToEntries() throws(JSONScanner.Fault) -> Bool {
        while try scanner.hasNext(before: UInt8(ascii: "}")) {
            let key = try scanner.key()
            let word = String(decoding: scanner.bytes[key].prefix(32), as: UTF8.self)
            if word == shape.inner, try scanner.peek() == UInt8(ascii: "[") {
                try scanner.enter()
                isInFolder = true
                return true
            }
            var budget = 64
            let value = try scanner.value(budget: &budget)
            if word == "name" { folder = [scanner.text(value, RawText.folderMax)] }
        }
        return false
    }

    private mutating func leaveFolder() throws(JSONScanner.Fault) {
        isInFolder = false
        while try scanner.hasNext(before: UInt8(ascii: "}")) {
            _ = try scanner.key()
            try scanner.skip()
        }
    }

    // MARK: One entry

    private mutating func link(_ value: JSONValue, line: Int) -> RawLink {
        var link = RawLink(line: line)
        guard case .object(let members) = value else {
            link.refusal = "it is not an object"
            return link
        }
        link.folders = folder
        read(members, shape.members, into: &link)
        if link.url.bytes.isEmpty { link.refusal = "it is not a link: it has no address" }
        return link
    }

    private mutating func read(
        _ members: [(key: Range<Int>, value: JSONValue)],
        _ meanings: [String: ServiceShape.Meaning], into link: inout RawLink
    ) {
        for (key, value) in members {
            let name = String(decoding: scanner.bytes[key].prefix(32), as: UTF8.self)
            switch meanings[name] {
            case .url: link.url = scanner.text(value, RawText.urlMax)
            case .title: link.title = scanner.text(value, RawText.titleMax)
            case .note: link.addNote(scanner.text(value, RawText.noteMax))
            case .tags: link.tags = tags(value)
            case .added: link.date(scanner.text(value, 80).bytes)
            case .unread: link.isUnread = scanner.isYes(value)
            case .read: link.isUnread = !scanner.isYes(value)
            case .state(let unread): link.isUnread = word(value).lowercased() == unread
            case .shared: link.wasShared = scanner.isYes(value)
            case .lists: if let path = path(value) { link.folders = path }
            case .object(let inner):
                if case .object(let members) = value { read(members, inner, into: &link) }
            case .passages:
                guard case .array(let elements) = value else { continue }
                for element in elements { link.mark(passage(element)) }
            case nil: continue
            }
        }
    }

    // Returns the path of the entry's first list that has a name.
    private func path(_ value: JSONValue) -> [RawText]? {
        guard case .array(let ids) = value else { return nil }
        for id in ids {
            if let path = lists[word(id)] { return path }
        }
        return nil
    }

    // Reads tags given as names, or as objects with a name.
    func tags(_ value: JSONValue) -> [RawText] {
        guard case .array(let elements) = value else { return [] }
        return elements.prefix(RawText.tagCountMax).compactMap { element in
            guard case .object(let members) = element else {
                return scanner.text(element, RawText.tagMax)
            }
            let names = ["name", "label"]
            return members.first {
                names.contains(String(decoding: scanner.bytes[$0.key].prefix(8), as: UTF8.self))
            }.map { scanner.text($0.value, RawText.tagMax) }
        }
    }

    private func word(_ value: JSONValue) -> String {
        String(decoding: scanner.text(value, 64).bytes, as: UTF8.self)
    }
}
