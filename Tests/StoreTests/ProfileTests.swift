import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// What somebody says about himself.
@Suite struct ProfileTests {
    private func profile(
        _ replica: WriteReplica, of name: String? = nil
    ) throws -> PersonProfile {
        let answer = try replica.step { (store) throws(StorageError) in
            try store.answer(
                .feeds(.profile(name.map { PersonReference($0) })), now: replica.wall)
        }
        guard case .feeds(.profile(let profile))? = answer else {
            throw WriteReplica.Unexpected(what: "\(answer as Any)")
        }
        return profile
    }

    private func code(_ answer: Answer) -> Problem.Code? {
        guard case .rejected(let problem) = answer else { return nil }
        #expect(!problem.fix.isEmpty)
        return problem.code
    }

    @discardableResult
    private func say(_ replica: WriteReplica, _ change: ProfileChange) throws -> Answer {
        try replica.perform(.feeds(.profile(change)))
    }

    @Test func `friends read what somebody says about himself, and its last words`() throws {
        let (ana, bob) = try WriteReplica.friends()
        #expect(try profile(ana).said == nil)
        try say(bob, ProfileChange(about: "I mend bicycles."))
        try ana.exchange(with: bob)

        let said = try #require(try profile(ana, of: "@Bob").said)
        #expect(said.kind == .profile && said.note == "I mend bicycles.")
        #expect(said.title == bob.owner.name)
        #expect(try profile(bob).said?.placement == [.friends])

        try say(bob, ProfileChange(name: "Bob of Graz", about: ""))
        try ana.exchange(with: bob)
        #expect(try profile(ana, of: "@Bob").said?.title == "Bob of Graz")
        #expect(try profile(ana, of: "@Bob").said?.note == "")
        #expect(try profile(ana, of: "@Bob").said?.id == said.id)
        #expect(code(try say(bob, ProfileChange(audience: .public))) == .conflict)

        try bob.perform(.remove(.references([.id(said.id.text)])))
        try ana.exchange(with: bob)
        #expect(try profile(ana, of: "@Bob").said == nil)
    }

    @Test func `of two that own devices made apart the later one shows, at each of them`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        try ana.exchange(with: phone)
        try say(ana, ProfileChange(about: "first"))
        try say(phone, ProfileChange(about: "second"))
        try ana.exchange(with: phone)
        try phone.exchange(with: ana)

        let both = [try profile(ana).said, try profile(phone).said]
        #expect(both[0] != nil && both[0]?.id == both[1]?.id)
        try say(ana, ProfileChange(about: "third"))
        try ana.exchange(with: phone)
        #expect(try profile(phone).said?.note == "third")
    }

    @Test func `what one says of oneself has its limits`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let most = String(repeating: "\u{1F3B2}", count: ProfileDetails.aboutMax)
        #expect(code(try say(ana, ProfileChange())) == .invalidValue)
        #expect(code(try say(ana, ProfileChange(about: most + "x"))) == .invalidValue)
        #expect(code(try say(ana, ProfileChange(name: " ", about: "x"))) == .invalidValue)
        #expect(code(try say(ana, ProfileChange(photo: "no file"))) == .invalidValue)
        #expect(try profile(ana).said == nil)
        #expect(code(try say(ana, ProfileChange(about: String(most.dropLast())))) == nil)
        #expect(code(try say(ana, ProfileChange(about: most))) == nil)
        #expect(code(try say(ana, ProfileChange(about: most + "x"))) == .invalidValue)
        #expect(try profile(ana).said?.note == most)
    }

    @Test func `nobody is asked to judge a person`() throws {
        let (ana, bob) = try WriteReplica.friends()
        try say(bob, ProfileChange(about: "here I am"))
        _ = try bob.keep(BookmarkDraft(url: "", title: "hat", kind: .garment), in: .friends)
        try ana.exchange(with: bob)
        for scope in [FeedScope.unjudged, .unjudgedElsewhere] {
            let answer = try ana.step { (store) throws(StorageError) in
                try store.answer(.feeds(.feed(FeedRequest(scope))), now: ana.wall)
            }
            guard case .page(let page)? = answer else {
                Issue.record("\(answer as Any)")
                continue
            }
            #expect(page.items.map(\.title) == ["hat"])
        }
    }
}
