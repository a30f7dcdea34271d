import ArgumentParser

/// A rotation and a crop of photos on their way in.
struct PhotoEdit: Equatable {
    /// Degrees clockwise: 0, 90, 180 or 270.
    let turn: Int
    /// The part that stays of the rotated picture; nil for all of it.
    let crop: Crop?

    /// A part of a picture, in pixels from its left and its top, as it is shown.
    struct Crop: Equatable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int

        /// Whether a picture of this size has all of it.
        func fits(_ width: Int, _ height: Int) -> Bool {
            x + self.width <= width && y + self.height <= height
        }

        var text: String { "\(x),\(y),\(width),\(height)" }
    }

    /// No picture is longer: more than a JPEG can have (ITU-T T.81, B.2.2).
    private static let pixelsMax = 65_535

    /// Reads the typed options; nil if nothing is to be changed.
    init?(crop: String?, rotate: Int?) throws(ValidationError) {
        guard crop != nil || rotate != nil else { return nil }
        if let rotate, ![90, 180, 270].contains(rotate) {
            throw ValidationError("--rotate takes 90, 180 or 270 degrees clockwise, not \(rotate).")
        }
        turn = rotate ?? 0
        guard let crop else {
            self.crop = nil
            return
        }
        let numbers = crop.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3], x >= 0, y >= 0, width > 0, height > 0,
            max(x, y, width, height) <= Self.pixelsMax
        else {
            throw ValidationError(
                "--crop takes left, top, width and height in pixels, such as 0,120,800,600, not "
                    + "\(crop.prefix(80)).")
        }
        self.crop = Crop(x: x, y: y, width: width, height: height)
    }
}
