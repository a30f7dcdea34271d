import CRDT

// Files of one thing in another order. Only those that move get another place: what somebody else does to
// one that stays, such as taking it away, is not undone by it.
extension [BlobReference] {
    /// These in the order that somebody wants, each once, with the places that they have had.
    ///
    /// - Returns: those that move, in their order, each with its new place; all of them, where a place
    ///   between two others would be too long.
    package func moved() -> [BlobReference] {
        let staying = staying
        var moved: [BlobReference] = []
        var last: [UInt8]?
        for index in indices {
            guard !staying.contains(index) else {
                last = self[index].place
                continue
            }
            let next = (index + 1..<count).first { staying.contains($0) }
            guard let place = Self.place(behind: last, before: next.map { self[$0].place }),
                place.count <= BlobReference.placeBytesMax
            else { return placedAnew }
            var file = self[index]
            file.place = place
            moved.append(file)
            last = place
        }
        return moved
    }

    // As many as can stay: the longest row of them whose places rise; of several the one that ends last,
    // so that who is put first moves, and not those behind him.
    private var staying: Set<Int> {
        var lengths: [Int] = []
        var before: [Int?] = []
        var end: Int?
        for index in indices {
            var nearest: Int?
            for other in 0..<index
            where self[other].place.lexicographicallyPrecedes(self[index].place) {
                if nearest.map({ lengths[$0] <= lengths[other] }) ?? true { nearest = other }
            }
            lengths.append(1 + (nearest.map { lengths[$0] } ?? 0))
            before.append(nearest)
            if end.map({ lengths[$0] <= lengths[index] }) ?? true { end = index }
        }
        var staying: Set<Int> = []
        while let index = end {
            staying.insert(index)
            end = before[index]
        }
        return staying
    }

    // At the end before every place that is made of a later time, so that what is put in later stands
    // behind.
    private static func place(behind last: [UInt8]?, before next: [UInt8]?) -> [UInt8]? {
        FractionalIndex.between(last, next ?? last.flatMap { later(than: $0) })
    }

    // A place is a time in milliseconds and a byte, or between two such; this is the next time.
    private static func later(than place: [UInt8]) -> [UInt8]? {
        var time = [UInt8](place.prefix(timeBytes))
        time += [UInt8](repeating: 0, count: timeBytes - time.count)
        while let byte = time.last {
            if byte < 255 {
                time[time.count - 1] = byte + 1
                return time
            }
            time.removeLast()
        }
        return nil
    }

    // Before every place that is made of a time, too.
    private var placedAnew: [BlobReference] {
        enumerated().map { index, file in
            var file = file
            file.place = [1, 0, 0, 0, 0, 0, UInt8(clamping: index + 1)]
            return file
        }
    }

    private static var timeBytes: Int { 6 }
}
