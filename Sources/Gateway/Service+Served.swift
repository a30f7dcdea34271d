import API
import Domain
import HTTPTypes
import HummingbirdCore

// What needs more than one request to the node, or sends and takes files and streams.
extension Service {
    /// Serves what has a way of its own here, by its type.
    ///
    /// - Returns: nil for what one request to the node answers.
    func serve(
        _ endpoint: any ServedEndpoint, _ rawRequest: RawRequest, _ route: Route,
        _ request: HummingbirdCore.Request, _ caller: Caller
    ) async throws -> Response? {
        switch endpoint {
        case is ShowHealth: return Replies.json(JSONText.encode(HealthJSON()))
        case is ShowVersion: return Replies.json(JSONText.encode(VersionJSON(version: version)))
        case is ShowOpenAPI: return Replies.described(try await description.whole(version))
        case let wanted as ListenToEvents: return try await events(wanted, request, from: caller)
        case let wanted as ExportFile: return try await export(ExportRequest(wanted))
        case let wanted as ImportFile:
            let job = try await startImport(ImportRequest(wanted), request)
            return Replies.json(JSONText.encode(job), status: 202)
        case let wanted as ShowJob:
            return Replies.json(JSONText.encode(try await jobs.job(wanted.id)))
        case let wanted as PutBlob: return try await putBlob(wanted.upload(), request)
        case let wanted as ReadBlob: return try await readBlob(wanted.file, request)
        case let wanted as SavePage: return try await savePage(wanted.policy(), request)
        case let wanted as ReadSnapshot: return try await readSnapshot(wanted, request)
        case let wanted as NewBrowserCode: return try await browserCode(wanted, caller)
        case let wanted as OpenSession: return try openSession(wanted)
        case is ListSessions: return sessions(besides: caller)
        case let wanted as EndSession: return try endSession(wanted)
        case let wanted as NewTicket: return try ticket(wanted)
        case let wanted as MakeBackup: return try await backup(wanted)
        case let wanted as any FeedDocument: return try await feed(wanted, request)
        case let wanted as any PinboardEndpoint: return try await pinboard(wanted)
        case let wanted as SyncNow: return try await sync(wanted, rawRequest, from: caller)
        case let wanted as ShowStatus: return try await status(wanted, rawRequest)
        case let wanted as ChangeSettings: return try await changeSettings(wanted, rawRequest)
        case let wanted as ShowPage: return try await page(of: ask(wanted, rawRequest))
        case is ShowSaveForm: return try await saveForm(rawRequest)
        case is SaveFromForm: return try await saveFromForm(rawRequest)
        case let wanted as EditProfile:
            let condition = request.headers[.ifMatch].map {
                VersionCondition(.profile, field: $0)
            }
            return try await relay(wanted, rawRequest, route, if: condition)
        default: return nil
        }
    }

    private func backup(_ wanted: MakeBackup) async throws -> Response {
        let path = try NodePath.checked(wanted.path)
        let answer = await door.backup(path)
        if case .rejected(let problem) = answer { throw ProblemJSON(problem) }
        guard case .done(let report) = answer else {
            throw ProblemJSON(.internalError, "the node did not tell what it copied")
        }
        return Replies.json(JSONText.encode(DoneJSON(report)))
    }
}
