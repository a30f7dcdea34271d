import Domain

// Members that several shapes have, in the order in which they are named.
extension Fields {
    /// Names whether a thing is in the trash, and a change of it by a device that had not heard of that.
    func trash(_ trashed: inout Bool, _ lateChange: inout LateChangeJSON?) {
        member("trashed", &trashed, "It is in the trash.")
        member(
            "late_change", &lateChange,
            "The person who changed it last without having heard of its removal; absent if nobody, "
                + "and outside the trash.")
    }

    /// Names the author of a thing and its times.
    func origin(
        _ author: inout AuthorJSON, createdAt: inout String, updatedAt: inout String
    ) {
        member("author", &author, "The person whose it is.")
        member("created_at", &createdAt, as: .time, "The time when it was added.")
        member("updated_at", &updatedAt, as: .time, "The time when a field of it changed last.")
    }

    /// Names what others wrote about a thing: values that lost, and reactions.
    func responses(_ conflicts: inout [ConflictJSON], _ reactions: inout ReactionsJSON) {
        member("conflicts", &conflicts, "Values that lost against concurrent ones.")
        member("reactions", &reactions, "The reactions to it.")
    }

    /// Names the place, size and angle of a layer on the canvas; in a change each may be absent.
    func canvas<Number: JSONConvertible, Scale: JSONConvertible>(
        x: inout Number, y: inout Number, scale: inout Scale, rotation: inout Number
    ) {
        member(
            "x", &x, as: .integer(Canvas.placeRange),
            "The distance of its middle to the right of that of the canvas.")
        member(
            "y", &y, as: .integer(Canvas.placeRange),
            "The distance of its middle below that of the canvas.")
        member("scale", &scale, "Its scale; 1 is a box of 200 by 200.")
        member(
            "rotation", &rotation, as: .integer(Canvas.turnRange),
            "Its rotation, in degrees clockwise.")
    }

    /// Names the quota of a mailbox, and how much of it is used.
    func quota(_ bytes: inout Int, used: inout Int) {
        member("quota_bytes", &bytes, "The most bytes that it may have.")
        member("used_bytes", &used, "Its size in bytes.")
    }

    /// Names the times of the last exchanges with a mailbox.
    func lastUse(put: inout String?, got: inout String?) {
        member(
            "last_put", &put, as: .time, "The time when data was last put there; absent if never.")
        member(
            "last_got", &got, as: .time,
            "The time when data was last fetched there; absent if never.")
    }
}
