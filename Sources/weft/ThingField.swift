import Domain

/// A field of a thing that every kind may have, with the label under which people see it. The details of its kind
/// stand between them, under labels of their own (`DetailName.label`).
enum ThingField: String {
    case id
    case name
    case kind
    case distance
    case costPerWear = "cost per wear"
    case map = "on a map"
    /// The things that refer to it.
    case holder = "in"
    /// The things that refer to it, if it is a place.
    case visitor = "there"
    case url
    case tags
    case audiences = "visible to"
    /// The person whose it is.
    case author
    case reactions
    case trash = "in the trash"
    case added
    case changed
}

extension DetailName {
    /// The label under which people see it: its word, but its member of JSON if the word is the label of a field. So
    /// no thing shows two fields under one label: a paper has `authors`, and the `author` who added it.
    var label: String { ThingField(rawValue: word) == nil ? word : member }
}
