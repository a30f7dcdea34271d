import API
import Domain
import Interchange

/// The photos that are drawn in an outfit: of each garment in sight the first, as far as it is here and
/// may be embedded.
struct OutfitPictures {
    /// By the id of the garment.
    private(set) var pictures: [String: EmbeddedPicture] = [:]
    /// Names of garments whose photo is not drawn although there is one.
    private(set) var missing: [String] = []

    /// Only outlines are drawn.
    init() {}

    /// Those of the garments on these layers.
    init(of layers: [LayerJSON], _ client: Client) throws {
        var asked: Set<String> = []
        var room = EmbeddedPicture.totalBytesMax
        for thing in layers.compactMap(\.thing) where asked.insert(thing.id).inserted {
            let photos = try ThingPhotos(of: ShowThing<Things>(thing.id), client)
            guard let photo = photos.photos.first else { continue }
            guard let picture = try Self.picture(of: photo, client), picture.size <= room else {
                missing.append(thing.name)
                continue
            }
            room -= picture.size
            pictures[thing.id] = picture
        }
    }

    private static func picture(
        of photo: BlobReference, _ client: Client
    ) throws -> EmbeddedPicture? {
        guard let file = EmbeddedPicture.file(of: photo) else { return nil }
        var call = Call(ReadBlob(file))
        call.accept = "*/*"
        do {
            let reply = try client.exchange(call)
            // It is not here yet, or not what is said of it: then the outline is drawn.
            return reply.isSuccess ? EmbeddedPicture(reply.body) : nil
        } catch let failure as Failure where failure.code == .unreachable {
            // It broke off, because what came next cannot be read. Or the node has gone: then this
            // throws.
            _ = try client.send(Call(ShowHealth()))
            return nil
        }
    }
}
