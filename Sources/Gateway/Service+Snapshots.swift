import API
import CRDT
import Domain
import HTTPTypes
import HummingbirdCore
import Interchange
import NIOCore

// Saved copies of pages: sent in by a browser's extension, and shown without anything in them
// running.
extension Service {
    /// Keeps a link with the page that comes in a form.
    func savePage(
        _ policy: SavePage.Policy, _ request: HummingbirdCore.Request
    ) async throws -> Response {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }),
            length > GatewayLimits.formBytesMax
        {
            throw ProblemJSON(tooLarge: .snapshot)
        }
        guard let reader = FormReader(contentType: request.headers[.contentType] ?? "") else {
            throw ProblemJSON(
                .unsupportedMediaType, "the content type is not a form with a boundary",
                fix: "Content-Type: \(Routes.formType); boundary=..., as curl -F sends it")
        }
        let draft = try await ask(.command { .blob(.begin($0)) })
        do {
            var form = PageIntake(
                reader, BlobIntake(self, draft, as: .snapshot, keepsMetadata: true))
            for try await part in request.body {
                try await form.take(Array(part.readableBytesView))
            }
            let (url, title) = try await form.finish()
            return try await keep(draft, url, title, policy)
        } catch {
            _ = await door.ask(.command(.blob(.drop(draft))))
            throw Self.brokenBody(error)
        }
    }

    private func keep(
        _ draft: BlobDraft, _ url: String, _ title: String, _ policy: SavePage.Policy
    ) async throws -> Response {
        let known = try await self.known(url)
        if policy == .skip, let known {
            // The upload has no name yet, so dropping it frees its room.
            _ = await door.ask(.command(.blob(.drop(draft))))
            return try await reply(.skipped(known.id))
        }
        let page = try await ask(.command { .blob(.end(draft, as: .snapshot, $0)) })
        if let known { return try await put(page, on: known, policy) }
        let link = BookmarkDraft(url: url, title: title, details: [Detail(.snapshot, [page.text])])
        let report = try await ask(
            .command { .addBookmarks([link], to: nil, onDuplicate: .skip, act: nil, $0) })
        guard let outcome = report.outcomes.first else { throw Self.nothingKept }
        switch outcome {
        case .refused(let problem): throw ProblemJSON(problem)
        case .added: return Replies.json(JSONText.encode(KeptJSON(report)), status: 201)
        case .merged, .skipped:
            // Somebody has saved the link since it was looked up.
            guard policy != .skip, let known = try await self.known(url) else {
                return Replies.json(JSONText.encode(KeptJSON(report)))
            }
            return try await put(page, on: known, policy)
        }
    }

    // The link that has this address already.
    private func known(_ url: String) async throws -> Bookmark? {
        try await ask(.query { .known(url: url, $0) }).kept
    }

    // Another member's link gets the page beside the copies that they saved, whatever the policy says.
    private func put(
        _ page: BlobReference, on known: Bookmark, _ policy: SavePage.Policy
    ) async throws -> Response {
        let change =
            policy == .overwrite && known.author.isMe
            ? DetailChange(.snapshot, values: [page.text])
            : DetailChange(.snapshot, add: [page.text])
        _ = try await ask(
            .command { .edit(.id(known.id.text), BookmarkChange(details: [change]), $0) })
        return try await reply(.merged(known.id))
    }

    private func reply(_ outcome: AdditionReport.Outcome) async throws -> Response {
        let audience = try await settings().defaultAudience
        let report = AdditionReport(outcomes: [outcome], act: nil, placed: [:], audience: audience)
        return Replies.json(JSONText.encode(KeptJSON(report)))
    }

    /// Answers a saved copy of a link's page, so that nothing in it runs or loads anything.
    func readSnapshot(
        _ wanted: ReadSnapshot, _ request: HummingbirdCore.Request
    ) async throws -> Response {
        let thing = try await ask(.query { .show(wanted.link, $0) })
        let page = try wanted.copy(of: thing)
        let bytesWanted = PageHead.bytesWanted
        return try await file(page.name, as: page, request, bytesWanted) { head, name, tag in
            // What a friend calls a page may be another file.
            PageHead.isPage(head)
                ? Replies.pageFields(named: name, tag: tag)
                : Replies.fields(of: nil, named: name, tag: tag)
        }
    }
}

/// A form with a page in it, on its way in.
private struct PageIntake {
    private var reader: FormReader
    private var page: BlobIntake
    private var met: [PageForm.Field] = []
    private var url: [UInt8] = []

    init(_ reader: FormReader, _ page: BlobIntake) {
        self.reader = reader
        self.page = page
    }

    mutating func take(_ bytes: [UInt8]) async throws {
        for piece in try Self.told({ () throws(Problem) in try reader.take(bytes) }) {
            switch piece {
            case .part(let name): try begin(name)
            case .bytes(let bytes):
                if met.last == .file {
                    try await page.take(bytes)
                } else {
                    guard url.count + bytes.count <= Limits.urlBytesMax else {
                        throw ProblemJSON(
                            .invalidValue, "url has more than \(Limits.urlBytesMax) bytes",
                            fix: "send the address of the page")
                    }
                    url += bytes
                }
            }
        }
    }

    /// The address, as it is kept, and what the page calls itself.
    mutating func finish() async throws -> (url: String, title: String) {
        try Self.told { () throws(Problem) in try reader.finish() }
        for field in PageForm.Field.allCases where !met.contains(field) {
            throw ProblemJSON(
                .invalidValue, "the form has no field \(field.rawValue)",
                fix: "name the page's field file and the address's url; in SingleFile: data field "
                    + "name, URL field name")
        }
        try await page.finish()
        guard let text = String(validating: url, as: UTF8.self) else {
            throw ProblemJSON(
                .invalidValue, "url is not UTF-8", fix: "send the address of the page")
        }
        switch BookmarkRules.address(text, audience: .private) {
        case .failure(let problem): throw ProblemJSON(problem)
        case .success(let url): return (url, page.title)
        }
    }

    private mutating func begin(_ name: String) throws(ProblemJSON) {
        guard let field = PageForm.Field(rawValue: name) else {
            throw ProblemJSON(
                .invalidValue,
                "the form has a field \(Problem.quote(name)), which is not supported",
                fix: "send only file and url")
        }
        guard !met.contains(field) else {
            throw ProblemJSON(
                .invalidValue, "the form has the field \(name) twice",
                fix: "send one page at a time")
        }
        met.append(field)
    }

    private static func told<Value>(
        _ step: () throws(Problem) -> Value
    ) throws(ProblemJSON) -> Value {
        do throws(Problem) {
            return try step()
        } catch {
            throw ProblemJSON(error)
        }
    }
}
