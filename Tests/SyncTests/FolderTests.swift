import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// A directory without a disk, which is carried to everybody at once.
final class SharedFolder {
    var files: [String: [UInt8]] = [:]
    var written = 0

    /// The number of bytes in all files.
    var bytes: Int { files.values.reduce(0) { $0 + $1.count } }
}

/// A node that scans it: the test plays the shell.
final class FolderVisitor {
    let node: SyncNode
    let folder: SharedFolder
    private var number: Int64 = 0
    private var known: [String: (bytes: [UInt8], verdict: FolderVerdict)] = [:]
    /// Whether all writes fail.
    var isFull = false

    init(_ node: SyncNode, _ folder: SharedFolder, for names: String...) throws {
        self.node = node
        self.folder = folder
        let addressees = try names.map { try #require(Addressee(name: $0)) }
        try node.ask(
            .command(
                .addFolder(path: "/f", for: addressees.isEmpty ? [.everybody] : addressees)))
        guard case .folder(let made) = node.answers.last else { throw SyncNode.NotPaired() }
        number = Int64(made.number)
    }

    /// Runs one scan to its end.
    func look() throws {
        for name in folder.files.keys.sorted() {
            guard let bytes = folder.files[name], known[name]?.bytes != bytes else { continue }
            known[name] = (bytes, try read(bytes))
        }
        let names = folder.files.keys.sorted()
        let torn = names.count { known[$0]?.verdict == .damaged }
        var deed = try say(
            .looked(names: names, FolderScan(.working, files: names.count, torn: torn)))
        while true {
            switch deed {
            case .put(let name, let bytes):
                if isFull {
                    deed = try say(.failed("No space left on device"))
                    continue
                }
                folder.files[name] = bytes
                folder.written += 1
                known[name] = (bytes, .done)
            case .remove(let names): for name in names { folder.files[name] = nil }
            case .rest(let readsAgain):
                if readsAgain { known = known.filter { $0.value.verdict != .later } }
                return
            case .readOn, .leave: throw SyncNode.NotPaired()
            }
            deed = try say(.written)
        }
    }

    private func read(_ bytes: [UInt8]) throws -> FolderVerdict {
        var rest = bytes[...]
        var worst = FolderVerdict.done
        while !rest.isEmpty {
            guard let length = try? Segment.length(of: rest.prefix(Segment.markedBytes)),
                length <= rest.count
            else { return .damaged }
            guard case .readOn(let verdict) = try say(.segment(Array(rest.prefix(length)))) else {
                throw SyncNode.NotPaired()
            }
            if verdict != .done { worst = verdict }
            rest = rest.dropFirst(length)
        }
        return worst
    }

    private func say(_ news: FolderNews) throws -> FolderDeed {
        var effects = try node.step(.folder(number, news))
        for _ in 0..<10_000 {
            for case .folder(let place, let deed) in effects where place == number { return deed }
            effects = try node.step(.woken)
        }
        throw SyncNode.NotPaired()
    }

    /// Returns its status.
    func shown() throws -> CarriedFolder {
        guard case .folders(let folders) = try node.ask(.query(.folders())) else {
            throw SyncNode.NotPaired()
        }
        return try #require(folders.first)
    }
}

struct FolderTests {
    private func links(_ numbers: Range<Int>) -> [BookmarkDraft] {
        numbers.map { BookmarkDraft(url: "https://\($0).example", title: "link \($0)") }
    }

    /// Creates two friends and a folder that both scan.
    private static func sharing() throws -> (SyncPair, SharedFolder, [FolderVisitor]) {
        let (pair, folder) = (try SyncPair(), SharedFolder())
        return (
            pair, folder,
            [try FolderVisitor(pair.ana, folder), try FolderVisitor(pair.bob, folder)]
        )
    }

    /// Lets all scan in turn, until nobody writes anything any more; returns whether they settled.
    private func settle(_ visitors: [FolderVisitor]) throws -> Bool {
        for _ in 0..<20 {
            let before = visitors[0].folder.files
            for visitor in visitors {
                try visitor.look()
                visitor.node.now = visitor.node.now + .seconds(2)
            }
            if visitors[0].folder.files == before { return true }
        }
        return false
    }

    @Test func `two who never connect converge by a folder, and then it is quiet`() throws {
        let (pair, folder, visitors) = try Self.sharing()
        try pair.ana.keep(links(0..<30), in: .friends)
        try pair.bob.keep(links(50..<60), in: .friends)

        #expect(try settle(visitors))
        let quiet = folder.written
        #expect(try settle(visitors))

        #expect(try pair.ana.titles() == pair.bob.titles())
        #expect(try pair.ana.titles().count == 40)
        #expect(folder.written == quiet)
        // Each file states how far its node is in each audience, and nothing more.
        #expect(folder.files.values.allSatisfy { $0.count <= 8192 })
        #expect(try visitors[1].shown().taken > 0)
    }

    @Test func `what everybody has goes from there, and what comes later is short`() throws {
        let (pair, folder, visitors) = try Self.sharing()
        try pair.ana.keep(links(0..<400), in: .friends)
        try visitors[0].look()
        let full = folder.bytes

        #expect(try settle(visitors))
        let rest = folder.bytes
        try pair.ana.keep(links(400..<401), in: .friends)
        try visitors[0].look()

        #expect(rest < full)
        #expect(folder.bytes - rest <= 8192)
        #expect(try settle(visitors))
        #expect(try pair.bob.titles().count == 401)
    }

    @Test func `what was lost there is put there anew`() throws {
        let (pair, folder, visitors) = try Self.sharing()
        try pair.ana.keep(links(0..<5), in: .friends)
        try visitors[0].look()
        folder.files = [:]

        #expect(try settle(visitors))

        #expect(try pair.bob.titles().count == 5)
    }

    @Test func `whoever takes the files away all the time is not followed for long`() throws {
        let pair = try SyncPair()
        let folder = SharedFolder()
        let ana = try FolderVisitor(pair.ana, folder)
        try pair.ana.keep(links(0..<5), in: .friends)

        for _ in 0..<100 {
            try ana.look()
            folder.files = [:]
            pair.ana.now = pair.ana.now + .seconds(2)
        }

        // At first, and after pauses of 1, 2, 4 ... 128 seconds.
        #expect(folder.written <= 3 * 9)
    }

    @Test func `a file that is torn waits, and one that is foreign does no harm`() throws {
        let (pair, folder, visitors) = try Self.sharing()
        try pair.ana.keep(links(0..<5), in: .friends)
        try visitors[0].look()
        let whole = folder.files
        folder.files = whole.mapValues { Array($0.dropLast(100)) }
        folder.files["holiday.weft"] = Array("no segment at all".utf8)
        folder.files["empty.weft"] = []

        try visitors[1].look()
        let torn = try visitors[1].shown().scan.torn
        let before = try pair.bob.titles()
        for (name, bytes) in whole { folder.files[name] = bytes }
        #expect(try settle(visitors))

        #expect(torn == whole.count + 1)
        #expect(before.isEmpty)
        #expect(try pair.bob.titles().count == 5)
        #expect(try visitors[1].shown().scan.torn == 1)
        #expect(folder.files["holiday.weft"] != nil)
    }

    @Test func `whoever never looks leaves few files, and has all of it in the end`() throws {
        let pair = try SyncPair()
        let folder = SharedFolder()
        let ana = try FolderVisitor(pair.ana, folder)
        for number in 0..<60 {
            try pair.ana.keep(links(number..<number + 1), in: .friends)
            try ana.look()
            #expect(folder.files.count <= 40)
        }

        let bob = try FolderVisitor(pair.bob, folder)

        #expect(try settle([ana, bob]))
        #expect(try pair.bob.titles().count == 60)
    }

    @Test func `files of a stranger wait until they become a friend`() throws {
        let ana = try SyncNode(1, name: "Ana")
        let bob = try SyncNode(2, name: "Bob")
        try ana.add(friend: bob)
        try ana.keep(links(0..<3), in: .friends)
        let folder = SharedFolder()
        let visitors = [try FolderVisitor(ana, folder), try FolderVisitor(bob, folder)]
        #expect(try settle(visitors))
        let strangers = try visitors[1].shown().strangers

        try bob.add(friend: ana)
        #expect(try settle(visitors))

        #expect(strangers == [ana.owner.person])
        #expect(try bob.titles().count == 3)
        #expect(try visitors[1].shown().strangers.isEmpty)
    }

    @Test func `a folder for one friend has nothing for another`() throws {
        let pair = try SyncPair()
        let cleo = try SyncNode(3, name: "Cleo")
        try pair.ana.add(friend: cleo)
        try cleo.add(friend: pair.ana)
        try pair.ana.keep(links(0..<3), in: .friends)
        let folder = SharedFolder()
        let visitors = [
            try FolderVisitor(pair.ana, folder, for: "@Bob"), try FolderVisitor(pair.bob, folder),
            try FolderVisitor(cleo, folder),
        ]

        #expect(try settle(visitors))

        #expect(try pair.bob.titles().count == 3)
        #expect(try cleo.titles().isEmpty)
    }

    @Test func `of three who never connect each has everything of both others`() throws {
        let pair = try SyncPair()
        let cleo = try SyncNode(3, name: "Cleo")
        for other in [pair.ana, pair.bob] {
            try other.add(friend: cleo)
            try cleo.add(friend: other)
        }
        let folder = SharedFolder()
        var visitors: [FolderVisitor] = []
        for (place, node) in [pair.ana, pair.bob, cleo].enumerated() {
            try node.keep(links(place * 10..<place * 10 + 5), in: .friends)
            visitors.append(try FolderVisitor(node, folder))
        }

        #expect(try settle(visitors))

        #expect(try pair.ana.titles().count == 15)
        #expect(try pair.ana.titles() == pair.bob.titles())
        #expect(try cleo.titles() == pair.bob.titles())
    }

    @Test func `where nothing can be put it is said, and goes on later`() throws {
        let (pair, _, visitors) = try Self.sharing()
        try pair.ana.keep(links(0..<3), in: .friends)
        visitors[0].isFull = true
        try visitors[0].look()
        let scan = try visitors[0].shown().scan

        visitors[0].isFull = false
        #expect(try settle(visitors))

        #expect(scan.state == .unwritable && scan.why == "No space left on device")
        #expect(try pair.bob.titles().count == 3)
    }

    @Test func `that nothing can be put there is told once, and that it is over once it is`()
        throws
    {
        let (pair, _, visitors) = try Self.sharing()
        try pair.ana.keep(links(0..<3), in: .friends)
        visitors[0].isFull = true
        for _ in 0..<3 { try visitors[0].look() }
        let words = "the folder /f is unwritable"
        let before = warnings(pair.ana)

        visitors[0].isFull = false
        #expect(try settle(visitors))

        #expect(before == [.warning(words)])
        #expect(warnings(pair.ana) == [.warning(words), .warningCleared(words)])
    }

    @Test func `a stick that is out is told, and that it is in again`() throws {
        let (pair, _, visitors) = try Self.sharing()
        try visitors[0].look()

        for state in [FolderScan.State.missing, .missing, .unmarked, .working, .working] {
            try pair.ana.step(
                .folder(1, .looked(names: [], FolderScan(state))))
        }

        #expect(
            warnings(pair.ana) == [
                .warning("the folder /f is missing"),
                .warningCleared("the folder /f is missing"),
                .warning("the folder /f is unmarked"),
                .warningCleared("the folder /f is unmarked"),
            ])
    }

    @Test func `what is left alone fares ill no longer`() throws {
        let (pair, _, _) = try Self.sharing()
        try pair.ana.step(.folder(1, .looked(names: [], FolderScan(.missing))))

        try pair.ana.ask(.command(.removeFolder(number: 1)))

        #expect(warnings(pair.ana).last == .warningCleared("the folder /f is missing"))
    }

    private func warnings(_ node: SyncNode) -> [Notice] {
        node.announced.filter {
            switch $0 {
            case .warning, .warningCleared: true
            default: false
            }
        }
    }

    @Test func `what was withdrawn goes from there too`() throws {
        let pair = try SyncPair()
        let folder = SharedFolder()
        let ana = try FolderVisitor(pair.ana, folder)
        try pair.ana.keep(links(0..<20), in: .friends)
        try ana.look()
        let before = Set(folder.files.keys)
        try pair.ana.ask(
            .command(.unshare(.query("title:\"link 3\""), from: .friends)))
        for _ in 0..<60 {
            pair.ana.now = pair.ana.now + .seconds(1)
            try pair.ana.step(.woken)
        }
        try ana.look()
        try ana.look()

        let bob = try FolderVisitor(pair.bob, folder)
        #expect(try settle([ana, bob]))

        #expect(before.isDisjoint(with: folder.files.keys))
        #expect(try pair.bob.titles().count == 19)
    }

    @Test func `a person who leaves a folder takes their files along`() throws {
        let pair = try SyncPair()
        let folder = SharedFolder()
        let ana = try FolderVisitor(pair.ana, folder)
        try pair.ana.keep(links(0..<3), in: .friends)
        try ana.look()

        let effects = try pair.ana.engine.step(
            [.requested(RequestID(99), .command(.removeFolder(number: ana.shown().number)))],
            at: pair.ana.now, wall: pair.ana.wall)

        var gone: [String] = []
        for case .folder(_, .leave(let names)) in effects { gone += names }
        #expect(Set(gone) == Set(folder.files.keys))
        #expect(try pair.ana.ask(.query(.folders())) == .folders([]))
    }
}
