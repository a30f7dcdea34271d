/// Code that reads untrusted bytes, to be called with any input.
struct FuzzTarget: Sendable {
    /// The name by which `scripts/fuzz` runs it.
    let name: String
    /// What it reads and which laws it checks, in a line.
    let about: String
    /// Well-formed inputs, from which libFuzzer starts.
    let seeds: @Sendable () -> [[UInt8]]
    /// Reads an input.
    ///
    /// - Returns: the law that is broken; nil if all hold. A trap ends the process.
    let run: @Sendable ([UInt8]) -> String?

    /// A new target must be added here; `scripts/fuzz` uses this list.
    static let all = [
        photo, archive, imports, form, page, message, deltas, payload, proof, segment, pasted,
        request, search, session,
    ]
}
