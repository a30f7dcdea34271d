import API
import Domain
import HTTPTypes
import HummingbirdCore
import Interchange

extension Service {
    /// Shows the thing that the node answered as a page for people without the program, with the pictures that are
    /// here in it, as many as have room.
    func page(_ answer: Answer) async throws -> Response {
        guard case .bookmark(let thing) = answer else { throw unexpected(answer) }
        let (pictures, missing) = await pictures(of: thing)
        return Replies.text(
            PageWriter.page(of: thing, with: pictures, missing: missing), Routes.pageType,
            headers: [
                .contentSecurityPolicy:
                    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                    + "frame-ancestors 'none'",
                .cacheControl: "no-store",
            ])
    }

    private func pictures(of thing: Bookmark) async -> ([EmbeddedPicture], missing: Int) {
        var pictures: [EmbeddedPicture] = []
        var missing = 0
        var room = EmbeddedPicture.totalBytesMax
        for detail in thing.details where detail.name.value.isFile {
            for reference in detail.values.compactMap({ BlobReference($0) })
            where reference.type.isImage || reference.thumbnail != nil {
                guard let picture = await picture(of: reference), picture.size <= room else {
                    missing += 1
                    continue
                }
                room -= picture.size
                pictures.append(picture)
            }
        }
        return (pictures, missing)
    }

    // Nil for what is not here, does not open, or is no picture that is embedded.
    private func picture(of reference: BlobReference) async -> EmbeddedPicture? {
        guard let file = EmbeddedPicture.file(of: reference) else { return nil }
        let about = BlobQuery.about(name: file.name, as: file)
        guard case .blob(.state(let state)) = await door.ask(.query(.blob(about))), state.isHere,
            // At most 256 KiB: one slice.
            case .blob(.part(let part)) = await door.ask(
                .query(.blob(.read(name: file.name, from: 0, count: file.size, as: file)))),
            part.bytes.count == file.size
        else { return nil }
        return EmbeddedPicture(part.bytes)
    }
}
