import API
import Domain
import Node
import Primitives

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Everything `weft doctor` looks at: first what lies on this machine, then what the node says.
struct DoctorChecks {
    let profile: Profile
    let client: Client

    private static let freeBytesLow: UInt64 = 1 << 30
    /// Free bytes of the disk below which it is a failure: the node stops writing soon.
    private static let freeBytesMin: UInt64 = 100 << 20

    func findings() -> [Finding] {
        [settings(), keys(), folders(), socket(), disk(), database(), Self.clock(at: time(nil))]
            + node()
    }

    private func settings() -> Finding {
        do throws(NodeError) {
            let settings = try ProfileSettings.read(from: profile)
            return Finding(.ok, "profile", "\(profile.name), named \(settings.name)")
        } catch {
            return Finding("profile", error)
        }
    }

    private func keys() -> Finding {
        do throws(KeystoreError) {
            let keys = try Keystore.open(in: profile)
            let root = keys.phraseSeed == nil ? "; the root key is not here" : ""
            return Finding(.ok, "keys", "intact, readable only by you\(root)")
        } catch .locked {
            return Finding(.ok, "keys", "protected by a passphrase, readable only by you")
        } catch {
            return Finding("keys", error.explanation)
        }
    }

    private func folders() -> Finding {
        do throws(NodeError) {
            for path in [profile.dataDirectory, profile.stateDirectory, profile.runtimeDirectory] {
                try PrivateDirectory.check(path)
            }
            return Finding(.ok, "folders", "readable only by you")
        } catch {
            return Finding("folders", error)
        }
    }

    private func socket() -> Finding {
        do throws(NodeError) {
            try SocketPath.check(profile.socketPath)
            let count = profile.socketPath.utf8.count
            return Finding(.ok, "socket", "path length \(count) of \(SocketPath.bytesMax) bytes")
        } catch {
            return Finding("socket", error)
        }
    }

    private func disk() -> Finding {
        guard let free = DiskSpace(of: profile.dataDirectory)?.free else {
            return Finding(.warning, "disk", "free space cannot be read", fix: "weft init")
        }
        let text = "\(ByteCount.shown(free)) free"
        if free < Self.freeBytesMin {
            return Finding(.failure, "disk", text, fix: "free some space; the node stops writing")
        }
        if free < Self.freeBytesLow {
            return Finding(.warning, "disk", text, fix: "free some space soon")
        }
        return Finding(.ok, "disk", text)
    }

    private func database() -> Finding {
        do throws(NodeError) {
            try PrivateFile.check(profile.databasePath)
        } catch {
            return Finding("database", error)
        }
        var facts = stat()
        guard lstat(profile.databasePath, &facts) == 0 else {
            return Finding(.ok, "database", "not created yet; the first weft up creates it")
        }
        return Finding(.ok, "database", ByteCount.shown(UInt64(facts.st_size)))
    }

    /// Stamps outside these years are void for everybody (docs/reference/wire.md).
    static func clock(at seconds: Int) -> Finding {
        let years = 1_577_836_800..<7_258_118_400
        guard years.contains(seconds) else {
            return Finding(
                .failure, "clock", "the year is not between 2020 and 2200",
                fix: "set the clock; other nodes reject what you write now")
        }
        return Finding(.ok, "clock", Timestamp.text(WallTime(milliseconds: UInt64(seconds) * 1000)))
    }

    private func node() -> [Finding] {
        do {
            let status = try client.ask(ShowStatus())
            return [Finding(.ok, "node", "answers on \(profile.socketPath)")]
                + [version()] + Self.findings(in: status) + [try search(status), try friends()]
        } catch let failure as Failure {
            return [Finding(.failure, "node", failure.what, fix: failure.fix)]
        } catch {
            return [Finding(.failure, "node", "\(error)")]
        }
    }

    /// The findings in the node's own status.
    static func findings(in status: StatusJSON) -> [Finding] {
        var findings: [Finding] = []
        if let reason = status.readOnlyReason {
            findings.append(
                Finding(
                    .failure, "writing", "read-only: \(reason)",
                    fix: status.readOnlyFix
                        ?? "free some space or repair the disk; the node retries by itself"))
        } else {
            findings.append(Finding(.ok, "writing", "the node can write"))
        }
        if let found = status.foundTwiceAt {
            findings.append(
                Finding(
                    .warning, "copies", "a second copy of this node's data was found on \(found)",
                    fix: "use only one copy; on the other computer run weft init --pair"))
        }
        for peer in status.peers where peer.state == "differs" {
            findings.append(
                Finding(
                    .failure, "agreement",
                    "\(peer.name) has the same operations as this node but a different state",
                    fix: Status.differenceFix))
        }
        if let damaged = status.damagedDeltas {
            let alone = status.damagedOnlyHere ?? 0
            findings.append(
                Finding(
                    .failure, "log",
                    "\(Counted.words(damaged, "delta")) of the log damaged on disk"
                        + (alone > 0 ? "; \(alone) of them with no known copy elsewhere" : ""),
                    fix: Status.damageFix))
        }
        if status.listeningOn != nil {
            findings.append(Finding(.ok, "port", StatusCommand.door(status)))
        } else {
            findings.append(
                Finding(
                    .warning, "port", "not listening; the node only dials",
                    fix: "weft down, then weft up --listen 0.0.0.0:7433"))
        }
        findings.append(lan(status))
        return findings
    }

    /// Whether friends on the same network are found. Not to look is a choice, and no finding.
    private static func lan(_ status: StatusJSON) -> Finding {
        guard let networks = status.networks else {
            return Finding(.ok, "lan", "local discovery is off")
        }
        let near = status.peers.count { $0.near && $0.endReason == nil }
        let places = Counted.words(networks, "network")
        guard networks > 0 else {
            return Finding(
                .ok, "lan", "no network for local discovery, or no connections accepted there")
        }
        return Finding(.ok, "lan", "discovery on \(places), \(near) connected")
    }

    /// The index of words follows behind every write: only one that stands still is a finding.
    private func search(_ status: StatusJSON) throws -> Finding {
        guard status.unindexed > 0 else { return Finding(.ok, "search", "everything is indexed") }
        sleep(1)
        let now = try client.ask(ShowStatus()).unindexed
        return Self.search(unindexed: now, before: status.unindexed)
    }

    /// Judges how many things are not searchable, by that number and the one of a second before.
    static func search(unindexed: Int, before: Int) -> Finding {
        let text = "not indexed yet: \(Counted.words(unindexed, "thing"))"
        guard unindexed > 0, unindexed >= before else {
            return Finding(.ok, "search", unindexed == 0 ? "everything is indexed" : text)
        }
        return Finding(
            .warning, "search", text, fix: "check again in a minute; then weft down, weft up")
    }

    private func version() -> Finding {
        guard let (theirs, _) = try? client.send(ShowVersion()) else {
            // A node without this question is older than the command: that is the finding.
            return Finding(
                .warning, "version", "the node does not report its version",
                fix: "weft down, then weft up")
        }
        guard theirs.version == Weft.version else {
            return Finding(
                .warning, "version", "the node is \(theirs.version), this is \(Weft.version)",
                fix: "weft down, then weft up")
        }
        return Finding(.ok, "version", "\(theirs.version)")
    }

    private func friends() throws -> Finding {
        let friends = try client.ask(ListFriends()).items
        let waiting = friends.filter { !$0.mutual }.map { "@" + $0.name }
        guard waiting.isEmpty else {
            return Finding(
                .warning, "friends", "\(waiting.joined(separator: ", ")) have not added you yet",
                fix: "send them your ticket: weft id")
        }
        let text = friends.isEmpty ? "no friends yet" : "\(friends.count), all of them mutual"
        return Finding(.ok, "friends", text)
    }
}
