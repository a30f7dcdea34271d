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
    func pinboard(_ asked: any PinboardEndpoint) async throws -> Response {
        let format = try Self.format(asked.format)
        if let all = asked as? PinboardAll { return try await allPosts(all, format) }
        let told = try await pinboardAnswer(asked)
        return Replies.text(told.text(format), format.contentType)
    }

    private static func format(_ word: String?) throws(ProblemJSON) -> PinboardFormat {
        guard let word else { return .xml }
        guard let format = PinboardFormat(rawValue: word) else {
            throw ProblemJSON(
                .badRequest, "format is \(word.prefix(80))", fix: "format=json or format=xml")
        }
        return format
    }

    private func pinboardAnswer(_ asked: any PinboardEndpoint) async throws -> PinboardAnswer {
        switch asked {
        case is PinboardUpdate:
            return .update(time: PinboardTime.text(try await latestChange()))
        case let add as PinboardAdd: return .code(try await addPost(add))
        case let delete as PinboardDelete: return .code(try await deletePost(delete.url))
        case let get as PinboardGet: return try await posts(get)
        case let recent as PinboardRecent:
            let page = try await ownLinks(
                try await terms(recent.tagged), limit: recent.count ?? 15)
            return .posts(
                page.items.map(PinboardPost.init), date: PinboardTime.text(WallTime.now))
        case let dates as PinboardDates:
            return .dates(
                try await days(try await terms(dates.tagged)), tag: dates.tagged.text)
        case let suggest as PinboardSuggest:
            return .suggestion(try await suggestions(suggest.url))
        case is PinboardTags: return .tags(try await spelledTags())
        case let delete as PinboardTagDelete: return .result(try await deleteTag(delete.tag))
        case let rename as PinboardTagRename:
            return .result(try await renameTag(rename.old, rename.new))
        case is PinboardSecret: return .result(try token(.feeds))
        case is PinboardToken:
            return .result("\(PinboardAnswer.user):\(try token(.pinboard))")
        case is PinboardNotes: return .notes
        default: throw ProblemJSON(.internalError, "\(type(of: asked)) is not served")
        }
    }

    private func token(_ scope: WebScope) throws(ProblemJSON) -> String {
        guard let token = door.keys.token(scope) else {
            throw ProblemJSON(.internalError, "the token cannot be read", fix: "weft web")
        }
        return token
    }

    // MARK: Links

    private func addPost(_ add: PinboardAdd) async throws -> String {
        let draft: PinboardDraft
        do throws(PinboardDraft.Refusal) {
            draft = try PinboardDraft(add)
        } catch {
            return error.code
        }
        do throws(ProblemJSON) {
            let sharing = try await settings().pinboard
            if let known = try await ownLink(draft.url) {
                guard draft.isReplacing else { return "item already exists" }
                let link = Reference.id(known.id.text)
                let change = draft.change(of: known)
                _ = try await ask(.command { .edit(link, change, $0) })
                try await show(known, draft.isShared, sharing)
                return Self.done
            }
            let report = try await ask(
                .command {
                    .addBookmarks(
                        [draft.fresh], to: draft.audience(sharing), onDuplicate: .skip, act: nil,
                        $0)
                })
            if case .refused(let problem)? = report.outcomes.first { return problem.detail }
            return Self.done
        } catch {
            return error.detail
        }
    }

    // Where the settings say that shared means public, a client can make a link public or not, and
    // changes nothing else of where it is.
    private func show(
        _ link: Bookmark, _ isShared: Bool?, _ sharing: PinboardSharing
    ) async throws(ProblemJSON) {
        let isPublic = link.placement.contains(.public)
        guard sharing == .public, let isShared, isShared != isPublic else { return }
        let selection = Selection.references([.id(link.id.text)])
        _ = try await ask(
            isShared
                ? .command { .share(selection, with: .public, isLive: false, $0) }
                : .command { .unshare(selection, from: .public, $0) })
    }

    private func deletePost(_ url: String?) async throws -> String {
        guard let url else { return "missing url" }
        guard let known = try await ownLink(url) else { return "item not found" }
        _ = try await ask(.command { .remove(.references([.id(known.id.text)]), $0) })
        return Self.done
    }

    private func posts(_ get: PinboardGet) async throws -> PinboardAnswer {
        if let url = get.url {
            let known = try await ownLink(url)
            return .posts(
                known.map { [PinboardPost($0)] } ?? [],
                date: PinboardTime.text(known?.added ?? WallTime.now))
        }
        var terms = try await terms(get.tagged)
        let midnight: WallTime
        if let text = get.dt {
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

    private func allPosts(_ all: PinboardAll, _ format: PinboardFormat) async throws -> Response {
        var terms = try await terms(all.tagged)
        if all.toread == "yes" { terms.append(.isState(.unread)) }
        let start = all.start ?? 0
        let most = all.results ?? Int.max
        let earliest = try Self.time("fromdt", all.fromdt)
        let latest = try Self.time("todt", all.todt)
        // Asked before anything is sent, so that what is wrong is a problem and not a broken list.
        _ = try await ownLinks(terms, limit: 1)
        let wanted = terms
        let tag = all.tagged.text
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

    // The last change may have moved a link to the trash.
    private func latestChange() async throws -> WallTime {
        var latest = WallTime(milliseconds: 0)
        for terms in [[SearchTerm](), [.isState(.trashed)]] {
            let page = try await ownLinks(terms, limit: 1, sort: .updated)
            if let link = page.items.first { latest = max(latest, link.updated) }
        }
        return latest
    }

    private static func time(
        _ name: String, _ text: String?
    ) throws(ProblemJSON) -> WallTime? {
        guard let text else { return nil }
        guard let time = PinboardTime.time(text) else {
            throw ProblemJSON(
                .badRequest, "\(name) is \(text.prefix(80))",
                fix: "write it like 2026-11-21T04:06:43Z")
        }
        return time
    }

    /// Pinboard's word for success.
    static let done = "done"
    /// The number of bytes of a list that are written at a time.
    private static let pieceBytes = 64 * 1024
}
