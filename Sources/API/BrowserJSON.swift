/// A code that opens the page in one browser.
package struct BrowserCodeJSON: JSONShape {
    package var code = ""
    package var url: String?
    package var expiresAt = ""

    package static let shape = "BrowserCode"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("code", &code, "The code: six letters, or 52 characters of base 32.")
        fields.member(
            "url", &url, "The address that opens the page by it; absent for one to type.")
        fields.member("expires_at", &expiresAt, as: .time, "Until when it counts.")
    }

    /// A code that counts until `expiresAt`, RFC 3339.
    package init(code: String, url: String?, expiresAt: String) {
        self.code = code
        self.url = url
        self.expiresAt = expiresAt
    }
}

/// The tokens that a browser sends from now on. Only the answer that opens the session has them.
package struct SessionTokensJSON: JSONShape {
    package var number = 0
    package var token = ""
    package var filesToken = ""

    package static let shape = "BrowserTokens"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("number", &number, "The number of the session.")
        fields.member("token", &token, "For `Authorization: Bearer`; opens what the page needs.")
        fields.member(
            "files_token", &filesToken,
            "For `?token=` of a file, where no header can be sent; opens nothing else.")
    }

    /// The tokens of the session with this number.
    package init(number: Int, token: String, filesToken: String) {
        self.number = number
        self.token = token
        self.filesToken = filesToken
    }
}

/// A browser that may open the page.
package struct SessionJSON: JSONShape {
    package var number = 0
    package var name = ""
    package var createdAt = ""
    package var usedAt = ""
    package var isThis = false

    package static let shape = "BrowserSession"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("number", &number, "The number that names it in a path.")
        fields.member("name", &name, "Its name for itself.")
        fields.member("created_at", &createdAt, as: .time, "The time when it was opened.")
        fields.member("used_at", &usedAt, as: .time, "The time when it asked last, to the hour.")
        fields.member("this", &isThis, "It is the one that asks.")
    }

    /// All fields; times in RFC 3339.
    package init(number: Int, name: String, createdAt: String, usedAt: String, isThis: Bool) {
        self.number = number
        self.name = name
        self.createdAt = createdAt
        self.usedAt = usedAt
        self.isThis = isThis
    }
}

/// A ticket for one address.
package struct TicketJSON: JSONShape {
    package var url = ""
    package var expiresAt = ""

    package static let shape = "BrowserTicket"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("url", &url, "The target with the ticket in it.")
        fields.member("expires_at", &expiresAt, as: .time, "Until when it counts.")
    }

    /// A ticket that stands in `url` and counts until `expiresAt`, RFC 3339.
    package init(url: String, expiresAt: String) {
        self.url = url
        self.expiresAt = expiresAt
    }
}
