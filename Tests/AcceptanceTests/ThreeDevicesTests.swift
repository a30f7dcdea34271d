import Foundation
import Testing

/// Tests three devices of one person, one of which is stolen, with the real program on real
/// sockets.
@Suite(.serialized) struct ThreeDevicesTests {
    @Test func `three devices of one person lose one and go on`() throws {
        let story = try Story()
        try whileOthersAreDown(story)
        try untilItIsLost(story)
        let before = try Dictionary(
            uniqueKeysWithValues: story.honest.map { ($0.name, try $0.contents("#before")) })

        let copy = try story.copyOfTheLaptop()
        try story.phone.weft("device", "revoke", "laptop", "--force").succeeds()
        try until("the tablet has heard of it", within: Story.patience) {
            try story.tablet.devices().contains("laptop revoked")
        }
        for person in [story.phone, story.tablet] {
            try story.keepAll(on: person, "\(Story.secret) of \(person.name)", tag: "after")
        }
        try story.keepShared(on: story.ben, "\(Story.secret) of ben", tag: "after")
        try story.converges("after", private: 2, shared: 3)
        for thief in [story.laptop, copy] { try asThief(thief, story) }

        for person in story.honest {
            #expect(try person.contents("#before") == before[person.name])
            #expect(try person.count("title:\(Story.forged)") == 0)
            #expect(try !person.holds(Story.forged))
            #expect(try person.holds(Story.secret))
        }
        try story.laptop.up()
        try goingOn(story)
        try withAnotherOne(story)
    }

    // What one device stores reaches all, whichever were down in between.
    private func whileOthersAreDown(_ story: Story) throws {
        let (phone, laptop, tablet) = (story.phone, story.laptop, story.tablet)
        try story.keepAll(on: phone, "all are up", tag: "before")
        try laptop.down()
        try story.keepAll(on: tablet, "without the laptop", tag: "before")
        try until("the phone has the tablet's links", within: Story.patience) {
            try phone.count("#before") == 6
        }
        try tablet.down()
        try laptop.up()
        try story.keepAll(on: laptop, "without the tablet", tag: "before")
        try until("the phone has the laptop's links", within: Story.patience) {
            try phone.count("#before") == 9
        }
        try phone.down()
        try tablet.up()
        try story.keepShared(on: tablet, "without the phone", tag: "before")
        try phone.up()

        for device in [phone, laptop, tablet] {
            try until("everything is on \(device.name)", within: Story.patience) {
                try device.count("#before") == 11
            }
            #expect(try device.contents("#before") == phone.contents("#before"))
        }
        try until("what is shared is at Ben's") { try story.ben.count("#before") == 8 }
        #expect(try story.ben.count("in:group:lab") == 4)
    }

    // The laptop is in touch for the last time; then it stores something that nobody receives.
    private func untilItIsLost(_ story: Story) throws {
        let (phone, laptop, tablet) = (story.phone, story.laptop, story.tablet)
        try tablet.down()
        try story.keepAll(on: laptop, "in touch once more", tag: "before")
        try until("they are on the phone and at Ben's", within: Story.patience) {
            try phone.count("#before") == 14 && story.ben.count("#before") == 10
        }
        for other in [phone, story.ben] { try other.down() }
        try story.keepAll(on: laptop, "\(Story.forged) and unheard", tag: "before")
        try laptop.down()
        for other in [phone, story.ben, tablet] { try other.up() }

        try until("they are on the tablet too", within: Story.patience) {
            try tablet.count("#before") == 14
        }
        #expect(try tablet.contents("#before") == phone.contents("#before"))
        try until("the phone sees the tablet", within: Story.patience) {
            try phone.devices() == ["phone this one", "laptop offline", "tablet connected"]
        }
    }

    // The thief with the laptop's keys writes everywhere before learning that the keys are void,
    // and then offers it to everybody in reach.
    private func asThief(_ thief: Person, _ story: Story) throws {
        for other in story.honest { try other.down() }
        try thief.up()
        try story.keepAll(on: thief, "\(Story.forged) by \(thief.name)", tag: "thief")
        for place in ["private", "friends", "group"] {
            let url = Story.url("phone", "all are up", place)
            try thief.weft("edit", url, "--title", "\(Story.forged) instead").succeeds()
        }
        for other in story.honest { try other.up() }
        for other in story.honest {
            // It may be linked already.
            _ = try thief.weft("connect", other.address)
        }
        try until("the thief has met everybody", within: Story.patience) {
            let links = try thief.weft("peers", "--plain").succeeds().out.split(separator: "\n")
            // Once it has received its revocation, it has nothing in common with them any more.
            return links.count { $0.contains("\tin sync\t") || $0.contains("\twaiting\t") } == 3
        }
        _ = try thief.weft("sync", "--wait", "2")
        try thief.weft("add", "https://late.example/")
            .fails(5, saying: "this device was revoked", "weft export")
        // What is stored now reaches the others, and would have reached the thief.
        try story.keepAll(on: story.phone, "\(Story.secret) beside \(thief.name)", tag: "beside")
        try story.converges("beside title:\(thief.name)", private: 1, shared: 1)

        #expect(try thief.holds(Story.forged))
        #expect(try thief.count("title:\(Story.secret)") == 0)
        #expect(try !thief.holds(Story.secret))
        // The other copy has the same keys: only one of the two is linked at a time.
        try thief.down()
    }

    private func goingOn(_ story: Story) throws {
        let (phone, tablet, ben) = (story.phone, story.tablet, story.ben)
        let edits: [(by: Person, url: String, seenBy: [Person])] = [
            (phone, Story.url("phone", "all are up", "friends"), [tablet, ben]),
            (phone, Story.url("laptop", "without the tablet", "friends"), [tablet, ben]),
            (tablet, Story.url("laptop", "in touch once more", "private"), [phone]),
            (tablet, Story.url("laptop", "in touch once more", "group"), [phone, ben]),
            (ben, Story.url("tablet", "without the laptop", "group"), [phone, tablet]),
        ]
        for (number, edit) in edits.enumerated() {
            let title = "renamed\(number) by \(edit.by.name)"
            try edit.by.weft("edit", edit.url, "--title", title).succeeds()
            for other in edit.seenBy {
                try until("\(title) shows at \(other.name)'s", within: Story.patience) {
                    try other.count("title:renamed\(number)") == 1
                }
            }
        }
        #expect(try !story.laptop.holds("renamed"))
        #expect(
            try phone.devices() == ["phone this one", "laptop revoked", "tablet connected"])
        #expect(
            try tablet.devices() == ["tablet this one", "laptop revoked", "phone connected"])
    }

    // A new device with the lost one's name, paired by the tablet, which has no root key.
    private func withAnotherOne(_ story: Story) throws {
        let (phone, tablet) = (story.phone, story.tablet)
        let request = try story.house.newcomer("other").weft("init", "--pair", "--json")
        try tablet.weft("device", "pair", request.text("request"))
            .fails(2, saying: "the root key is not on this device", "--phrase-stdin")
        let next = try story.house.device(
            "laptop", pairedWith: tablet, phrase: story.phrase,
            root: "\(story.house.path)/next")

        try until("everything is on the new one", within: Story.patience) {
            try next.contents("") == phone.contents("")
        }
        #expect(try next.count("#before") == 14)
        #expect(try next.count("title:\(Story.forged)") == 0)
        try story.keepAll(on: next, "of the new one", tag: "next")
        try story.converges("next", private: 1, shared: 1)
        #expect(
            try next.devices().sorted()
                == ["laptop revoked", "laptop this one", "phone offline", "tablet connected"])
        #expect(
            try tablet.devices().sorted()
                == ["laptop connected", "laptop revoked", "phone connected", "tablet this one"])
        try phone.weft("connect", next.address).succeeds()
        try until("the phone meets it", within: Story.patience) {
            try phone.devices().contains("laptop connected")
        }
        #expect(try !story.laptop.holds(Story.secret))
    }

    @Test func `a thief's writes on unaware devices are taken back when those learn of the theft`()
        throws
    {
        let story = try Story()
        let (phone, laptop, tablet, ben) = (story.phone, story.laptop, story.tablet, story.ben)
        let mallory = try story.house.node("mallory")
        for device in [phone, laptop, tablet] {
            try story.keepAll(on: device, "honest", tag: "before")
        }
        try story.converges("before", private: 3, shared: 3, also: [laptop])
        let before = try story.honest.map { try $0.contents("") }
        for other in [laptop, tablet, ben] { try other.down() }
        try phone.weft("device", "revoke", "laptop", "--force").succeeds()
        try phone.down()
        for other in [laptop, tablet, ben] { try other.up() }

        try laptop.weft("connect", tablet.address).succeeds()
        try story.keepAll(on: laptop, Story.forged, tag: "thief")
        for place in ["private", "friends", "group"] {
            let url = Story.url("phone", "honest", place)
            try laptop.weft("edit", url, "--title", "\(Story.forged) instead").succeeds()
        }
        try laptop.weft("rm", Story.url("tablet", "honest", "private")).succeeds()
        try laptop.weft("unshare", Story.url("tablet", "honest", "friends")).succeeds()
        let invitation = try laptop.weft("group", "invite", "lab", "--json").text("text")
        try mallory.weft("join", invitation).succeeds()
        try mallory.weft(
            "add", "https://m.example/", "--title", Story.forged, "--audience", "group:lab"
        ).succeeds()
        try until("it shows, as nobody has heard", within: Story.patience) {
            try tablet.count("title:\(Story.forged)") == 7
                && ben.count("title:\(Story.forged)") == 5
        }
        try laptop.weft("friend", "rm", "ben", "--force").succeeds()
        try until("the tablet has no friend", within: Story.patience) {
            try tablet.weft("friend", "ls", "--plain").succeeds().out.isEmpty
        }
        try phone.up()

        // Successive verdicts on one audience are folded a minute apart.
        for (person, contents) in zip(story.honest, before) {
            try until("all is as it was at \(person.name)'s", within: .seconds(200)) {
                try person.contents("") == contents
            }
            #expect(
                try person.weft("group", "members", "lab", "--plain").succeeds().out
                    .split(separator: "\n").count == 2)
        }
        try story.keepAll(on: phone, "\(Story.secret) of phone", tag: "after")
        try story.keepShared(on: ben, "\(Story.secret) of ben", tag: "after")
        try story.converges("after", private: 1, shared: 2)
        for other in [laptop, mallory] {
            _ = try other.weft("sync", "--wait", "2")
            #expect(try other.holds(Story.forged))
            #expect(try !other.holds(Story.secret))
        }
    }
}

/// Ana's phone, laptop and tablet; Ben, who is Ana's friend and an editor of Ana's group.
private struct Story {
    /// Part of every title that the thief must not see.
    static let secret = "quagga"
    /// Part of every title that the thief writes.
    static let forged = "changeling"
    static let patience = Duration.seconds(30)

    let house: Household
    let phone: Person
    let laptop: Person
    let tablet: Person
    let ben: Person
    /// Ana's recovery phrase of 24 words.
    let phrase: String

    var honest: [Person] { [phone, tablet, ben] }

    init() throws {
        house = try Household()
        phone = house.newcomer("phone")
        let made = try phone.weft("init", "--name", "ana", "--json").succeeds()
        phrase =
            try #require(made.json()["recovery_phrase"] as? [String])
            .joined(separator: " ") + "\n"
        try phone.up()
        let id = try #require(
            phone.weft("device", "ls", "--plain").out.split(separator: "\t").first)
        try phone.weft("device", "rename", String(id), "phone").succeeds()
        ben = try house.node("ben")
        try befriend(phone, ben)
        try phone.weft("group", "new", "lab").succeeds()
        let invitation = try phone.weft("group", "invite", "lab", "--json").text("text")
        try ben.weft("join", invitation).succeeds()
        laptop = try house.device("laptop", pairedWith: phone)
        tablet = try house.device("tablet", pairedWith: phone)
        for person in [laptop, tablet, ben] {
            // A device knows of the group before it knows that it may write there.
            try until("\(person.name) is in the group", within: Self.patience) {
                let groups = try person.weft("group", "ls", "--json").succeeds().json()["items"]
                let states = (groups as? [[String: Any]])?.map { $0["state"] as? String }
                return states == ["member"]
            }
        }
    }

    /// Copies the profile, as somebody with the disk can.
    func copyOfTheLaptop() throws -> Person {
        let copy = house.newcomer("copy")
        try FileManager.default.copyItem(atPath: laptop.root, toPath: copy.root)
        return copy
    }

    static func url(_ name: String, _ title: String, _ place: String) -> String {
        let words = title.split(separator: " ").joined(separator: "-")
        return "https://\(name)-\(place).example/\(words)"
    }

    /// Stores three links: a private one, one for friends and one in the group.
    func keepAll(on person: Person, _ title: String, tag: String) throws {
        try keep(title, "private", in: "private", on: person, tag)
        try keepShared(on: person, title, tag: tag)
    }

    /// Stores two links: one for friends and one in the group.
    func keepShared(on person: Person, _ title: String, tag: String) throws {
        try keep(title, "friends", in: "friends", on: person, tag)
        try keep(title, "group", in: "group:lab", on: person, tag)
    }

    private func keep(
        _ title: String, _ place: String, in audience: String, on person: Person, _ tag: String
    ) throws {
        try person.weft(
            "add", Self.url(person.name, title, place), "--title", title, "-t", tag,
            "--audience", audience
        ).succeeds()
    }

    /// Waits until that many private links and pairs of shared ones with the tag are on Ana's
    /// devices, and the pairs on Ben's.
    func converges(
        _ query: String, private own: Int, shared: Int, also others: [Person] = []
    ) throws {
        for device in [phone, tablet] + others {
            try until("all of #\(query) is on \(device.name)", within: Self.patience) {
                try device.count("#\(query)") == own + 2 * shared
            }
        }
        try until("all of #\(query) is at Ben's", within: Self.patience) {
            try ben.count("#\(query)") == 2 * shared
        }
    }
}

extension Person {
    /// Whether `word` is in a file of the profile, including the database and its log.
    fileprivate func holds(_ word: String) throws -> Bool {
        let files = FileManager.default.enumerator(atPath: root)
        var isDatabaseSeen = false
        while let file = files?.nextObject() as? String {
            guard files?.fileAttributes?[.type] as? FileAttributeType == .typeRegular else {
                continue
            }
            isDatabaseSeen = isDatabaseSeen || file.hasSuffix("weft.sqlite-wal")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(file)"))
            if bytes.range(of: Data(word.utf8)) != nil { return true }
        }
        guard isDatabaseSeen else { throw Failed("there is no database at \(name)'s") }
        return false
    }
}
