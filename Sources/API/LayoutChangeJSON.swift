import Domain

/// One change of the layers of an outfit: it has `put`, `take` or `clear`.
package struct LayoutChangeJSON: JSONShape {
    package var put: String?
    package var take: String?
    package var clear: Bool?
    package var x: Int?
    package var y: Int?
    package var scale: Double?
    package var rotation: Int?
    package var z: Int?
    package var again: Bool?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "put", &put,
            "A layer, or the id of a garment: it is moved, or laid down.")
        fields.member("take", &take, "A layer, or the id of a garment: it is taken off.")
        fields.member("clear", &clear, "Take everything off.")
        fields.canvas(x: &x, y: &y, scale: &scale, rotation: &rotation)
        fields.member(
            "z", &z, as: .integer(1...Int.max),
            "Its place in the order, the lowest is 1.")
        fields.member("again", &again, "Lay the garment down even if it lies there.")
    }

    /// Puts something somewhere; what is left out stays.
    package init(
        put: String, x: Int? = nil, y: Int? = nil, scale: Double? = nil, rotation: Int? = nil,
        z: Int? = nil, again: Bool? = nil
    ) {
        self.put = put
        (self.x, self.y, self.scale) = (x, y, scale)
        (self.rotation, self.z, self.again) = (rotation, z, again)
    }

    /// Takes something off.
    package init(take: String) {
        self.take = take
    }

    /// Takes everything off.
    package static var clearing: LayoutChangeJSON {
        var change = LayoutChangeJSON(take: "")
        (change.take, change.clear) = (nil, true)
        return change
    }

    /// The change as the node understands it.
    ///
    /// - Parameter place: where it stands among the changes.
    func change(_ place: Int) throws(ProblemJSON) -> LayoutChange {
        let pointer = "/changes/\(place)"
        let said = [put != nil, take != nil, clear == true].count { $0 }
        guard said == 1 else {
            throw ProblemJSON(
                .badRequest, "a change has exactly one of put, take and clear, not \(said)",
                fix: #"{"put": "ID", "x": 120, "y": 40}"#, pointer: pointer)
        }
        if let take { return .take(take) }
        guard let put else { return .clear }
        return .put(put, try pose(pointer), isAgain: again ?? false)
    }

    private func pose(_ pointer: String) throws(ProblemJSON) -> PoseChange {
        var pose = PoseChange(x: x, y: y, turn: rotation)
        pose.height = z.map { .number($0) }
        guard let scale else { return pose }
        // A number of JSON may be any: what no integer holds is refused as the others are.
        let thousandths = (scale * 1000).rounded()
        let highest = Double(Canvas.scaleRange.upperBound)
        pose.scale = thousandths.isNaN ? 0 : Int(min(max(thousandths, 0), highest + 1))
        return pose
    }
}
