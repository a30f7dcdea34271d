import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests which devices are reported to have a thing: errors must never be in the reassuring
/// direction.
@Suite struct VisibilityTests {
    private let ana: WriteReplica
    private let ben: WriteReplica
    private let cleo: WriteReplica

    init() throws {
        ana = try WriteReplica(1, name: "Ana")
        ben = try WriteReplica(2, name: "Ben")
        cleo = try WriteReplica(3, name: "Cleo")
        for friend in [ben, cleo] {
            try ana.add(friend: friend)
            try friend.add(friend: ana)
        }
    }

    private func link(_ title: String, in audience: Audience) throws -> ObjectID {
        let draft = BookmarkDraft(url: "https://quilt.example/\(title)", title: title)
        return try #require(try ana.keep(draft, in: audience).first)
    }

    private func told(_ id: ObjectID, by node: WriteReplica? = nil) throws -> Visibility {
        let node = node ?? ana
        let answer = try node.step { (store) throws(StorageError) in
            try store.answer(.visibility(.id(id.text)), now: node.wall)
        }
        guard case .visibility(let visibility) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer as Any)")
        }
        return visibility
    }

    /// Returns each person's name with what holds for them, by name.
    private func arrivals(_ viewers: [Visibility.Viewer]) -> [String] {
        viewers.map { "\($0.author.name) \($0.audience.name) \($0.arrival.rawValue)" }.sorted()
    }

    /// Does what a session does with all of an audience: the bytes leave.
    private func send(_ kind: AudienceKind, from node: WriteReplica? = nil) throws {
        let node = node ?? ana
        try node.step { (store) throws(StorageError) in
            let audience = try store.audience(kind, of: node.owner.person).number
            for entry in try store.log(of: audience) {
                try store.release(entry.chain, to: entry.length)
            }
        }
    }

    /// `other` acknowledges all of an audience.
    private func acknowledge(
        _ kind: AudienceKind, by other: WriteReplica, to node: WriteReplica? = nil
    ) throws {
        let node = node ?? ana
        try node.step { (store) throws(StorageError) in
            let audience = try store.audience(kind, of: node.owner.person).number
            try store.acknowledge(
                other.owner.certificate, try store.log(of: audience), in: audience)
        }
    }

    @Test func `a link that has not left this device has not arrived`() throws {
        let id = try link("1", in: .friends)

        let visibility = try told(id)

        #expect(arrivals(visibility.viewers) == ["Ben friends not_yet", "Cleo friends not_yet"])
        #expect(visibility.viewers.flatMap(\.devices).map(\.arrival) == [.notYet, .notYet])
        #expect(visibility.former.isEmpty)
    }

    @Test func `a sent link may be anywhere, and has arrived at a device that acknowledges it`()
        throws
    {
        let id = try link("1", in: .friends)

        try send(.friends)
        #expect(
            try arrivals(told(id).viewers) == ["Ben friends unknown", "Cleo friends unknown"])
        try acknowledge(.friends, by: ben)

        let visibility = try told(id)
        #expect(arrivals(visibility.viewers) == ["Ben friends has_it", "Cleo friends unknown"])
        let later = try link("2", in: .friends)
        #expect(
            try arrivals(told(later).viewers) == ["Ben friends not_yet", "Cleo friends not_yet"])
    }

    @Test func `a former friend had what they acknowledged, and is not listed for later things`()
        throws
    {
        let id = try link("1", in: .friends)
        try send(.friends)
        try acknowledge(.friends, by: ben)
        for friend in ["Ben", "Cleo"] {
            try ana.perform(.removeFriend(PersonReference(friend), isBlocked: false))
        }
        let later = try link("2", in: .friends)
        try send(.friends)

        let visibility = try told(id)

        #expect(visibility.viewers.isEmpty)
        // Cleo could read it if somebody gave it to cleo.
        #expect(
            visibility.former.map(\.arrival).sorted { $0.rawValue < $1.rawValue } == [
                .hadIt, .unknown,
            ])
        #expect(try told(later).former.isEmpty)
    }

    @Test func `a former friend may no longer see what was for them alone`() throws {
        let id = try link("1", in: .person("Ben"))
        let audience = try #require(
            try ana.step { (store) throws(StorageError) in try store.groups().first?.audience })
        let before = try arrivals(told(id).viewers)
        try ana.step { (store) throws(StorageError) in
            for entry in try store.log(of: audience.number) {
                try store.release(entry.chain, to: entry.length)
            }
        }

        try ana.perform(.removeFriend(PersonReference("Ben"), isBlocked: false))

        #expect(before == ["Ben @Ben not_yet"])
        #expect(try told(id).viewers.isEmpty)
        #expect(try arrivals(told(id).former).map { $0.suffix(7) } == ["unknown"])
    }

    @Test func `a link that never left is not with a former friend`() throws {
        let id = try link("1", in: .friends)

        try ana.perform(.removeFriend(PersonReference("Ben"), isBlocked: false))

        #expect(try arrivals(told(id).viewers) == ["Cleo friends not_yet"])
        #expect(try told(id).former.isEmpty)
    }

    @Test func `a withdrawn copy was had, and is had again once acknowledged anew`() throws {
        let id = try link("1", in: .friends)
        let one = Selection.references([.id(id.text)])
        try send(.friends)
        try acknowledge(.friends, by: ben)

        try ana.perform(.unshare(one, from: .friends))
        let withdrawn = try told(id)
        try ana.perform(.share(one, with: .friends, isLive: false))
        let again = try told(id)
        try acknowledge(.friends, by: ben)

        #expect(withdrawn.placement == [.private])
        #expect(withdrawn.viewers.isEmpty)
        #expect(arrivals(withdrawn.former) == ["Ben friends had_it", "Cleo friends unknown"])
        #expect(arrivals(again.viewers) == ["Ben friends had_it", "Cleo friends unknown"])
        #expect(again.former.isEmpty)
        #expect(
            try arrivals(told(id).viewers) == ["Ben friends has_it", "Cleo friends unknown"])
    }

    @Test func `a word about another audience is not believed`() throws {
        let id = try link("1", in: .friends)
        try send(.friends)

        try ana.step { (store) throws(StorageError) in
            let friends = try store.audience(.friends, of: ana.owner.person).number
            let other = try store.audience(.public, of: ana.owner.person).number
            try store.acknowledge(
                ben.owner.certificate, try store.log(of: friends), in: other)
        }

        #expect(
            try arrivals(told(id).viewers) == ["Ben friends unknown", "Cleo friends unknown"])
    }

    @Test func `a link that another own device shared may be anywhere`() throws {
        let desk = try WriteReplica(1, device: 2, name: "Ana")
        let id = try link("1", in: .friends)
        try ana.mirror(to: desk)

        let visibility = try told(id, by: desk)

        #expect(visibility.placement == [.friends])
        // It was written there, so it is there.
        #expect(visibility.viewers.map(\.author.isMe) == [true, false, false])
        #expect(visibility.viewers.map(\.arrival) == [.hasIt, .unknown, .unknown])
        try acknowledge(.friends, by: ben, to: desk)
        let heard = try told(id, by: desk).viewers.first { $0.author.person == ben.owner.person }
        #expect(heard?.arrival == .hasIt)
    }

    @Test func `own devices are told of as well, by name`() throws {
        let desk = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        let id = try link("1", in: .private)
        let before = try told(id)
        try send(.private)
        try acknowledge(.private, by: desk)

        #expect(before.viewers.flatMap(\.devices).map(\.arrival) == [.notYet])
        let devices = try told(id).viewers.flatMap(\.devices)
        #expect(devices.map(\.name) == ["device 2"])
        #expect(devices.map(\.arrival) == [.hasIt])
        #expect(try told(id).viewers.map(\.author.isMe) == [true])
    }

    @Test func `a revoked device has had it`() throws {
        let desk = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        let id = try link("1", in: .private)
        try send(.private)
        try acknowledge(.private, by: desk)

        try ana.perform(.revokeDevice(DeviceReference("device 2"), phrase: nil))

        let device = try #require(try told(id).viewers.flatMap(\.devices).first)
        #expect(device.arrival == .hadIt)
        #expect(device.isRevoked)
        let later = try link("2", in: .private)
        try send(.private)
        #expect(try told(later).viewers.flatMap(\.devices).isEmpty)
    }

    @Test func `a restored copy knows nothing of what the first one sent`() throws {
        let file = try TemporaryDatabase()
        var first: WriteReplica? = try WriteReplica(1, name: "Ana", path: file.path)
        try first?.add(friend: ben)
        let draft = BookmarkDraft(url: "https://quilt.example/1", title: "1")
        let id = try #require(try first?.keep(draft, in: .friends).first)
        try first?.store.close()
        first = nil

        let copy = try WriteReplica(1, name: "Ana", path: file.path, place: [2])

        #expect(try arrivals(told(id, by: copy).viewers) == ["Ben friends unknown"])
    }

    @Test func `a link at home in a group lists no viewers`() throws {
        try ana.step { (store) throws(StorageError) in
            _ = try store.newGroup("lab", addresses: [], at: ana.wall)
        }
        let id = try link("1", in: .group("lab"))

        #expect(try told(id).placement == [.group("lab")])
        #expect(try told(id).viewers.isEmpty)
    }

    // MARK: Things at home elsewhere

    @Test func `a group counts what is at home there and what was placed there`() throws {
        try ana.step { (store) throws(StorageError) in
            _ = try store.newGroup("lab", addresses: [], at: ana.wall)
        }
        _ = try link("home", in: .group("lab"))
        let copy = try link("copy", in: .private)
        func count() throws -> Int? {
            try ana.step { (store) throws(StorageError) in
                try store.shownGroups().first?.linkCount
            }
        }

        #expect(try count() == 1)
        _ = try ana.keep(
            BookmarkDraft(url: "", title: "Shirt", kind: .garment), in: .group("lab"))
        #expect(try count() == 2)
        let one = Selection.references([.id(copy.text)])
        try ana.perform(.share(one, with: .group("lab"), isLive: false))
        #expect(try count() == 3)
        try ana.perform(.remove(one))
        #expect(try count() == 2)
    }

    @Test(arguments: [Audience.group("lab"), nil])
    func `a link at home in a group is not withdrawn but removed`(audience: Audience?) throws {
        try ana.step { (store) throws(StorageError) in
            _ = try store.newGroup("lab", addresses: [], at: ana.wall)
        }
        let id = try link("home", in: .group("lab"))

        let named = try ana.perform(.unshare(.references([.id(id.text)]), from: audience))
        let searched = try ana.perform(.unshare(.query("title:home"), from: .group("lab")))

        guard case .rejected(let problem) = named, case .done(let report) = searched else {
            Issue.record("\(named) \(searched)")
            return
        }
        #expect(problem.code == .conflict)
        #expect(problem.fix.hasPrefix("weft rm \(id.short)"))
        #expect(report.count == 0)
        #expect(report.summary.contains("1 thing was created there"))
        #expect(try ana.link(id).placement == [.group("lab")])
    }
}
