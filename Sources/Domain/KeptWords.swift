package import Primitives

/// What this device wrote in a group after its person's right there had ended, as they heard later.
package struct CutOff: Equatable, Sendable {
    /// What the person calls the group, as an audience.
    package let group: String
    /// Things and comments that were taken home: they are private now.
    package let kept: Int
    /// Changes that were not taken: tags, likes, removals, and what was shared there.
    package let lost: Int

    /// The fields in their order.
    package init(group: String, kept: Int, lost: Int) {
        self.group = group
        self.kept = kept
        self.lost = lost
    }

    /// What is told of it, once when it happens and in the status for 30 days.
    package var sentence: String {
        var parts: [String] = []
        if kept > 0 { parts.append("\(Counted.words(kept, "thing")) of it stay with you, private") }
        if lost > 0 {
            parts.append(
                "\(Counted.words(lost, "change")) there \(lost == 1 ? "counts" : "count") for nobody"
            )
        }
        return "your role in \(group) ended before others heard of what you wrote there: "
            + parts.joined(separator: "; ")
    }
}

/// A change of something in the trash by whoever had not heard that it was removed.
package struct LateChange: Hashable, Sendable {
    /// What the person calls that device; of somebody else's what they call that person.
    package let device: String
    /// When, by that device's clock.
    package let at: WallTime

    /// The fields in their order.
    package init(device: String, at: WallTime) {
        self.device = device
        self.at = at
    }
}
