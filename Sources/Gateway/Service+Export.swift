import API
import CRDT
import Domain
import FoundationEssentials
import HummingbirdCore
import Interchange
import NIOCore
import Primitives

extension Service {
    /// Things as a file, a page at a time: an export needs no more memory than a page.
    ///
    /// The first page is asked before anything is sent, so that a wrong search is a problem and
    /// not a broken file. If the node fails later, the answer breaks off without its end.
    func export(_ request: ExportRequest) async throws -> Response {
        guard let format = ExportFormat(rawValue: request.format) else {
            throw ProblemJSON(
                .badRequest, "\(request.format.prefix(80)) is not an export format",
                fix: "one of " + ExportFormat.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let first = try await page(request, after: nil)
        let folders = request.folders.flatMap { ExportFolders(rawValue: $0.rawValue) }
        let collections = folders == .collections ? try await collections() : [:]
        let isWhole = format == .json && request.isWhole
        let person = isWhole || format == .atom ? try await me() : nil
        return Replies.stream(format.contentType) { writer in
            var things = LinkWriter(
                format, exported: WallTime.now, of: request.kind ?? .link, by: person,
                folders: folders)
            try await writer.write(ByteBuffer(bytes: things.opening))
            var page = first
            while true {
                var bytes: [UInt8] = []
                let shown = page.items.compactMap(request.shown)
                let names = format == .json ? try await self.references(to: shown) : []
                for (index, thing) in shown.enumerated() {
                    let name = names.isEmpty ? nil : names[index]
                    things.append(thing, named: name, in: collections[thing.id] ?? [], to: &bytes)
                }
                if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
                guard let cursor = page.nextCursor else { break }
                page = try await self.page(request, after: cursor)
            }
            if isWhole {
                try await self.writeEntries(to: &writer)
            } else {
                try await writer.write(ByteBuffer(bytes: things.closing))
            }
            try await writer.finish(nil)
        }
    }

    // What its person has said beside the things, behind them.
    private func writeEntries(to writer: inout any ResponseBodyWriter) async throws {
        var entries = EntryWriter()
        try await writer.write(ByteBuffer(bytes: EntryWriter.opening))
        for section in ExportSection.allCases {
            var cursor: String?
            repeat {
                let after = cursor
                let page = try await ask(.query { .entries(section, cursor: after, $0) })
                var bytes: [UInt8] = []
                for entry in page.items { entries.append(entry, to: &bytes) }
                if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
                cursor = page.nextCursor
            } while cursor != nil
        }
        try await writer.write(ByteBuffer(bytes: entries.closing))
    }

    // The names of the collections that each thing is a member of, in the order in which they are listed.
    private func collections() async throws -> [ObjectID: [String]] {
        var names: [ObjectID: [String]] = [:]
        var cursor: String?
        repeat {
            let after = cursor
            let page = try await ask(.query { .entries(.collections, cursor: after, $0) })
            for case .collection(let collection) in page.items {
                for member in collection.members {
                    // A collection with many members is told in several parts.
                    if names[member]?.contains(collection.name) != true {
                        names[member, default: []].append(collection.name)
                    }
                }
            }
            cursor = page.nextCursor
        } while cursor != nil
        return names
    }

    /// The person whose node this is.
    func me() async throws -> PersonID {
        try await ask(.query { .identity($0) }).person
    }

    private func page(_ request: ExportRequest, after cursor: String?) async throws -> ListPage {
        let wanted = ListRequest(
            query: request.query, limit: Limits.pageMax, cursor: cursor, kind: request.kind)
        return try await ask(.query { .list(wanted, $0) })
    }

    /// By what other things of the file name each of these; none if nothing here can be named.
    private func references(to things: [Bookmark]) async throws -> [ThingReference?] {
        guard things.contains(where: { $0.kind != .link }) else { return [] }
        let asked = things.map { Reference.id($0.id.text) }
        let references = try await ask(.query { .references(asked, $0) })
        return zip(things, references).map { $0.kind == .link ? nil : $1 }
    }
}
