package import Primitives

/// The changes by this device in a group after its person's right there had ended, which they learned later.
package struct VoidedChanges: Equatable, Sendable {
    /// The group as an audience, by the name this person gives it.
    package let group: String
    /// The number of things and comments that were kept; they are private now.
    package let kept: Int
    /// The number of changes that were lost: tags, likes, removals, and things shared there.
    package let lost: Int

    /// Creates a value from all fields, in declaration order.
    package init(group: String, kept: Int, lost: Int) {
        self.group = group
        self.kept = kept
        self.lost = lost
    }

    /// The message to the user, sent once when it happens and shown in the status for 30 days.
    package var sentence: String {
        var parts: [String] = []
        if kept > 0 {
            parts.append("\(Counted.words(kept, "thing")) \(kept == 1 ? "is" : "are") now private")
        }
        if lost > 0 {
            parts.append(
                "\(Counted.words(lost, "change")) \(lost == 1 ? "has" : "have") no effect"
            )
        }
        return "your role in \(group) ended before others received your changes: "
            + parts.joined(separator: "; ")
    }
}

/// A change to something in the trash by a device that had not received the removal.
package struct LateChange: Hashable, Sendable {
    /// The name the person gave that device; for another person's device, the name of that person.
    package let device: String
    /// The time when it was written, by that device's clock.
    package let at: WallTime

    /// Creates a value from all fields, in declaration order.
    package init(device: String, at: WallTime) {
        self.device = device
        self.at = at
    }
}
