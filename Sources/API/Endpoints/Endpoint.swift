package import Domain

/// An endpoint that takes one request to the node.
package protocol Endpoint: ServedEndpoint {
    /// The node's answer to the request.
    associatedtype NodeAnswer: Sendable
    /// The JSON of a success.
    associatedtype Output: JSONConvertible & Equatable & Sendable

    /// The description of a success in OpenAPI; by default that of `Output`.
    static var outputForm: AnswerForm { get }
    /// The request to the node.
    ///
    /// - Throws: what is wrong with the request.
    func request() throws(ProblemJSON) -> TypedRequest<NodeAnswer>
    /// The response of a success.
    ///
    /// - Throws: `not_found` where the answer does not have what the path names.
    func output(_ answer: NodeAnswer) throws(ProblemJSON) -> Output
}

/// The method and path of an endpoint, and its description for OpenAPI.
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
    let types: [String]

    /// A route.
    ///
    /// - Parameters:
    ///   - path: such as `/v1/tags/{name}:rename`.
    ///   - problems: what can go wrong beside what every route of its form can be answered.
    ///   - body: the name of the body in OpenAPI, where it is not that of the endpoint.
    ///   - mayLackBody: whether a request without a body is read as one with an empty object.
    ///   - parameters: what is taken beside what `visit` names, such as `If-Match`.
    ///   - types: the media types of a success.
    init(
        _ id: OperationID, _ method: Route.Method, _ path: String, _ summary: String,
        _ problems: [ProblemJSON.Code] = [], statuses: [Int] = [200], body: String? = nil,
        mayLackBody: Bool = false, taking parameters: [Route.Parameter] = [],
        types: [String] = ["application/json"]
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
        self.types = types
    }
}

extension Endpoint {
    package static var outputForm: AnswerForm { AnswerForm(Output.self) }
    package static var answer: Route.Answer { Route.Answer(json: outputForm, of: route) }

    /// The response to an answer, as JSON.
    package func text(of answer: NodeAnswer) throws(ProblemJSON) -> [UInt8] {
        JSONText.encode(try output(answer))
    }
}

extension Endpoint where Output == DoneJSON {
    package func output(_ report: DoneReport) -> DoneJSON { DoneJSON(report) }
}

/// The lists of endpoints.
enum Endpoints {
    /// In the order of OpenAPI, by topic.
    static let collections: [any ServedEndpoint.Type] = [
        ListCollections.self, NewCollection.self, ShowCollection.self, EditCollection.self,
        RemoveCollection.self, ShowMembers.self, OrderCollection.self, AddToCollection.self,
        RemoveFromCollection.self,
    ]

    static let tags: [any ServedEndpoint.Type] = [
        Complete.self, ListTags.self, RenameTag.self, MergeTags.self, RemoveTag.self,
    ]
    static let order: [any ServedEndpoint.Type] = [
        ListDuplicates.self, MergeDuplicates.self, ListTagRules.self, AddTagRule.self,
        RemoveTagRule.self, ApplyTagRules.self,
    ]
    static let sharing: [any ServedEndpoint.Type] = [
        ListShares.self, ShareThings.self, WithdrawThings.self,
    ]
    static let acts: [any ServedEndpoint.Type] = [
        ListActs.self, Undo.self, UndoNewest.self, Redo.self, RedoLast.self,
    ]

    static let groups: [any ServedEndpoint.Type] = [
        ListGroups.self, NewGroup.self, ShowGroup.self, EditGroup.self, DissolveGroup.self,
        LeaveGroup.self, HandOverGroup.self, ListMembers.self, SetMemberRole.self,
        RemoveMember.self, InviteToGroup.self, ListInvites.self, RevokeInvite.self,
        InviteFriend.self, ListJoins.self, JoinFriend.self, ForgetJoin.self, JoinGroup.self,
    ]
    static let people: [any ServedEndpoint.Type] = [
        ListFriends.self, AddFriend.self, RenameFriend.self, RemoveFriend.self, ListBlocked.self,
        UnblockPerson.self, ListPending.self, AcceptPending.self, DeclinePending.self,
    ]
    static let codes: [any ServedEndpoint.Type] = [
        NewCode.self, ShowCode.self, EndCode.self, JoinByCode.self,
    ]
    static let devices: [any ServedEndpoint.Type] = [
        ListDevices.self, PairDevice.self, RenameDevice.self, RevokeDevice.self,
    ]
    static let links: [any ServedEndpoint.Type] = [ListPeers.self, Connect.self, SyncNow.self]
    static let bundles: [any ServedEndpoint.Type] = [
        NewBundle.self, ApplyBundle.self, ListFolders.self, NewFolder.self, RemoveFolder.self,
        ListMailboxes.self, NewMailbox.self, RemoveMailbox.self, KeepMailbox.self,
    ]
    static let settings: [any ServedEndpoint.Type] = [ShowSettings.self, ChangeSettings.self]
    static let reactions: [any ServedEndpoint.Type] = [
        ListReactions.self, SetReaction.self, RemoveReaction.self, ListComments.self,
        AddComment.self, EditComment.self, RemoveComment.self, ListReports.self, AddReport.self,
        RemoveReport.self,
    ]
    static let attention: [any ServedEndpoint.Type] = [
        ListFollows.self, AddFollow.self, RemoveFollow.self, ListMutes.self, AddMute.self,
        RemoveMute.self, ShowFeed.self, ShowSaid.self, ShowRate.self, ShowLookbook.self,
        ShowPortfolio.self, ListContributors.self, Recommend.self, ShowProfile.self,
        EditProfile.self,
    ]

    static let blobs: [any ServedEndpoint.Type] = [
        ListBlobs.self, PutBlob.self, ReadBlob.self, ShowBlob.self, GetBlob.self,
    ]
    static let snapshots: [any ServedEndpoint.Type] = [SavePage.self, ReadSnapshot.self]
    static let transfer: [any ServedEndpoint.Type] = [
        ImportFile.self, ShowJob.self, ExportFile.self,
    ]
    static let feeds: [any ServedEndpoint.Type] = [AtomFeed.self, JSONFeed.self]
    static let pinboard: [any ServedEndpoint.Type] = [
        PinboardUpdate.self, PinboardAdd.self, PinboardDelete.self, PinboardGet.self,
        PinboardRecent.self, PinboardDates.self, PinboardAll.self, PinboardSuggest.self,
        PinboardTags.self, PinboardTagDelete.self, PinboardTagRename.self, PinboardSecret.self,
        PinboardToken.self, PinboardNotes.self,
    ]
    static let saving: [any ServedEndpoint.Type] = [ShowSaveForm.self, SaveFromForm.self]
    static let node: [any ServedEndpoint.Type] = [
        ShowHealth.self, ShowVersion.self, ShowStatus.self, ShowIdentity.self, ShowOpenAPI.self,
        ListenToEvents.self, MakeBackup.self,
    ]

    /// By their ids.
    package static let byID: [OperationID: any ServedEndpoint.Type] = Dictionary(
        uniqueKeysWithValues: Routes.all.map { ($0.endpoint, $0.type) })
}

/// An endpoint that can be asked what it would do, without doing it.
package protocol DryRunEndpoint: Endpoint, UndoableEndpoint {
    /// Change nothing; the answer counts what would be changed.
    var dryRun: Bool? { get }
}
