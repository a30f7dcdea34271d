import Domain
import Interchange

/// `weft-bundle`: what is kept, and the files that it has, in one tar archive.
///
///     things.json          as -F json writes it
///     files/NAME           the bytes of each file, by its name
enum Archive {
    static let format = "weft-bundle"
    static let thingsName = "things.json"

    /// The name of the entry of a file.
    static func name(of file: BlobReference) -> String { "files/" + file.nameText }

    /// The files that things in our JSON refer to, each once, in their order, thumbnails behind theirs.
    ///
    /// - Throws: if it is not our JSON.
    static func files(in things: [UInt8]) throws(Failure) -> [BlobReference] {
        var files: [BlobReference] = []
        var seen: Set<String> = []
        do throws(InterchangeError) {
            var importer = try Importer(things, format: .weft)
            while true {
                let batch = importer.next()
                guard !batch.isEmpty else { return files }
                for draft in batch.map(\.draft) {
                    for file in draft.details.filter(\.name.value.isFile).flatMap(\.values)
                        .compactMap({ BlobReference($0) })
                    {
                        for file in [file, file.thumbnailReference].compactMap({ $0 })
                        where seen.insert(file.nameText).inserted {
                            files.append(file)
                        }
                    }
                }
            }
        } catch {
            throw Failure(
                .usage, "the archive begins with no list of what is kept",
                fix: "take a file that weft export -F \(format) has written")
        }
    }
}
