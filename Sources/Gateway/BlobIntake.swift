import API
import Domain
import Interchange
import NIOCore

/// A file on its way from the body of a request into the node, slice by slice.
struct BlobIntake {
    private let service: Service
    private let draft: BlobDraft
    private let use: BlobUse
    // Between two steps alone: a step that fails leaves none.
    private var filter: MetadataFilter?
    private var slice: [UInt8] = []
    private var count = 0
    private var isChecked = false
    /// The first bytes of it.
    private var head: [UInt8] = []

    init(_ service: Service, _ draft: BlobDraft, as use: BlobUse, keepsMetadata: Bool) {
        self.service = service
        self.draft = draft
        self.use = use
        filter = keepsMetadata || use == .snapshot ? nil : MetadataFilter()
    }

    /// The title of a page, once its beginning has arrived.
    var title: String { use == .snapshot ? PageTitle.of(head) : "" }

    /// Takes in the next bytes.
    mutating func take(_ bytes: [UInt8]) async throws {
        count += bytes.count
        guard count <= use.bytesMax else { throw ProblemJSON(tooLarge: use) }
        if head.count < headBytesMax {
            head += bytes.prefix(headBytesMax - head.count)
            // Before all of it has come, for what is not fit may be long.
            if !isChecked, head.count >= use.bytesWanted { try check() }
        }
        let kept = try filtered { (filter) throws(Problem) in try filter.take(bytes) } ?? bytes
        slice += kept
        while slice.count >= GatewayLimits.blobSliceBytes {
            try await give(GatewayLimits.blobSliceBytes)
        }
    }

    /// Ends the body.
    mutating func finish() async throws {
        try check()
        let rest = try filtered { (filter) throws(Problem) in try filter.finish() } ?? []
        slice += rest
        while !slice.isEmpty { try await give(min(slice.count, GatewayLimits.blobSliceBytes)) }
    }

    private var headBytesMax: Int {
        use == .snapshot ? PageTitle.bytesWanted : use.bytesWanted
    }

    private mutating func check() throws(ProblemJSON) {
        isChecked = true
        let begin = Array(head.prefix(use.bytesWanted))
        if case .failure(let problem) = use.type(beginning: begin, size: head.count) {
            throw ProblemJSON(problem)
        }
    }

    private mutating func give(_ count: Int) async throws(ProblemJSON) {
        let bytes = Array(slice.prefix(count))
        slice.removeFirst(count)
        let draft = draft
        _ = try await service.ask(.command { .blob(.put(bytes, into: draft, $0)) })
    }

    private mutating func filtered(
        _ step: (inout MetadataFilter) throws(Problem) -> [UInt8]
    ) throws(ProblemJSON) -> [UInt8]? {
        guard var current = filter else { return nil }
        filter = nil
        do throws(Problem) {
            let bytes = try step(&current)
            filter = current
            return bytes
        } catch {
            // A film goes in without what it says of itself, or not at all.
            guard use != .clip else {
                throw ProblemJSON(
                    Problem(
                        error.code, error.detail,
                        fix: "export it again from the program that made it"))
            }
            throw ProblemJSON(error)
        }
    }
}
