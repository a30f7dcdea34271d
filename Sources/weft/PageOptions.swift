import API
import ArgumentParser
import Domain

/// Options for saved files of a link's page.
struct PageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A saved copy of its page: one HTML file, as from SingleFile.", valueName: "file"),
        completion: .file())
    var snapshot: String?

    @Option(
        help: ArgumentHelp("A picture of its page.", valueName: "file"),
        completion: .file())
    var thumbnail: String?

    @Flag(help: "Keep metadata (place, time, camera) in the picture.")
    var keepMetadata = false

    func validate() throws {
        if thumbnail == nil, keepMetadata {
            throw ValidationError("--keep-metadata needs --thumbnail.")
        }
    }

    /// None is named.
    var isEmpty: Bool { snapshot == nil && thumbnail == nil }

    /// Puts the files in; of none nothing.
    func put(_ client: Client, _ output: Output) throws -> PageFiles {
        // None is put in if one cannot be.
        let page = try snapshot.map { try UploadFile($0, as: .snapshot) }
        if let thumbnail { _ = try UploadFile(thumbnail, as: .photo) }
        var files = PageFiles()
        if let thumbnail {
            files.thumbnail = try PhotoUploadOptions.put(
                [thumbnail], thumbnails: [], keepsMetadata: keepMetadata, client, output
            ).first
        }
        if let page {
            let (reference, title) = try Self.put(page, client)
            (files.snapshot, files.title) = (reference, title)
        }
        return files
    }

    /// Puts in one page.
    static func put(
        page path: String, _ client: Client
    ) throws -> (reference: String, title: String?) {
        try put(UploadFile(path, as: .snapshot), client)
    }

    private static func put(
        _ page: UploadFile, _ client: Client
    ) throws -> (reference: String, title: String?) {
        var call = Call(PutBlob(as: .snapshot))
        call.file = page
        do {
            let kept = try client.send(call).decoded(as: BlobJSON.self)
            guard let reference = kept.photo else {
                throw Failure(.failure, "the node did not name the uploaded file")
            }
            return (reference, kept.title)
        } catch let failure as Failure where failure.problem != nil {
            throw failure.about(page.path)
        }
    }
}

/// The references of uploaded files.
struct PageFiles {
    var thumbnail: String?
    var snapshot: String?
    /// The title in the page.
    var title: String?
}
