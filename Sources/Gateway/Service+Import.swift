import API
import Domain
import HummingbirdCore
import Interchange
import NIOCore

// A file for import goes to the disk as it comes, and is read from there: its length costs no memory.
extension Service {
    /// Begins to take in the file that is the body of a request.
    func startImport(
        _ wanted: ImportRequest, _ request: HummingbirdCore.Request
    ) async throws -> ImportJobJSON {
        let audience: Audience
        if let named = wanted.audience {
            audience = named
        } else {
            let settings = try await settings()
            if let problem = settings.refusal { throw ProblemJSON(problem) }
            audience = settings.defaultAudience
        }
        return try await jobs.start(wanted, to: audience, try await file(of: request))
    }

    private func file(of request: HummingbirdCore.Request) async throws -> OpenFile {
        do {
            let scratch = try ScratchFile(in: scratch)
            var count = 0
            for try await part in request.body {
                count += part.readableBytes
                if let body = ImportFile.body, count > GatewayLimits.importBytesMax {
                    throw Self.tooLarge(body)
                }
                try scratch.append(part.readableBytesView)
            }
            return scratch.finished()
        } catch let error as InterchangeError {
            throw ProblemJSON(.readOnly, error.description, fix: error.fix)
        } catch {
            throw Self.brokenBody(error)
        }
    }
}
