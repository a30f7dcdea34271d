import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests profiles.
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

    @Test func `friends read what a person says about themselves, and its last words`() throws {
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

    @Test func `a profile for a group alone goes nowhere else when it is changed`() throws {
        let world = try GroupWorld(seed: 11)
        let (cleo, finn) = (world.cleo, world.finn)
        try say(cleo, ProfileChange(about: "I weave.", audience: .group("lab")))
        let said = try #require(try profile(cleo).said)
        #expect(said.placement == [.group("lab")])

        try say(cleo, ProfileChange(about: "I dye."))
        try world.spread()
        try world.meet(cleo, finn)
        let changed = try #require(try profile(cleo).said)
        #expect(changed.id == said.id && changed.note == "I dye.")
        #expect(changed.placement == [.group("lab")])
        let name = String(cleo.owner.person.text.prefix(12))
        #expect(try profile(world.ana, of: name).said?.note == "I dye.")
        #expect(try world.rows(ofProfilesAt: finn, in: "2, 3") == 0)
        #expect(try world.rows(ofProfilesAt: cleo, in: "1") == 1)
    }

    @Test func `a profile for one friend alone goes nowhere else when it is changed`()
        throws
    {
        let (ana, bob) = try WriteReplica.friends()
        let eva = try WriteReplica(3, name: "Eva")
        try bob.add(friend: eva)
        try eva.add(friend: bob)
        try say(bob, ProfileChange(about: "I mend.", audience: .person("Ana")))
        try say(bob, ProfileChange(name: "Bob of Graz"))
        try bob.exchange(with: ana)
        try bob.exchange(with: eva)

        #expect(try profile(bob).said?.placement == [.person("Ana")])
        #expect(try profile(ana, of: "@Bob").said?.title == "Bob of Graz")
        #expect(try profile(ana, of: "@Bob").said?.note == "I mend.")
        #expect(try profile(eva, of: "@Bob").said == nil)

        // Each change is one act: the first undo reverts the edit, the second the whole profile.
        try bob.perform(.undo(act: nil))
        try bob.perform(.undo(act: nil))
        try bob.exchange(with: ana)
        #expect(try profile(bob).said == nil && profile(ana, of: "@Bob").said == nil)
    }

    @Test func `a profile for oneself alone stays there, and none is made where one may not write`()
        throws
    {
        let world = try GroupWorld(seed: 12)
        let before = try world.eva.rowCount("deltas")
        let refused = try say(world.eva, ProfileChange(about: "hello", audience: .group("lab")))
        #expect(code(refused) == .roleRequired)
        #expect(try world.eva.rowCount("deltas") == before)
        try say(world.eva, ProfileChange(about: "hello", audience: .private))
        try say(world.eva, ProfileChange(about: "hello again"))
        #expect(try profile(world.eva).said?.placement == [])
        #expect(try profile(world.eva).said?.note == "hello again")
    }

    @Test func `others' changes of a person's profile are not shown as that person's`() throws {
        let world = try GroupWorld(seed: 13)
        let dora = world.dora
        // As no command makes one: at home in the group, where editors change it.
        try dora.keep(
            BookmarkDraft(url: "", title: "dora", note: "I weave.", kind: .profile),
            in: .group("lab"))
        try world.spread()
        let name = String(dora.owner.person.text.prefix(12))
        #expect(try profile(world.ana, of: name).said?.note == "I weave.")

        let id = try #require(try profile(world.cleo, of: name).said?.id)
        try world.cleo.perform(
            .edit(.id(id.text), BookmarkChange(note: "I steal.")))
        try world.spread()
        for person in [world.ana, world.ben, world.cleo] {
            #expect(try profile(person, of: name).said == nil)
        }

        // Dora writes it again where it is.
        try say(dora, ProfileChange(about: "I weave."))
        try world.spread()
        #expect(try profile(world.ana, of: name).said?.note == "I weave.")
        try world.cleo.perform(.edit(.id(id.text), BookmarkChange(addTags: ["thief"])))
        try world.spread()
        #expect(try profile(world.ana, of: name).said == nil)
    }

    @Test func `a former member no longer reads the members' other profiles`() throws {
        let world = try GroupWorld(seed: 14)
        let (cleo, dora, finn) = (world.cleo, world.dora, world.finn)
        try cleo.keep(
            BookmarkDraft(url: "", title: "cleo", note: "I spin.", kind: .profile), in: .friends)
        try cleo.keep(
            BookmarkDraft(url: "", title: "cleo", note: "I weave.", kind: .profile),
            in: .group("lab"))
        for member in [dora, finn] { try world.meet(cleo, member) }
        let name = String(cleo.owner.person.text.prefix(12))
        for member in [dora, finn] {
            #expect(try profile(member, of: name).said?.note == "I weave.")
        }

        for member in [dora, finn] {
            let reference = PersonReference(String(member.owner.person.text.prefix(12)))
            try world.ana.perform(.removeFromGroup("lab", reference))
            let told = try world.ana.step { (store) throws(StorageError) in
                try store.farewells(to: member.owner.certificate)
            }
            try member.step { (store) throws(StorageError) in
                for farewell in told { try store.take(farewell, at: member.wall) }
            }
            try world.settle(member)
        }

        #expect(try profile(finn, of: name).said?.note == "I spin.")
        #expect(try profile(dora, of: name).said == nil)
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

    @Test func `a profile has limits`() throws {
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

extension GroupWorld {
    /// Returns how many profiles are in these audiences of a replica.
    fileprivate func rows(ofProfilesAt replica: WriteReplica, in places: String) throws -> Int {
        try replica.rowCount("objects WHERE kind = 20 AND audience IN (\(places)) AND hidden = 0")
    }
}
