package import Domain

/// One thing that can be asked over HTTP, spelled once.
///
/// The fields of a conforming type are what a caller says. `visit` names those in the path (`path`), behind the question
/// mark (`query`) and in the body (`member`): the node reads a request into one, the command line sends one, and OpenAPI
/// describes one. Nothing else knows its path.
package protocol Endpoint: JSONShape {
    /// What is answered.
    associatedtype Output: JSONConvertible & Equatable & Sendable

    /// Where it is asked, and what else can be answered.
    static var route: EndpointRoute { get }
    /// What it asks of the node.
    ///
    /// - Throws: what is wrong with the request.
    func request() throws(ProblemJSON) -> Domain.Request
    /// What the caller is told; nil if the node gave an answer of another kind, which is a fault of ours.
    ///
    /// - Throws: `not_found` where the answer does not have what the path names.
    func output(_ answer: Answer) throws(ProblemJSON) -> Output?
}

/// Where an endpoint is asked.
package struct EndpointRoute: Sendable {
    let id: OperationID
    let method: Route.Method
    let path: String
    let summary: String
    let statuses: [Int]
    let body: String?
    let mayLackBody: Bool
    let parameters: [Route.Parameter]
    let problems: [ProblemJSON.Code]

    /// A route.
    ///
    /// - Parameters:
    ///   - path: such as `/v1/tags/{name}:rename`.
    ///   - problems: what can go wrong beside what every route of its form can be answered.
    ///   - body: the name of the body in OpenAPI, where it is not that of the endpoint.
    ///   - mayLackBody: whether a request without a body is read as one with an empty object.
    ///   - parameters: what is taken beside what `visit` names, such as `If-Match`.
    init(
        _ id: OperationID, _ method: Route.Method, _ path: String, _ summary: String,
        _ problems: [ProblemJSON.Code] = [], statuses: [Int] = [200], body: String? = nil,
        mayLackBody: Bool = false, taking parameters: [Route.Parameter] = []
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.summary = summary
        self.problems = problems
        self.statuses = statuses
        self.body = body
        self.mayLackBody = mayLackBody
        self.parameters = parameters
    }
}

extension Endpoint {
    /// The body as OpenAPI describes it.
    static var bodySchema: ObjectSchema {
        ObjectSchema(route.body ?? shape, of: described.members)
    }

    /// Whether a request has a body.
    static var hasBody: Bool { described.members.isEmpty == false }

    /// The line of the table for this endpoint.
    static var line: Route {
        let fields = described
        let body = fields.members.isEmpty ? nil : route.body ?? shape
        guard route.method != .get else {
            return Route(
                endpoint: route.id, method: .get, path: route.path, summary: route.summary,
                parameters: fields.parameters + route.parameters, body: nil,
                answer: Route.Answer(
                    statuses: route.statuses, schema: Output.schema,
                    mediaTypes: ["application/json"]),
                problems: route.problems)
        }
        return Routes.write(
            route.id, route.method, route.path, route.summary, body: body,
            mayLackBody: route.mayLackBody, answer: Output.schema, statuses: route.statuses,
            taking: fields.parameters + route.parameters, route.problems)
    }

    /// Reads a request.
    ///
    /// - Throws: what is wrong with it.
    package static func read(_ asking: Asking) throws(ProblemJSON) -> Self {
        let isChange = route.method == .patch
        let isThere = hasBody && !(route.mayLackBody && asking.body.isEmpty)
        let json = isThere ? try JSONText.parse(asking.body) : .object([:])
        return try JSONText.read(
            Self.self, from: json, JSONPlace.Reading(isChange ? .change : .request, asking))
    }

    /// What a caller is told, as JSON.
    package func text(of answer: Answer) throws(ProblemJSON) -> [UInt8] {
        guard let output = try output(answer) else {
            throw ProblemJSON(.internalError, "the node gave an answer of another kind")
        }
        return JSONText.encode(output)
    }
}

extension Endpoint where Output == DoneJSON {
    package func output(_ answer: Answer) -> DoneJSON? {
        guard case .done(let report) = answer else { return nil }
        return DoneJSON(report)
    }
}

/// All endpoints that are spelled by a type of their own.
enum Endpoints {
    /// In the order of OpenAPI, by the room that they are in.
    static let collections: [any Endpoint.Type] = [
        ListCollections.self, NewCollection.self, ShowCollection.self, EditCollection.self,
        RemoveCollection.self, ShowMembers.self, OrderCollection.self, AddToCollection.self,
        RemoveFromCollection.self,
    ]

    static let tags: [any Endpoint.Type] = [
        Complete.self, ListTags.self, RenameTag.self, MergeTags.self, RemoveTag.self,
    ]
    static let order: [any Endpoint.Type] = [
        ListDuplicates.self, MergeDuplicates.self, ListTagRules.self, AddTagRule.self,
        RemoveTagRule.self, ApplyTagRules.self,
    ]
    static let sharing: [any Endpoint.Type] = [
        ListShares.self, ShareThings.self, WithdrawThings.self,
    ]
    static let acts: [any Endpoint.Type] = [
        ListActs.self, Undo.self, UndoNewest.self, Redo.self, RedoLast.self,
    ]

    static let groups: [any Endpoint.Type] = [
        ListGroups.self, NewGroup.self, ShowGroup.self, EditGroup.self, DissolveGroup.self,
        LeaveGroup.self, HandOverGroup.self, ListMembers.self, SetMemberRole.self,
        RemoveMember.self, InviteToGroup.self, ListInvites.self, RevokeInvite.self,
        InviteFriend.self, ListJoins.self, JoinFriend.self, ForgetJoin.self, JoinGroup.self,
    ]
    static let people: [any Endpoint.Type] = [
        ListFriends.self, AddFriend.self, RenameFriend.self, RemoveFriend.self, ListBlocked.self,
        UnblockPerson.self, ListPending.self, AcceptPending.self, DeclinePending.self,
    ]
    static let codes: [any Endpoint.Type] = [
        NewCode.self, ShowCode.self, EndCode.self, JoinByCode.self,
    ]
    static let devices: [any Endpoint.Type] = [
        ListDevices.self, PairDevice.self, RenameDevice.self, RevokeDevice.self,
    ]
    static let links: [any Endpoint.Type] = [ListPeers.self, Connect.self, SyncNow.self]
    static let bundles: [any Endpoint.Type] = [
        NewBundle.self, ApplyBundle.self, ListFolders.self, NewFolder.self, RemoveFolder.self,
        ListMailboxes.self, NewMailbox.self, RemoveMailbox.self, KeepMailbox.self,
    ]
    static let settings: [any Endpoint.Type] = [ShowSettings.self, ChangeSettings.self]
    static let node: [any Endpoint.Type] = [ShowStatus.self, ShowIdentity.self]

    private static let topics: [[any Endpoint.Type]] = [
        collections, tags, order, sharing, acts,
        groups, people, codes, devices, links, bundles, settings, node,
    ]

    /// By their ids.
    static let all: [OperationID: any Endpoint.Type] = Dictionary(
        uniqueKeysWithValues: topics.joined().map { ($0.route.id, $0) })
}

/// An endpoint that can be asked what it would do, without doing it.
package protocol DryRunEndpoint: Endpoint {
    /// Change nothing; the answer counts what would be changed.
    var dryRun: Bool? { get }
}
