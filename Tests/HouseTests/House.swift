/// The layers and their allowed imports: docs/internals/architecture.md as a table.
enum House {
    private static let pureFloors = ["CRDT", "Primitives"]
    private static let belowNode = ["Sync", "Store", "Domain", "Wire", "Sodium"] + pureFloors

    /// Every target. A new one must be added here, otherwise its imports fail.
    static let rooms: [Room] = [
        Room("Primitives", floor: 0, imports: []),
        Room("CSodium", floor: 0, imports: []),
        Room("CLibuv", floor: 0, imports: []),
        Room("CCrypto", floor: 0, imports: []),
        Room("CIDN", floor: 0, imports: []),
        Room("CZlib", floor: 0, imports: []),
        Room("CPage", floor: 0, imports: []),
        Room("CFuzzer", floor: 0, imports: []),

        Room("CRDT", floor: 1, imports: ["Primitives"]),
        Room("Sodium", floor: 1, imports: ["CSodium", "CCrypto", "Primitives"]),
        Room("UV", floor: 1, imports: ["CLibuv", "Primitives"]),
        Room("IDN", floor: 1, imports: ["CIDN"]),
        Room("Zlib", floor: 1, imports: ["CZlib"]),

        Room("Domain", floor: 2, imports: ["IDN"] + pureFloors),
        Room("Wire", floor: 2, imports: ["Sodium"] + pureFloors),

        Room("Store", floor: 3, imports: ["Domain", "Wire", "Sodium"] + pureFloors),

        Room("Sync", floor: 4, imports: ["Store", "Domain", "Wire", "Sodium"] + pureFloors),
        Room("API", floor: 4, imports: ["Domain"] + pureFloors),
        Room("Interchange", floor: 4, imports: ["Domain", "Zlib"] + pureFloors),

        Room("Node", floor: 5, imports: ["UV"] + belowNode),
        Room(
            "Gateway", floor: 5,
            imports: ["API", "Interchange", "Domain", "Sodium", "CPage"] + pureFloors),
        Room("Simulator", floor: 5, imports: belowNode),

        Room(
            "weft", floor: 6,
            imports: ["Node", "Gateway", "API", "Interchange", "Domain"] + pureFloors),
        Room("simulate", floor: 6, imports: ["Simulator"] + belowNode),
        // Row 19 runs engines over the loopback by itself, because the node's API does not expose files yet.
        Room(
            "bench", floor: 6,
            imports: ["Simulator", "Node", "Gateway", "API", "Interchange", "UV"] + belowNode),
        Room("noise-peer", floor: 6, imports: belowNode),
        Room("wire-dump", floor: 6, imports: belowNode),
        Room("fuzz", floor: 6, imports: ["CFuzzer", "API", "Interchange"] + belowNode),
    ]

    /// The commands that simulate, measure and inspect.
    private static let benches = ["simulate", "bench", "noise-peer", "wire-dump", "fuzz"]
    private static let systemRooms =
        ["Sodium", "UV", "Node", "weft", "Gateway", "Simulator"] + benches

    /// Modules that are not ours, and the only targets that may import them.
    private static let outside: [Outside] = [
        // Interchange uses iconv: a file's encoding is independent of the system.
        Outside("Glibc", in: systemRooms + ["Interchange"]),
        Outside("Darwin", in: systemRooms),
        Outside(
            "FoundationEssentials",
            in: ["API", "Interchange", "Node", "Gateway", "weft", "Simulator"] + benches),
        // Makes `Operation` ambiguous and doubles the start-up time.
        Outside("Foundation", in: []),
        // Threads for worlds that run side by side; everything else waits in the loop or in a task.
        Outside("Dispatch", in: ["Simulator"]),
        // Its Mutex gives false reports under the thread sanitizer.
        Outside("Synchronization", in: []),
        Outside("GRDB", in: ["Store", "Simulator"]),
        Outside("GRDBSQLite", in: ["Store", "Simulator"]),
        Outside("HTTPTypes", in: ["Gateway"]),
        Outside("ArgumentParser", in: ["weft"] + benches),
        Outside("Logging", in: ["Node", "Gateway", "weft"]),
    ]

    static func room(named name: String) -> Room? {
        rooms.first { $0.name == name }
    }

    /// Returns who may import `module`; nil if that is undecided.
    static func importers(of module: String) -> [String]? {
        if module.hasPrefix("Hummingbird") { return ["Gateway"] }
        // The command uses HTTP over the socket with the library that the gateway is built on.
        if module.hasPrefix("NIO") { return ["Gateway", "weft"] }
        if room(named: module) != nil {
            return rooms.filter { $0.imports.contains(module) }.map(\.name)
        }
        return outside.first { $0.module == module }?.rooms
    }
}

/// A target: its layer and which of our modules it may import.
struct Room: Sendable {
    let name: String
    let floor: Int
    let imports: [String]

    init(_ name: String, floor: Int, imports: [String]) {
        self.name = name
        self.floor = floor
        self.imports = imports
    }
}

private struct Outside {
    let module: String
    let rooms: [String]

    init(_ module: String, in rooms: [String]) {
        self.module = module
        self.rooms = rooms
    }
}
