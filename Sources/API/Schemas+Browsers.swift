extension Schemas {
    static let browsers: [ObjectSchema] = [
        ObjectSchema(IndexJSON.self),
        NewBrowserCode.bodySchema,
        OpenSession.bodySchema,
        NewTicket.bodySchema,
        ObjectSchema(BrowserCodeJSON.self),
        ObjectSchema(SessionTokensJSON.self),
        ObjectSchema(SessionJSON.self),
        ObjectSchema(TicketJSON.self),
    ]
}
