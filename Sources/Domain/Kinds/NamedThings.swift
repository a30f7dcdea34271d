extension Detail {
    /// The things that its values name.
    fileprivate func named() -> [ThingReference] {
        values.compactMap { value in
            switch name.value {
            case .reference, .place: return ThingReference(text: value)
            case .mark:
                guard case .garment(let garment)? = CanvasMark(text: value)?.aspect else {
                    return nil
                }
                return garment
            default: return nil
            }
        }
    }

    /// Returns the detail with references replaced as given; others stay.
    fileprivate func renamed(_ names: [ThingReference: ThingReference]) -> Detail {
        let renamed = values.map { value -> String in
            switch name.value {
            case .reference, .place:
                return ThingReference(text: value).flatMap { names[$0]?.text } ?? value
            case .mark:
                guard let mark = CanvasMark(text: value), case .garment(let garment) = mark.aspect,
                    let other = names[garment]
                else { return value }
                return CanvasMark(mark.layer, .garment(other), edit: mark.edit).text
            default: return value
            }
        }
        return Detail(name, renamed)
    }
}

extension BookmarkDraft {
    /// The other things it names, as an outfit names garments.
    package var named: [ThingReference] { details.flatMap { $0.named() } }

    /// Returns the draft with references replaced as given: the same things have other references in another replica.
    package func renaming(_ names: [ThingReference: ThingReference]) -> BookmarkDraft {
        var kept = self
        kept.details = details.map { $0.renamed(names) }
        return kept
    }
}
