// swift-tools-version: 6.2
import PackageDescription

// Every target: Swift 6 mode, warnings are errors, a dependency is visible only where it is imported.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Tests reach a room's inside in the one release build (docs/decisions/0001).
    .unsafeFlags(["-enable-testing"]),
]

// Tests are compiled without optimisation in the same build, because the compiler takes the last of two
// -O flags. Nobody imports a test, so no compiler process of its own writes its module
// (docs/decisions/0065).
let tests = house + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

// Floors without C and without a database: no unsafe construct can appear in them.
let pure = house + [.strictMemorySafety()]

let package = Package(
    name: "weft",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "weft", targets: ["weft"]),
        .executable(name: "simulate", targets: ["simulate"]),
        .executable(name: "bench", targets: ["bench"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    ],
    targets: [
        // Floor 0: values without meaning, and the C libraries of the system.
        .target(name: "Primitives", swiftSettings: pure),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        .systemLibrary(
            name: "CLibuv", pkgConfig: "libuv",
            providers: [.apt(["libuv1-dev"]), .brew(["libuv"])]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // The page's files, as bytes of the program.
        .target(name: "CPage", exclude: ["files"]),

        .systemLibrary(
            name: "CIDN", pkgConfig: "libidn2",
            providers: [.apt(["libidn2-dev"]), .brew(["libidn2"])]),

        // Floor 1: change and merge; the doors to C.
        .target(name: "CRDT", dependencies: ["Primitives"], swiftSettings: pure),
        .target(
            name: "Sodium", dependencies: ["CSodium", "CCrypto", "Primitives"], swiftSettings: house
        ),
        .target(name: "UV", dependencies: ["CLibuv", "Primitives"], swiftSettings: house),
        .target(name: "IDN", dependencies: ["CIDN"], swiftSettings: house),
        .target(name: "Zlib", dependencies: ["CZlib"], swiftSettings: house),

        // Floor 2: what people keep, and bytes.
        .target(name: "Domain", dependencies: ["IDN", "CRDT", "Primitives"], swiftSettings: pure),
        .target(name: "Wire", dependencies: ["CRDT", "Sodium", "Primitives"], swiftSettings: pure),

        // Floor 3: the replica on disk.
        .target(
            name: "Store",
            dependencies: [
                "Domain", "Wire", "CRDT", "Sodium", "Primitives",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: house),

        // Floor 4: the engine; the two languages of the outside world.
        .target(
            name: "Sync",
            dependencies: ["Store", "Domain", "Wire", "CRDT", "Sodium", "Primitives"],
            swiftSettings: pure),
        .target(name: "API", dependencies: ["Domain", "CRDT", "Primitives"], swiftSettings: house),
        .target(
            name: "Interchange", dependencies: ["Domain", "CRDT", "Zlib", "Primitives"],
            swiftSettings: house),

        // Floor 5: the real shell, and its doors for people and programs.
        .target(
            name: "Node",
            dependencies: [
                "Sync", "Store", "Domain", "Wire", "CRDT", "Sodium", "UV", "Primitives",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .target(
            name: "Gateway",
            dependencies: [
                "API", "Interchange", "Domain", "CRDT", "Sodium", "CPage", "Primitives",
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),

        // Floor 6: the command.
        .executableTarget(
            name: "weft",
            dependencies: [
                "Node", "Gateway", "API", "Interchange", "Domain", "CRDT", "Primitives",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),

        // Simulations: the second shell, and commands for developers.
        .target(
            name: "Simulator",
            dependencies: [
                "Sync", "Store", "Domain", "Wire", "CRDT", "Sodium", "Primitives",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Simulations/Simulator", swiftSettings: house),
        .executableTarget(
            name: "simulate",
            dependencies: [
                "Simulator", "Domain", "CRDT", "Sodium", "Primitives",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Simulations/simulate", swiftSettings: house),
        .executableTarget(
            name: "bench",
            dependencies: [
                "Sync", "API", "Store", "Domain", "Wire", "CRDT", "Sodium", "UV", "Primitives",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Simulations/bench", swiftSettings: house),
        .executableTarget(
            name: "noise-peer", dependencies: ["Sync", "Sodium", "Primitives"],
            path: "Simulations/noise-peer", swiftSettings: house),

        // Tests: one target a room, and the house itself, whose lexer reads every source file.
        .target(name: "Laws", path: "Tests/Laws", swiftSettings: tests),
        .testTarget(name: "LawsTests", dependencies: ["Laws"], swiftSettings: tests),
        .testTarget(name: "HouseTests", swiftSettings: house),
        .testTarget(name: "PrimitivesTests", dependencies: ["Primitives"], swiftSettings: tests),
        .testTarget(
            name: "CRDTTests", dependencies: ["CRDT", "Primitives"], swiftSettings: tests),
        .testTarget(
            name: "SodiumTests", dependencies: ["Sodium", "Primitives"], swiftSettings: tests),
        .testTarget(name: "UVTests", dependencies: ["UV", "Primitives"], swiftSettings: tests),
        .testTarget(
            name: "DomainTests", dependencies: ["Laws", "Domain", "CRDT", "Primitives"],
            swiftSettings: tests),
        .testTarget(
            name: "WireTests", dependencies: ["Wire", "CRDT", "Sodium", "Primitives"],
            exclude: ["Golden"], swiftSettings: tests),
        .testTarget(
            name: "StoreTests",
            dependencies: ["Laws", "Store", "Wire", "Domain", "CRDT", "Sodium", "Primitives"],
            swiftSettings: tests),
        .testTarget(
            name: "SyncTests",
            dependencies: [
                "Laws", "Sync", "Store", "Wire", "Domain", "CRDT", "Sodium", "Primitives",
            ],
            exclude: ["Fixtures"], swiftSettings: tests),
        .testTarget(
            name: "InterchangeTests",
            dependencies: ["Interchange", "Domain", "CRDT", "Primitives"],
            exclude: ["Fixtures"], swiftSettings: tests),
        .testTarget(
            name: "APITests", dependencies: ["API", "Domain", "CRDT", "Primitives"],
            exclude: ["Golden"], swiftSettings: tests),
        .testTarget(
            name: "GatewayTests",
            dependencies: [
                "Gateway", "API", "Store", "Domain", "CRDT", "Sodium", "Primitives",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "NodeTests",
            dependencies: [
                "Node", "Sync", "UV", "Store", "Wire", "Domain", "CRDT", "Sodium", "Primitives",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "Laws", "Simulator", "Sync", "Store", "Domain", "CRDT", "Sodium", "Primitives",
            ],
            swiftSettings: tests),
        .testTarget(name: "AcceptanceTests", exclude: ["Fixtures"], swiftSettings: tests),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "weft", "Node", "API", "Domain", "CRDT", "Primitives",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: tests),
    ]
)

// `scripts/try ROOM` names a room here: then the package is that room, what it imports, and its tests.
// Dependencies on other packages stay as they are, so that switching rooms resolves nothing anew.
if let room = Context.environment["WEFT_ROOM"], !room.isEmpty {
    var wanted: Set<String> = []
    var waiting = [room, "\(room)Tests"]
    if room == "weft" { waiting.append("CommandTests") }
    if room == "Acceptance" { waiting.append("weft") }
    while let name = waiting.popLast() {
        guard let target = package.targets.first(where: { $0.name == name }),
            wanted.insert(name).inserted
        else { continue }
        for dependency in target.dependencies {
            if case .byNameItem(let below, _) = dependency { waiting.append(below) }
        }
    }
    precondition(!wanted.isEmpty, "WEFT_ROOM=\(room) names no target")
    package.targets.removeAll { !wanted.contains($0.name) }
    // Tests spend their time in these; file by file, a line costs little more with the optimiser.
    for target in package.targets where target.type == .regular {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
    }
    package.products.removeAll { !wanted.contains($0.name) }
}

// `scripts/fuzz` sets WEFT_FUZZ: then the package is its command and what that imports, all of it with
// libFuzzer's counters, and linked by lld, because gold does not link them.
if let fuzz = Context.environment["WEFT_FUZZ"], !fuzz.isEmpty {
    let rooms: Set = [
        "API", "Interchange", "Sync", "Store", "Domain", "Wire", "CRDT", "Sodium", "Primitives",
        "CSodium", "CCrypto", "IDN", "CIDN", "Zlib", "CZlib",
    ]
    package.targets.removeAll { !rooms.contains($0.name) }
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Simulations/CFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CFuzzer", "API", "Interchange", "Sync", "Store", "Domain", "Wire", "CRDT",
                "Sodium", "Primitives",
            ],
            path: "Simulations/fuzz", swiftSettings: house,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
    ]
    for target in package.targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer"])]
    }
    package.products = [.executable(name: "fuzz", targets: ["fuzz"])]
}
