import API
import ArgumentParser
import Domain

/// Options for photos of a new thing.
struct PhotoOptions: NewPhotoOptions {
    @Option(
        help: ArgumentHelp("A photo file; can be repeated.", valueName: "file"),
        completion: .file())
    var photo: [String] = []

    @OptionGroup var way: PhotoUploadOptions

    func validate() throws {
        try way.check(photo.count)
    }

    func put(_ client: Client, _ output: Output) throws -> [Detail] {
        let put = try way.put(photo, client, output)
        return put.isEmpty ? [] : [Detail(.photo, put)]
    }
}

/// The options for changes of the photos of a thing.
struct PhotoChangeOptions: PhotoEditOptions {
    @Option(
        help: ArgumentHelp("Add a photo after the others.", valueName: "file"),
        completion: .file())
    var addPhoto: [String] = []

    @Option(
        help: ArgumentHelp(
            "Remove this photo, by its number in weft photo ls.", valueName: "number"))
    var removePhoto: [Int] = []

    @Option(
        help: ArgumentHelp(
            "New order of photos: 2,1. The others follow.", valueName: "numbers"))
    var photoOrder: String?

    @OptionGroup var way: PhotoUploadOptions

    func validate() throws {
        try way.check(addPhoto.count)
        if photoOrder != nil, !addPhoto.isEmpty || !removePhoto.isEmpty {
            throw ValidationError("--photo-order cannot be combined: the numbers would change.")
        }
    }

    /// Whether the options change nothing.
    var isEmpty: Bool { addPhoto.isEmpty && removePhoto.isEmpty && photoOrder == nil }

    /// The change of a thing; nil if there is none.
    func change(
        of thing: ShowThing<some ThingPaths>, _ client: Client, _ output: Output
    ) throws -> DetailChange? {
        guard !isEmpty else { return nil }
        guard photoOrder != nil || !removePhoto.isEmpty else {
            return DetailChange(.photo, add: try way.put(addPhoto, client, output))
        }
        let photos = try ThingPhotos(of: thing, client)
        if let photoOrder {
            let order = try photos.ordered(photoOrder)
            let moved = order.moved()
            // One that is put where it stands changes nothing, and the node tells the thing as it is.
            return DetailChange(.photo, add: (moved.isEmpty ? order : moved).map(\.text))
        }
        let gone = try removePhoto.map { try photos[$0].text }
        return DetailChange(.photo, add: try way.put(addPhoto, client, output), remove: gone)
    }
}

/// The options for the upload of photos.
struct PhotoUploadOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A thumbnail for each photo, at most 32 KiB (default: made by an installed "
                + "program, if there is one).", valueName: "file"),
        completion: .file())
    var thumbnail: [String] = []

    @Flag(help: "Keep metadata (place, time, camera) in photos.")
    var keepMetadata = false

    @Option(
        help: ArgumentHelp(
            "Rotate each photo clockwise by 90, 180 or 270 degrees, using an installed program.",
            valueName: "degrees"))
    var rotate: Int?

    @Option(
        help: ArgumentHelp(
            "Crop each photo to this part, in pixels from the left and top after rotation: "
                + "0,120,800,600.", valueName: "x,y,w,h"))
    var crop: String?

    /// Holds what was typed together against the number of photos.
    func check(_ photos: Int) throws {
        guard thumbnail.isEmpty || thumbnail.count == photos else {
            throw ValidationError(
                "Pass --thumbnail once for each photo, in the same order, or not at all.")
        }
        if photos == 0, keepMetadata {
            throw ValidationError("--keep-metadata needs a photo.")
        }
        guard try PhotoEdit(crop: crop, rotate: rotate) != nil else { return }
        if photos == 0 { throw ValidationError("--crop and --rotate need a photo.") }
        if keepMetadata {
            throw ValidationError(
                "--keep-metadata cannot be combined with --crop or --rotate: the metadata "
                    + "may contain a small copy of the whole photo.")
        }
    }

    /// Puts the files in.
    ///
    /// - Returns: what to put among the photos of a thing.
    func put(_ paths: [String], _ client: Client, _ output: Output) throws -> [String] {
        guard let edit = try PhotoEdit(crop: crop, rotate: rotate) else {
            return try Self.put(
                paths, thumbnails: thumbnail, keepsMetadata: keepMetadata, client, output)
        }
        let program = try PhotoEditProgram()
        defer { program.remove() }
        let edited = try paths.map { try program.edited($0, edit) }
        return try Self.put(
            edited, thumbnails: thumbnail, keepsMetadata: keepMetadata, client, output)
    }

    /// The same for who has said it otherwise; without `thumbnails` a program makes them.
    static func put(
        _ paths: [String], thumbnails: [String], keepsMetadata: Bool, _ client: Client,
        _ output: Output
    ) throws -> [String] {
        // None is put in if one cannot be.
        let files = try paths.map { try UploadFile($0, as: .photo) }
        var photos: [String] = []
        for (place, file) in files.enumerated() {
            let small: String?
            if thumbnails.isEmpty {
                small = try made(of: file.path, keepsMetadata, client, output)
            } else {
                let picture = try UploadFile(thumbnails[place], as: .thumbnail)
                small = try upload(picture, as: .thumbnail, keepsMetadata, nil, client)
            }
            photos.append(try upload(file, as: .photo, keepsMetadata, small, client))
        }
        return photos
    }

    // A photo of which no thumbnail can be made is shown itself.
    private static func made(
        of path: String, _ keepsMetadata: Bool, _ client: Client, _ output: Output
    ) throws -> String? {
        let drawer = ThumbnailProgram()
        defer { drawer.remove() }
        guard let path = drawer.thumbnail(of: path) else {
            output.trace("no program could make a thumbnail of \(path)")
            return nil
        }
        return try upload(
            UploadFile(path, as: .thumbnail), as: .thumbnail, keepsMetadata, nil, client)
    }

    private static func upload(
        _ file: UploadFile, as use: BlobUse, _ keepsMetadata: Bool, _ small: String?,
        _ client: Client
    ) throws -> String {
        var call = Call(PutBlob(as: use, thumbnail: small, keepMetadata: keepsMetadata))
        call.file = file
        let kept: BlobJSON
        do {
            kept = try client.send(call).decoded(as: BlobJSON.self)
        } catch let failure as Failure where failure.problem != nil {
            throw failure.about(file.path)
        }
        guard let photo = kept.photo else {
            throw Failure(.failure, "the node did not name the uploaded file")
        }
        return photo
    }
}

/// The photos of one thing, counted from 1 in their order; of a link its thumbnail.
struct ThingPhotos {
    let photos: [BlobReference]
    let id: String
    /// The command that adds one.
    let change: String

    /// Those of a thing.
    init(of asked: ShowThing<some ThingPaths>, _ client: Client) throws {
        let (_, reply) = try client.send(asked)
        let thing = try reply.decoded(as: ThingJSON.self)
        id = thing.shortID
        let texts: [String]
        switch thing {
        case .link(let link):
            texts = link.thumbnail.map { [$0] } ?? []
            change = "weft edit \(id) --thumbnail FILE"
        case .named(let thing):
            texts = thing.details[.photo]
            let noun = thing.type == Kind.outfit.word ? thing.type : Kind.garment.word
            change = "weft \(noun) edit \(id) --add-photo FILE"
        }
        photos = texts.compactMap { BlobReference($0) }
    }

    subscript(_ number: Int) -> BlobReference {
        get throws {
            guard number > 0, photos.indices.contains(number - 1) else {
                let count = Counted.words(photos.count, "photo")
                throw Failure(
                    .notFound, "there is no photo \(number): \(id) has \(count)",
                    fix: "weft photo ls \(id)")
            }
            return photos[number - 1]
        }
    }

    /// All of them in this order, with the places that they have.
    func ordered(_ text: String) throws -> [BlobReference] {
        var order: [BlobReference] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = Int(word.filter { $0 != " " }) else {
                throw Failure(
                    .usage, "\"\(text.prefix(80))\" is not an order of photos",
                    fix: "list their numbers: --photo-order 2,1")
            }
            let photo = try self[number]
            guard !order.contains(photo) else {
                throw Failure(
                    .usage, "photo \(number) is listed twice",
                    fix: "list each once: --photo-order 2,1")
            }
            order.append(photo)
        }
        order += photos.filter { !order.contains($0) }
        return order
    }
}
