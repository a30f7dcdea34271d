import Domain
import Interchange

extension FuzzTarget {
    /// The filters of photos and films, and other readers of such files.
    static let photo = FuzzTarget(
        name: "photo",
        about:
            "filters of photos: in any parts alike, what is clean stays, no file grows by more than 40 bytes",
        seeds: {
            let endings = ["-progressive.jpg", ".avif", ".heic", ".jpg", ".png", ".webp"]
            return endings.flatMap {
                [SeedInputs.fixture("gps\($0)"), SeedInputs.fixture("cleaned-gps\($0)")]
            }
        },
        run: { bytes in
            _ = EmbeddedPicture(bytes)
            _ = FilmLength.of(bytes.count) { start, count in Array(bytes[start..<start + count]) }
            let whole = cleaned(bytes, by: max(bytes.count, 1))
            guard cleaned(bytes, by: 1 + bytes.count % 61) == whole else { return "parts differ" }
            guard let whole else { return nil }
            guard whole.count <= bytes.count + 40 else { return "the file has grown" }
            guard cleaned(whole, by: max(whole.count, 1)) == whole else {
                return "what is clean is changed"
            }
            return nil
        })

    // Nil if the file is refused.
    private static func cleaned(_ bytes: [UInt8], by step: Int) -> [UInt8]? {
        var filter = MetadataFilter()
        var out: [UInt8] = []
        do throws(Problem) {
            for start in stride(from: 0, to: bytes.count, by: step) {
                out += try filter.take(Array(bytes[start...].prefix(step)))
            }
            return out + (try filter.finish())
        } catch {
            return nil
        }
    }
}
