import API
import Domain

/// The settings about files, and about room for what others write, as people type and read them.
enum FileSettings {
    /// `10GiB`, which can be typed again.
    static func quota(_ settings: SettingsJSON) -> String {
        ByteCount.typed(settings.filesQuotaBytes)
    }

    /// Reads `10GiB`.
    static func quota(_ text: String) throws -> ChangeSettings {
        ChangeSettings(filesQuotaBytes: try room(text, fix: "weft config set files.quota 10GiB"))
    }

    /// Reads `256MiB`.
    static func authorQuota(_ text: String) throws -> ChangeSettings {
        ChangeSettings(
            authorQuotaBytes: try room(text, fix: "weft config set author.quota 256MiB"))
    }

    private static func room(_ text: String, fix: String) throws -> Int {
        guard let bytes = ByteCount.read(text) else {
            throw Failure(.usage, "\"\(text.prefix(80))\" is not a size", fix: fix)
        }
        return bytes
    }

    /// Reads `on-demand` and `always`.
    static func originals(_ text: String) throws -> ChangeSettings {
        guard let coming = BlobFetchPolicy(rawValue: text) else {
            throw Failure(
                .usage, "\"\(text.prefix(80))\" is not on-demand or always",
                fix: "weft config set files.originals on-demand")
        }
        return ChangeSettings(filesOriginals: coming)
    }

    /// The lines of `status` about a disk that is nearly full, and about people who have written as much as they may.
    static func roomLines(of status: StatusJSON) -> [TerminalText] {
        let room: [TerminalText] =
            status.roomProblem.map { ["\("!", .notable) \($0): free some space"] } ?? []
        return room
            + (status.filledShares ?? []).map { share -> TerminalText in
                let quota = ByteCount.typed(share.quotaBytes)
                return "\("!", .notable) @\(share.name) has used their \(quota) in "
                    + "\(share.audience); nothing more from them is accepted there: \(share.fix)"
            }
    }

    /// The lines of `status` about files; nothing if there are none.
    static func lines(of status: StatusJSON) -> [TerminalText] {
        guard let files = status.files else { return [] }
        let used = ByteCount.shown(UInt64(max(0, files.usedBytes)))
        let quota = ByteCount.shown(UInt64(max(0, files.quotaBytes)))
        var line: TerminalText = "files take \(used) of \(quota)"
        if files.missing > 0 { line = line + ", \(Counted.words(files.missing, "file")) missing" }
        guard files.full else { return [line] }
        return [
            line,
            "\("!", .notable) no space for missing files: weft config set files.quota 20GiB",
        ]
    }
}
