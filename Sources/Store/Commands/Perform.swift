package import Domain
package import Primitives

// Performs a person's commands, each as one transaction; the answer is valid only once that is durable.
extension Store {
    /// Performs `command`, or says why not and changes nothing.
    ///
    /// A command about many things is only begun; `proceed` continues it in slices.
    package func perform(
        _ command: Command, at wall: WallTime
    ) throws(StorageError) -> Performance {
        if let problem = try writingProblem() { return .answered(.rejected(problem)) }
        switch command {
        case .remove(let selection, _): return try remove(selection, .toDo, at: wall)
        case .undo(let act, _): return try undo(act, at: wall)
        case .redo(let act, _): return try redo(act, at: wall)
        case .renameTag(let from, let to, _): return try retag([from], to: to, at: wall)
        case .mergeTags(let from, let to, _): return try retag(from, to: to, at: wall)
        case .removeTag(let name, _): return try retag([name], to: nil, at: wall)
        case .changeMany(let changes, _): return try changeMany(changes, .toDo, at: wall)
        case .share(let selection, let audience, let isLive, _):
            return try share(selection, with: audience, isLive: isLive, .toDo, at: wall)
        case .unshare(let selection, let audience, _):
            return try unshare(selection, from: audience, .toDo, at: wall)
        case .react(let reference, let reaction, _):
            return .answered(try react(to: reference, reaction, at: wall))
        case .report(let reference, let reason, _):
            return .answered(try report(reference, reason: reason, at: wall))
        case .removeReport(let text, _): return .answered(try removeReport(text, at: wall))
        case .comment(let reference, let text, let parent, _):
            return .answered(try comment(on: reference, text, inReplyTo: parent, at: wall))
        case .editComment(let reference, let text, _):
            return .answered(try editComment(reference, text, at: wall))
        case .removeComment(let reference, _):
            return .answered(try removeComment(reference, at: wall))
        case .mergeDuplicates(let references, _):
            return try mergeDuplicates(references, .toDo, at: wall)
        case .applyTagRules(let selection, _): return try applyTagRules(selection, .toDo, at: wall)
        case .addBookmarks, .edit, .newCollection, .addToCollection, .removeFromCollection,
            .orderCollection, .editCollection, .removeCollection, .addFriend, .renameFriend,
            .removeFriend, .unblock, .renameDevice,
            .revokeDevice, .setDefaultAudience, .setDiscovery, .setWeb, .setPinboard,
            .setAuthorQuota,
            .addTagRule, .removeTagRule, .takeEntries:
            return .answered(try performAtOnce(command, at: wall))
        case .editGroup, .revokeInvitation, .setGroupRole, .removeFromGroup, .handOverGroup,
            .leaveGroup, .dissolveGroup:
            return .answered(try performInGroup(command, at: wall))
        case .blob(let command): return .answered(try perform(command, at: wall))
        case .wardrobe(let command): return .answered(try perform(command, at: wall))
        case .feeds(let command): return .answered(try perform(command, at: wall))
        case .connect, .sync, .acceptFriend, .declineFriend, .newCode, .endCode, .joinByCode,
            .pairDevice, .newGroup, .inviteToGroup, .joinGroup, .inviteFriend, .joinFriend,
            .forgetJoining, .makeBundle, .applyBundle,
            .addFolder, .removeFolder, .useMailbox, .leaveMailbox, .keepMailbox, .once, .bound,
            .keepAnswer:
            return .notMine
        }
    }

    /// Performs a dry run of `command`, counted in slices like the command itself, or says why it would be refused.
    /// Nothing is changed. Only commands about many things can be counted.
    package func preview(
        _ command: Command, at wall: WallTime
    ) throws(StorageError) -> Performance {
        if let problem = try writingProblem() { return .answered(.rejected(problem)) }
        switch command {
        case .remove(let selection, _): return try remove(selection, .toCount, at: wall)
        case .renameTag(let from, let to, _): return try retag([from], to: to, .toCount, at: wall)
        case .mergeTags(let from, let to, _): return try retag(from, to: to, .toCount, at: wall)
        case .removeTag(let name, _): return try retag([name], to: nil, .toCount, at: wall)
        case .changeMany(let changes, _): return try changeMany(changes, .toCount, at: wall)
        case .share(let selection, let audience, let isLive, _):
            return try share(selection, with: audience, isLive: isLive, .toCount, at: wall)
        case .unshare(let selection, let audience, _):
            return try unshare(selection, from: audience, .toCount, at: wall)
        case .mergeDuplicates(let references, _):
            return try mergeDuplicates(references, .toCount, at: wall)
        case .applyTagRules(let selection, _):
            return try applyTagRules(selection, .toCount, at: wall)
        default:
            return .answered(
                .rejected(
                    Problem(
                        .invalidValue, "dry run is not supported for this command",
                        fix: "leave out dry_run")))
        }
    }

    /// Returns why this device cannot write; nil if it can.
    package func writingProblem() throws(StorageError) -> Problem? {
        guard !(try canWrite) else { return nil }
        return try isEnded(owner.certificate)
            ? Problem(
                .readOnly, "this device was revoked: nobody accepts its changes",
                fix: "weft export what you need; then pair it again with a new profile")
            : Problem(
                .readOnly, "this device has not synced with your other devices yet",
                fix: "weft connect HOST:PORT of one of them, then try again")
    }

    private func performAtOnce(
        _ command: Command, at wall: WallTime
    ) throws(StorageError) -> Answer {
        switch command {
        case .addBookmarks(let drafts, let audience, let policy, let act, _):
            return try keep(drafts, to: audience, onDuplicate: policy, act: act, at: wall)
        case .edit(let reference, let change, _):
            return try edit(reference, change, at: wall)
        case .newCollection(let name, let description, let query, let act, _):
            return try makeCollection(
                name, description: description, query: query, act: act, at: wall)
        case .addToCollection(let name, let selection, let act, _):
            return try addMembers(selection, to: name, act: act, at: wall)
        case .removeFromCollection(let name, let selection, _):
            return try removeMembers(selection, from: name, at: wall)
        case .orderCollection(let name, let references, let place, _):
            return try orderMembers(references, of: name, to: place, at: wall)
        case .editCollection(let name, let change, _):
            return try editCollection(name, change, at: wall)
        case .removeCollection(let name, _): return try removeCollection(name, at: wall)
        case .addFriend(let ticket, let petName, _):
            return try addFriend(ticket, petName: petName, at: wall)
        case .renameFriend(let person, let name, _):
            return try renameFriend(person, to: name, at: wall)
        case .removeFriend(let person, let isBlocked, _):
            return try removeFriend(person, isBlocked: isBlocked, at: wall)
        case .unblock(let person, _): return try unblock(person, at: wall)
        case .setDefaultAudience(let audience, _): return try setDefaultAudience(audience)
        case .setDiscovery(let isOn, _): return try setDiscovery(isOn)
        case .setWeb(let address, _): return try setWeb(address)
        case .setPinboard(let sharing, _): return try setPinboard(sharing)
        case .setAuthorQuota(let bytes, _): return try setAuthorQuota(bytes)
        case .addTagRule(let query, let tags, _): return try addTagRule(query, tags: tags, at: wall)
        case .removeTagRule(let rule, _): return try removeTagRule(rule, at: wall)
        case .takeEntries(let entries, let person, let act, _):
            return try take(entries, by: person, act: act, .toDo, at: wall)
        case .renameDevice(let device, let name, _):
            return try renameDevice(device, to: name, at: wall)
        case .revokeDevice(let device, let phrase, _):
            return try revokeDevice(device, phrase: phrase, at: wall)
        default: preconditionFailure("done in slices, in a group, or by the engine")
        }
    }

    private func perform(
        _ command: BlobCommand, at wall: WallTime
    ) throws(StorageError) -> Answer {
        switch command {
        case .begin: return try beginBlob(as: nil, at: wall)
        case .restore(let reference, _): return try beginBlob(as: reference, at: wall)
        case .put(let bytes, let draft, _): return try put(bytes, into: draft)
        case .end(let draft, let use, _): return try end(draft, as: use, at: wall)
        case .drop(let draft, _):
            try drop(draft)
            return .done(DoneReport(count: 1, act: nil, summary: "the upload was cancelled"))
        case .get(let name, let asked, _): return try getBlob(name, as: asked)
        case .setQuota(let bytes, _): return try setBlobQuota(bytes)
        case .setComing(let coming, _): return try setBlobComing(coming)
        }
    }

    private func performInGroup(
        _ command: Command, at wall: WallTime
    ) throws(StorageError) -> Answer {
        switch command {
        case .editGroup(let group, let change, _): return try editGroup(group, change, at: wall)
        case .revokeInvitation(let number, _): return try revokeInvitation(number)
        case .setGroupRole(let group, let person, let role, _):
            return try setRole(in: group, of: person, to: role, at: wall)
        case .removeFromGroup(let group, let person, _):
            return try removeMember(person, from: group, at: wall)
        case .handOverGroup(let group, let person, _):
            return try handOver(group, to: person, at: wall)
        case .leaveGroup(let group, _): return try leave(group, at: wall)
        case .dissolveGroup(let group, _): return try dissolve(group, at: wall)
        default: preconditionFailure("concerns no group, or is the engine's")
        }
    }
}
