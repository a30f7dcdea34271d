import API
import CRDT
import Domain
import HTTPTypes
import HummingbirdCore
import Interchange
import NIOCore
import Primitives

// Pinboard's own interface: its names and its answers, over the same questions to the node.
extension Service {
    /// The answer to a Pinboard client.
    func pinboard(_ asking: Asking) async throws -> Response {
        let format = try Self.format(asking.parameters)
        if asking.endpoint == .pinboardAll { return try await allPosts(asking, format) }
        let told = try await pinboardAnswer(asking)
        return Replies.text(told.text(format), format.contentType)
    }

    private static func format(_ parameters: Parameters) throws(ProblemJSON) -> PinboardFormat {
        guard let word = parameters.text("format") else { return .xml }
        guard let format = PinboardFormat(rawValue: word) else {
            throw ProblemJSON(
                .badRequest, "format is \(word.prefix(80))", fix: "format=json or format=xml")
        }
        return format
    }

    private func pinboardAnswer(_ asking: Asking) async throws -> PinboardAnswer {
        let parameters = asking.parameters
        switch asking.endpoint {
        case .pinboardUpdate: return .update(time: PinboardTime.text(try await latestChange()))
        case .pinboardAdd: return .code(try await addPost(parameters))
        case .pinboardDelete: return .code(try await deletePost(parameters))
        case .pinboardGet: return try await posts(parameters)
        case .pinboardRecent:
            let count = try parameters.number("count", in: 1...100) ?? 15
            let page = try await ownLinks(try await terms(parameters), limit: count)
            return .posts(
                page.items.map(PinboardPost.init), date: PinboardTime.text(WallTime.now))
        case .pinboardDates:
            return .dates(
                try await days(try await terms(parameters)), tag: Self.tags(parameters))
        case .pinboardSuggest: return .suggestion(try await suggestions(parameters))
        case .pinboardTags: return .tags(try await spelledTags())
        case .pinboardTagDelete: return .result(try await deleteTag(parameters))
        case .pinboardTagRename: return .result(try await renameTag(parameters))
        case .pinboardSecret: return .result(try token(.feeds))
        case .pinboardToken:
            return .result("\(PinboardAnswer.user):\(try token(.pinboard))")
        case .pinboardNotes: return .notes
        default:
            throw ProblemJSON(
                .internalError, "\(asking.endpoint.rawValue) is nothing of Pinboard's")
        }
    }

    private func token(_ scope: WebScope) throws(ProblemJSON) -> String {
        guard let token = door.keys.token(scope) else {
            throw ProblemJSON(.internalError, "the token cannot be read", fix: "weft web")
        }
        return token
    }

    // MARK: Links

    private func addPost(_ parameters: Parameters) async throws -> String {
        let draft: PinboardDraft
        do throws(PinboardDraft.Refusal) {
            draft = try PinboardDraft(parameters)
        } catch {
            return error.code
        }
        do throws(ProblemJSON) {
            let sharing = try await settings().pinboard
            if let known = try await ownLink(draft.url) {
                guard draft.isReplacing else { return "item already exists" }
                let link = Reference.id(known.id.text)
                _ = try await ask(.command(.edit(link, draft.change(of: known))))
                try await show(known, draft.isShared, sharing)
                return Self.done
            }
            let answer = try await ask(
                .command(
                    .addBookmarks(
                        [draft.fresh], to: draft.audience(sharing), onDuplicate: .skip, act: nil)))
            guard case .kept(let report) = answer else { throw unexpected(answer) }
            if case .refused(let problem)? = report.outcomes.first { return problem.detail }
            return Self.done
        } catch {
            return error.detail
        }
    }

    // Who has said that shared means public can change that of a link, and nothing else of where
    // it is.
    private func show(
        _ link: Bookmark, _ isShared: Bool?, _ sharing: PinboardSharing
    ) async throws(ProblemJSON) {
        let isPublic = link.placement.contains(.public)
        guard sharing == .public, let isShared, isShared != isPublic else { return }
        let selection = Selection.references([.id(link.id.text)])
        _ = try await ask(
            .command(
                isShared
                    ? .share(selection, with: .public, isLive: false)
                    : .unshare(selection, from: .public)))
    }

    private func deletePost(_ parameters: Parameters) async throws -> String {
        guard let url = parameters.text("url") else { return "missing url" }
        guard let known = try await ownLink(url) else { return "item not found" }
        _ = try await ask(.command(.remove(.references([.id(known.id.text)]))))
        return Self.done
    }

    private func posts(_ parameters: Parameters) async throws -> PinboardAnswer {
        if let url = parameters.text("url") {
            let known = try await ownLink(url)
            return .posts(
                known.map { [PinboardPost($0)] } ?? [],
                date: PinboardTime.text(known?.added ?? WallTime.now))
        }
        var terms = try await terms(parameters)
        let midnight: WallTime
        if let text = parameters.text("dt") {
            guard let day = PinboardTime.time(text) else {
                throw ProblemJSON(
                    .badRequest, "dt is \(text.prefix(80))", fix: "write it like 2026-11-21")
            }
            midnight = PinboardTime.midnight(of: day)
        } else {
            guard let latest = try await ownLinks(terms, limit: 1).items.first else {
                return .posts([], date: PinboardTime.text(WallTime.now))
            }
            midnight = PinboardTime.midnight(of: latest.added)
        }
        let next = midnight.milliseconds + PinboardTime.dayMilliseconds
        terms += [.after(midnight), .before(WallTime(milliseconds: next))]
        var posts: [PinboardPost] = []
        for try await link in links(terms) { posts.append(PinboardPost(link)) }
        return .posts(posts, date: PinboardTime.text(midnight))
    }

    private func allPosts(_ asking: Asking, _ format: PinboardFormat) async throws -> Response {
        let parameters = asking.parameters
        var terms = try await terms(parameters)
        if parameters.text("toread") == "yes" { terms.append(.isState(.unread)) }
        let start = try parameters.number("start", in: 0...Int.max) ?? 0
        let most = try parameters.number("results", in: 0...Int.max) ?? Int.max
        let earliest = try Self.time("fromdt", parameters)
        let latest = try Self.time("todt", parameters)
        // Asked before anything is sent, so that what is wrong is a problem and not a broken list.
        _ = try await ownLinks(terms, limit: 1)
        let wanted = terms
        let tag = Self.tags(parameters)
        return Replies.stream(format.contentType) { writer in
            var list = PinboardList(format, tag: tag)
            var bytes = list.opening
            var (skipped, told) = (0, 0)
            for try await link in self.links(wanted) {
                guard told < most, earliest.map({ $0 <= link.added }) ?? true else { break }
                guard latest.map({ link.added <= $0 }) ?? true else { continue }
                guard skipped == start else {
                    skipped += 1
                    continue
                }
                told += 1
                list.append(PinboardPost(link), to: &bytes)
                guard bytes.count > Self.pieceBytes else { continue }
                try await writer.write(ByteBuffer(bytes: bytes))
                bytes = []
            }
            try await writer.write(ByteBuffer(bytes: bytes + list.closing))
            try await writer.finish(nil)
        }
    }

    // As links come by the time they were saved, those of a day stand together.
    private func days(_ terms: [SearchTerm]) async throws -> [PinboardAnswer.Day] {
        var days: [PinboardAnswer.Day] = []
        for try await link in links(terms) {
            let day = PinboardTime.day(link.added)
            if days.last?.day == day {
                days[days.count - 1].count += 1
            } else {
                days.append(PinboardAnswer.Day(day: day, count: 1))
            }
        }
        return days
    }

    /// What changed last may be in the trash now.
    private func latestChange() async throws -> WallTime {
        var latest = WallTime(milliseconds: 0)
        for terms in [[SearchTerm](), [.isState(.trashed)]] {
            let page = try await ownLinks(terms, limit: 1, sort: .updated)
            if let link = page.items.first { latest = max(latest, link.updated) }
        }
        return latest
    }

    private static func time(
        _ name: String, _ parameters: Parameters
    ) throws(ProblemJSON) -> WallTime? {
        guard let text = parameters.text(name) else { return nil }
        guard let time = PinboardTime.time(text) else {
            throw ProblemJSON(
                .badRequest, "\(name) is \(text.prefix(80))",
                fix: "write it like 2026-11-21T04:06:43Z")
        }
        return time
    }

    /// What Pinboard says of what went well.
    static let done = "done"
    /// So much of a list is written at a time.
    private static let pieceBytes = 64 * 1024
}
