import CRDT
import Domain
import Primitives

// Commands and queries about other people's things and profiles.
extension Store {
    /// Performs a feed command.
    func perform(_ command: FeedCommand, at wall: WallTime) throws(StorageError) -> Answer {
        switch command {
        case .attend(let target, let attention, _):
            let answer = try attend(target, attention, at: wall)
            try silenceAtOnce()
            return answer
        case .attendOpenly(let target, _):
            let answer = try attendOpenly(target, at: wall)
            try silenceAtOnce()
            return answer
        case .leave(let text, let attention, _):
            let answer = try leave(text, attention, at: wall)
            try silenceAtOnce()
            return answer
        case .profile(let change, _): return try perform(change, at: wall)
        }
    }

    /// Answers a feed query; nil while an index has to catch up first.
    func answer(_ query: FeedQuery, now: WallTime) throws(StorageError) -> Answer? {
        switch query {
        case .follows(let attention, _): return .feeds(.follows(try follows(attention)))
        case .feed(let request, _): return try feed(request, now: now)
        case .lookbook(let limit, let cursor, _): return try lookbook(limit, cursor: cursor)
        case .portfolio(let request, _):
            if request.place != nil, !(try isNamingComplete) { return nil }
            return try portfolio(request, now: now)
        case .said(let limit, let cursor, _): return try said(limit, cursor: cursor)
        case .contributors: return .feeds(.contributors(try contributors()))
        case .recommend(let wish, _): return try recommend(wish)
        case .profile(let person, _): return try profile(person)
        }
    }

    private func feed(_ request: FeedRequest, now: WallTime) throws(StorageError) -> Answer? {
        guard (1...Limits.pageMax).contains(request.limit) else {
            return .rejected(.pageSize(request.limit))
        }
        var place = FeedPlace.start
        if let cursor = request.cursor {
            guard let named = FeedPlace(cursor: cursor, in: request.scope) else {
                return .rejected(.badCursor)
            }
            place = named
        }
        switch try plan(request, now: now) {
        case .rejected(let problem): return .rejected(problem)
        case .indexing: return nil
        case .plan(let plan):
            let stream = try FeedStream(
                self, behind: place, authors: plan.authors, except: plan.except, list: plan.list)
            var run = try FeedRun(plan.plan, of: stream, behind: place, store: self)
            let (rows, next) = try run.page(request.limit)
            return .page(
                ListPage(
                    items: try bookmarks(rows: rows),
                    nextCursor: next?.cursor(in: request.scope), total: nil))
        }
    }
}
