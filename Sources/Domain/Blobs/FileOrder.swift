import CRDT

// Reordering the files of one thing. Only files that move get a new place, so a concurrent change to a file that stays,
// such as its removal, is not undone.
extension [BlobReference] {
    /// Returns the files that change place, given that the receiver is in the wanted order, each file once, with the
    /// old places.
    ///
    /// - Returns: the files that move, in their order, with their new places; all files if a place between two others
    ///   would be too long.
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

    // The largest set of files that can stay: the longest subsequence with rising places. Of several it is the one that
    // ends last, so that a file put first moves, rather than the files after it.
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

    // At the end, the place sorts before every place made from a later time, so that files uploaded later come after
    // it.
    private static func place(behind last: [UInt8]?, before next: [UInt8]?) -> [UInt8]? {
        FractionalIndex.between(last, next ?? last.flatMap { later(than: $0) })
    }

    // A place is a time in milliseconds and a byte, or lies between two such places; this returns the next time.
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

    // These places also sort before every place made from a time.
    private var placedAnew: [BlobReference] {
        enumerated().map { index, file in
            var file = file
            file.place = [1, 0, 0, 0, 0, 0, UInt8(clamping: index + 1)]
            return file
        }
    }

    private static var timeBytes: Int { 6 }
}
