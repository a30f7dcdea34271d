import Testing

/// A line that breaks a rule, and a similar one that does not.
struct Example: CustomTestStringConvertible, Sendable {
    let rule: Rule
    /// The folder of both.
    let place: String
    let offends: String
    let keeps: String
    /// The path of the offender, if the path is the offence.
    var offendingPath: String?

    var testDescription: String { "\(place): \(offends.prefix(60))" }

    static let all =
        imports + ambient + concurrency + iteration + queries + form + foreign + pronouns

    private static let imports: [Example] = [
        imports("Sources/CRDT", "import Wire", "package import Primitives"),
        imports("Sources/Wire", "import Domain", "import CRDT"),
        imports("Sources/Store", "@preconcurrency import UV", "import GRDB"),
        imports("Sources/Wire", "import CSodium", "import Sodium"),
        imports("Sources/API", "import Foundation", "import FoundationEssentials"),
        imports("Sources/Sync", "import FoundationEssentials", "// import Foundation"),
        imports("Sources/Node", "import Synchronization", "import Glibc"),
        imports("Sources/Node", "import struct NIOCore.ByteBuffer", "import Logging"),
        imports("Sources/Node", "import HummingbirdCore", "import Logging"),
        imports("Sources/Gateway", "import Leftpad", "import Hummingbird"),
        imports("Simulations/Simulator", "import UV", "import Sync"),
        imports("Simulations/bench", "import GRDB", "import Simulator"),
        imports("Sources/CRDT", "import CRDT", "let text = \"import CRDT\""),
        Example(
            rule: .importsPointDown, place: "Sources/CRDT", offends: "", keeps: "",
            offendingPath: "Sources/Attic/File.swift"),
        Example(
            rule: .noSynchronization, place: "Tests/UVTests", offends: "import Synchronization",
            keeps: "import Testing"),
    ]

    private static let ambient: [Example] = [
        ambient("let now = Date()", "let now = Date(seconds: 3)"),
        ambient("let now = Foundation.Date( )", "// Date()"),
        ambient("let id = UUID()", "let id = \"UUID()\""),
        ambient("var dice = SystemRandomNumberGenerator()", "var dice = Dice(seed: 1)"),
        ambient("let n = Int.random(in: 1...6)", "let n = Int.random(in: 1...6, using: &dice)"),
        ambient("let n = all.randomElement()", "let n = all.randomElement(using: &dice)"),
        ambient("let n = all.shuffled()", "let n = all\n    .shuffled(using: &dice)"),
        ambient("all.shuffle()", "all.shuffle(using: &dice)"),
        ambient("send(all.shuffled(), to: a)", "send(dice.shuffle(all), to: a)"),
        ambient("let clock = ContinuousClock()", "let clock: Instant"),
        ambient("let clock = SuspendingClock.now", "let clock = now"),
        ambient("sort(a.hashValue)", "func hash(into hasher: inout Hasher) {}"),
        ambient("var hasher = Hasher()", "let hashed = Hash(bytes)"),
        ambient("order(ObjectIdentifier(a))", "order(a.id)"),
        ambient("clock_gettime(CLOCK_REALTIME, &spec)", "clock.gettime()"),
        ambient("let now = time(nil)", "let now = time(of: event)"),
        ambient("let text = \"at \\(Date())\"", "let text = \"at \\(now)\""),
    ]

    private static let concurrency: [Example] = [
        Example(
            rule: .noConcurrency, place: "Sources/Sync", offends: "Task { step() }",
            keeps: "struct Task { let name: String }"),
        Example(
            rule: .noConcurrency, place: "Sources/Sync", offends: "Task.detached { }",
            keeps: "task.detach()"),
        Example(
            rule: .noConcurrency, place: "Simulations/Simulator",
            offends: "func settle() async throws {}", keeps: "func settle() throws {}"),
        Example(
            rule: .noConcurrency, place: "Sources/Store", offends: "let row = await read()",
            keeps: "let row = read()  // no await"),
        Example(
            rule: .noConcurrency, place: "Sources/Domain", offends: "package actor Inbox {}",
            keeps: "let actor = person"),
        Example(
            rule: .onlyCommandsPrint, place: "Sources/Node", offends: "print(\"hello\")",
            keeps: "output.print(\"hello\")"),
        Example(
            rule: .onlyCommandsPrint, place: "Sources/weft", offends: "print(1)",
            keeps: "print(\"hello\")", offendingPath: "Sources/Sync/File.swift"),
    ]

    private static let form: [Example] = [
        Example(
            rule: .noSuddenDeath, place: "Sources/weft", offends: "let a = try! read()",
            keeps: "let a = try read() // never try!"),
        Example(
            rule: .noSuddenDeath, place: "Simulations/bench", offends: "fatalError(\"no\")",
            keeps: "precondition(a.count == 32, \"fatalError(no)\")"),
        Example(
            rule: .nothingUnfinished, place: "Sources/CRDT", offends: "// TODO: merge",
            keeps: "// Merged."),
        Example(
            rule: .nothingUnfinished, place: "Sources/CRDT", offends: "let a = 1  // FIXME",
            keeps: "let TODOS = 1"),
        Example(
            rule: .testsCompileInDebug, place: "Tests/CRDTTests",
            offends:
                "init() throws {\nfunc f() throws -> Int { try #require(g()) }\na = try f()\n}",
            keeps:
                "init() throws {\na = try #require(g())\n}\nfunc f() throws { try #require(g()) }"),
        Example(
            rule: .namesSayWhat, place: "Sources/CRDT", offends: "", keeps: "",
            offendingPath: "Sources/CRDT/ByteUtils.swift"),
        Example(
            rule: .namesSayWhat, place: "Sources/Sodium", offends: "", keeps: "",
            offendingPath: "Sources/Shared/Secret.swift"),
        Example(
            rule: .namesSayWhat, place: "Sources/Sync", offends: "", keeps: "",
            offendingPath: "Sources/Sync/Peer+Helpers.swift"),
        Example(
            rule: .nothingPublic, place: "Sources/CRDT", offends: "public struct Dot {}",
            keeps: "enum Kind { case friends, public\n\n    func name() {} }"),
        Example(
            rule: .nothingPublic, place: "Sources/Node", offends: "public import Sync",
            keeps: "let kind = Kind.public\nlet a = 1"),
    ]

    private static let pronouns: [Example] = [
        pronoun(
            "// Who leaves keeps what he had.", "// The hero of this theory shares others' things."),
        pronoun("/// Herself: the node's own key.", "/// Höhe, here, hersh"),
        pronoun("let his = try cluster.friends(of: person)", "let histogram = sheriff"),
        pronoun("@Test func `HIM`() {}", "let she_ = he1"),
        Example(
            rule: .peopleAreThey, place: "Tests/SyncTests", offends: "text = \"she's away\"",
            keeps: "text = \"they are away\""),
    ]

    private static let foreign: [Example] = [
        foreign("let a = place..<end", "let a = Range(from: place, to: end)"),
        foreign("return bytes[4..<4 + count]", "return bytes.slice(from: 4, count: count)"),
        foreign("let a = bytes[start...]", "let a = block[..<100] + block[4...] + block[...]"),
        foreign("for a in 0..<count {}", "for a in stride(from: 0, to: count, by: 1) {}"),
        foreign("case 1...last: f()", "case 0x01, 0xD0...0xD8: f()"),
        foreign("let a = bytes.reduce(0) { $0 << 8 | Int($1) }", "let a = value << 3 | 1"),
        Example(
            rule: .foreignNumbersAreChecked, place: "Sources/Interchange", offends: "a..<b",
            keeps: "a..<b", offendingPath: "Sources/Interchange/Tar.swift"),
    ]

    private static func foreign(_ offends: String, _ keeps: String) -> Example {
        Example(
            rule: .foreignNumbersAreChecked, place: "Sources/Interchange/Photo", offends: offends,
            keeps: keeps)
    }

    private static func pronoun(_ offends: String, _ keeps: String) -> Example {
        Example(rule: .peopleAreThey, place: "Sources/Sync", offends: offends, keeps: keeps)
    }

    private static func imports(_ place: String, _ offends: String, _ keeps: String) -> Example {
        Example(rule: .importsPointDown, place: place, offends: offends, keeps: keeps)
    }

    private static func ambient(_ offends: String, _ keeps: String) -> Example {
        Example(rule: .noAmbientInput, place: "Sources/Sync", offends: offends, keeps: keeps)
    }
}
