import Domain
import Interchange

/// `weft-bundle`: what is kept, and the files that it has, in one tar archive.
///
///     things.json          as -F json writes it
///     files/NAME           the bytes of each file, by its name
///     files/NAME.2         the same, if they are what the second reference of that name says
///
/// Things of others may refer to one file with a size or a key that is not its own. So each
/// reference that says something else is counted, in the order of the list, and the number tells
/// which one is right.
enum Archive {
    static let format = "weft-bundle"
    static let thingsName = "things.json"

    /// A file, and what the list says of it.
    struct File {
        /// All have its name, and differ in size, key or what it is; at least one.
        fileprivate(set) var references: [BlobReference]
        /// Places of those that are said by the person whose list it is, rising.
        fileprivate(set) var own: [Int] = []

        var nameText: String { references[0].nameText }

        /// The name of its entry, if its bytes are what the reference at `place` says.
        func entryName(_ place: Int) -> String {
            place == 0 ? "files/\(nameText)" : "files/\(nameText).\(place + 1)"
        }

        /// Places of the references that are tried, that person's first: whoever fills the list
        /// with wrong ones costs no more than these, and none of what is theirs.
        var tried: [Int] {
            let others = references.indices.lazy.filter { !own.contains($0) }
            return Array((own + others.prefix(Archive.triedMax)).prefix(Archive.triedMax))
        }
    }

    /// References of one name that are tried.
    static let triedMax = 16

    /// The files that things in our JSON refer to, each once, in their order, thumbnails behind
    /// theirs.
    ///
    /// - Parameter person: whose list it is, by their id; nil if it does not matter.
    /// - Throws: if it is not our JSON.
    static func files(
        in things: [UInt8], of person: String? = nil
    ) throws(Failure) -> [File] {
        do throws(InterchangeError) {
            return files(try Importer(things, format: .weft), of: person)
        } catch {
            throw noList(error)
        }
    }

    /// The same of a list that lies in a file.
    static func files(in things: OpenFile) throws(Failure) -> [File] {
        do throws(InterchangeError) {
            return files(try Importer(things, in: nil, format: .weft), of: nil)
        } catch {
            throw noList(error)
        }
    }

    private static func noList(_ error: InterchangeError) -> Failure {
        Failure(
            .usage, "\(thingsName) is not a list of things: \(error.description)",
            fix: "use a file written by weft export -F \(format)")
    }

    private static func files(_ importer: Importer, of person: String?) -> [File] {
        var files = Files()
        var importer = importer
        while true {
            let batch = importer.next()
            guard !batch.isEmpty else { return files.all }
            for link in batch {
                let isOwn = person.map { $0 == link.author } ?? false
                for reference in references(of: link.draft) { files.add(reference, isOwn) }
            }
        }
    }

    private static func references(of draft: BookmarkDraft) -> [BlobReference] {
        draft.details.filter(\.name.value.isFile).flatMap(\.values)
            .compactMap { BlobReference($0) }
            .flatMap { [$0, $0.thumbnailReference].compactMap { $0 } }
    }

    /// Files as they are met.
    private struct Files {
        private(set) var all: [File] = []
        private var places: [String: Int] = [:]
        private var known: [BlobReference: Int] = [:]

        mutating func add(_ reference: BlobReference, _ isOwn: Bool) {
            // Where it stands among others and what is small of it are no part of what the file is.
            var plain = reference
            (plain.place, plain.thumbnail) = ([1], nil)
            let file = places[plain.nameText] ?? all.count
            if file == all.count {
                all.append(File(references: []))
                places[plain.nameText] = file
            }
            let place = known[plain] ?? all[file].references.count
            if place == all[file].references.count {
                all[file].references.append(plain)
                known[plain] = place
            }
            if isOwn, !all[file].own.contains(place), all[file].own.count < Archive.triedMax {
                all[file].own.append(place)
            }
        }
    }
}
