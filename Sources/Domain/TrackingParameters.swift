/// Query parameters that identify how a reader arrived, never the content.
///
/// A name is listed only if it belongs to one advertiser or mailer; names with other uses (`ref`, `source`, `si`,
/// `campaign`, `id`) are not. A change here requires a new `CanonicalURL.ruleVersion`.
package enum TrackingParameters {
    /// Full names, lower case.
    package static let names = [
        // Click identifiers: Google, Facebook, Microsoft, X, TikTok, LinkedIn, Yandex, Instagram, Pinterest.
        "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid",
        "fbclid", "msclkid", "twclid", "ttclid", "li_fat_id", "yclid", "ysclid", "_openstat",
        "igshid", "igsh", "epik", "rb_clickid",
        // The referrer parameters of X, and identifiers that Google's analytics passes between sites.
        "ref_src", "ref_url", "_ga", "_gl",
        // Mailers: Mailchimp, HubSpot, Marketo, Vero, Omeda, Wicked.
        "mc_cid", "mc_eid", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking",
        "mkt_tok", "vero_id", "vero_conv", "oly_anon_id", "oly_enc_id", "wickedid",
    ]

    /// Prefixes of names, lower case: campaign parameters of Google and of Matomo, new and old.
    package static let prefixes = ["utm_", "mtm_", "pk_campaign", "pk_kwd", "pk_source"]

    /// Whether a parameter with this name is removed; case is ignored.
    static func contains(_ name: ArraySlice<UInt8>) -> Bool {
        guard (3...32).contains(name.count), let first = name.first else { return false }
        for candidate in table[Int(first | 0x20)] {
            let isLong =
                candidate.isPrefix
                ? name.count >= candidate.bytes.count
                : name.count == candidate.bytes.count
            if isLong, zip(name, candidate.bytes).allSatisfy({ lower($0) == $1 }) { return true }
        }
        return false
    }

    private struct Candidate: Sendable {
        let bytes: [UInt8]
        let isPrefix: Bool
    }

    /// The candidates by their first byte with bit 5 set, so that most names cost one lookup.
    private static let table: [[Candidate]] = {
        var table = [[Candidate]](repeating: [], count: 256)
        let all =
            names.map { Candidate(bytes: Array($0.utf8), isPrefix: false) }
            + prefixes.map { Candidate(bytes: Array($0.utf8), isPrefix: true) }
        for candidate in all { table[Int(candidate.bytes[0] | 0x20)].append(candidate) }
        return table
    }()

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
