import Domain

extension Routes {
    static let outfits: [Route] = [
        get(
            .listOutfits, "/v1/outfits", "Outfits that match a search", .page("Outfit"), paging,
            searching),
        write(
            .addOutfit, .post, "/v1/outfits", "Create an outfit from garments", body: "NewOutfit",
            answer: .named("Kept"), statuses: [201], keeping),
        get(
            .suggestOutfit, "/v1/outfits/suggest", "Suggest an outfit, with reasons",
            .named("Advice"),
            [
                query("day", .string, "The day, such as 2026-01-31"),
                query("occasion", .string, "Such as work"),
                query("season", .word(Garment.seasons), "Only what is worn then"),
            ], [.invalidValue]),
        get(
            .showOutfit, "/v1/outfits/{id}", "One outfit with its layers", .named("Outfit"), [],
            [.notFound, .ambiguous]),
        write(
            .editOutfit, .patch, "/v1/outfits/{id}", "Change an outfit", body: "EditOutfit",
            answer: .named("Outfit"), taking: [ifMatch], changing),
        write(
            .removeOutfit, .delete, "/v1/outfits/{id}", "Move an outfit to the trash", body: nil,
            answer: .named("Done"), taking: [ifMatch, dryRun],
            [.notFound, .ambiguous, .notYours, .preconditionFailed, .readOnly]),
        write(
            .arrangeOutfit, .post, "/v1/outfits/{id}/layout", "Put on, move and take off",
            body: "Layout", answer: .named("Outfit"), taking: [ifMatch], changing),
        write(
            .wearOutfit, .post, "/v1/outfits/{id}/wear",
            "Note a day on which it was worn, with one's own garments in it", body: "Wear",
            answer: .named("Outfit"), taking: [ifMatch], changing),
        write(
            .cloneOutfit, .post, "/v1/outfits/{id}/clone",
            "Keep one's own, with the garments that can be seen", body: "Clone",
            answer: .named("Kept"), statuses: [201], keeping),
        write(
            .cloneGarment, .post, "/v1/garments/{id}/clone", "Keep one's own of a garment",
            body: "Clone", answer: .named("Kept"), statuses: [201], keeping),
    ]

    static let closets: [Route] = [
        get(
            .listClosets, "/v1/closets", "Closets that match a search", .page("Closet"), paging,
            searching),
        write(
            .addCloset, .post, "/v1/closets", "Keep a closet", body: "NewCloset",
            answer: .named("Kept"), statuses: [201], keeping),
        get(
            .showStats, "/v1/closets/stats", "What one's garments are worth, and how they are worn",
            .named("ClosetStats"), [], []),
        get(
            .showCloset, "/v1/closets/{id}", "One closet with what hangs in it", .named("Closet"),
            [], [.notFound, .ambiguous]),
        write(
            .editCloset, .patch, "/v1/closets/{id}", "Change a closet", body: "EditCloset",
            answer: .named("Closet"), taking: [ifMatch], changing),
        write(
            .removeCloset, .delete, "/v1/closets/{id}",
            "Move a closet to the trash; what hangs in it stays", body: nil,
            answer: .named("Done"), taking: [ifMatch, dryRun],
            [.notFound, .ambiguous, .notYours, .preconditionFailed, .readOnly]),
        write(
            .fillCloset, .post, "/v1/closets/{id}/things", "Put things in, and take things out",
            body: "Fill", answer: .named("Closet"), taking: [ifMatch], changing),
        get(
            .showClosetStats, "/v1/closets/{id}/stats",
            "What the garments in it are worth, and how they are worn", .named("ClosetStats"), [],
            [.notFound, .ambiguous]),
    ]

    private static let changing: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .invalidValue, .tooMany, .notYours, .roleRequired,
        .preconditionFailed, .readOnly,
    ]
}
