/// Everything that can be asked over HTTP; the raw value is the operation id in OpenAPI.
///
/// Each has one line in `Routes` and one branch where it is served: a switch over all of them, so
/// that nothing is described that does not exist, and nothing exists that is not described.
package enum OperationID: String, CaseIterable, Sendable {
    case health, version, status, identity, openapi
    case listBookmarks, addBookmark, addBatch, removeBookmarks, checkAddress
    case showBookmark, editBookmark, removeBookmark, savePage, readSnapshot
    case listThings, showThing, removeThing
    case listGarments, addGarment, showGarment, editGarment, removeGarment
    case listOutfits, addOutfit, showOutfit, editOutfit, removeOutfit
    case arrangeOutfit, wearOutfit, cloneOutfit, cloneGarment, suggestOutfit
    case listClosets, addCloset, showCloset, editCloset, removeCloset
    case fillCloset, showClosetStats, showStats
    case listHighlights, addHighlight, showHighlight, editHighlight, removeHighlight
    case listPlaces, addPlace, showPlace, editPlace, removePlace, reel
    case listClips, addClip, showClip, editClip, removeClip
    case complete
    case history, visibility, showPage
    case listReactions, setReaction, removeReaction
    case listComments, addComment, editComment, removeComment
    case listReports, addReport, removeReport
    case listTags, renameTag, mergeTags, removeTag
    case listDuplicates, mergeDuplicates
    case listFollows, addFollow, removeFollow, listMutes, addMute, removeMute
    case showFeed, showSaid, showRate, showLookbook, showPortfolio, listContributors, recommend
    case showProfile, editProfile
    case listTagRules, addTagRule, removeTagRule, applyTagRules
    case listCollections, newCollection, showCollection, removeCollection
    case editCollection, showMembers, addToCollection, removeFromCollection, orderCollection
    case listShares, share, withdraw
    case showSettings, changeSettings
    case listFriends, addFriend, renameFriend, removeFriend, listBlocked, unblock
    case listPending, acceptPending, declinePending
    case newCode, showCode, endCode, joinByCode
    case listGroups, newGroup, showGroup, editGroup, dissolveGroup, leaveGroup, handOverGroup
    case listMembers, setMemberRole, removeMember
    case inviteToGroup, listInvites, revokeInvite, joinGroup
    case inviteFriend, listJoins, joinFriend, forgetJoin
    case listDevices, pairDevice, renameDevice, revokeDevice
    case listPeers, connect, sync
    case importFile, showJob, exportFile
    case newBundle, applyBundle, listFolders, newFolder, removeFolder
    case listMailboxes, newMailbox, removeMailbox, keepMailbox
    case listBlobs, putBlob, readBlob, showBlob, getBlob
    case showSaveForm, saveFromForm
    case listActs, undo, undoNewest, redo, redoLast
    case pinboardUpdate, pinboardAdd, pinboardDelete, pinboardGet, pinboardRecent, pinboardDates
    case pinboardAll, pinboardSuggest, pinboardTags, pinboardTagDelete, pinboardTagRename
    case pinboardSecret, pinboardToken, pinboardNotes
    case atomFeed, jsonFeed
    case events, backup
}
