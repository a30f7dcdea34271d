/// Something that reads bytes of others, to be called with any.
struct FuzzTarget: Sendable {
    /// By which `scripts/fuzz` is told to run it.
    let name: String
    /// What it reads and which laws it asks for, in a line.
    let about: String
    /// Inputs that are well-formed, from which libFuzzer begins.
    let seeds: @Sendable () -> [[UInt8]]
    /// Reads an input.
    ///
    /// - Returns: which law does not hold of it; nil if all do. A trap ends the process.
    let run: @Sendable ([UInt8]) -> String?

    /// A new target gets its line here; `scripts/fuzz` asks this list.
    static let all = [
        photo, archive, imports, form, page, message, deltas, payload, proof, segment, pasted,
        request, search, session,
    ]
}
