import API
import Testing

struct AcceptedTypesTests {
    @Test(arguments: [
        ([], "text/event-stream"),
        (["application/json"], "application/json"),
        (["application/json;q=0.1, text/event-stream"], "text/event-stream"),
        (["text/event-stream;q=0.5", "application/json; q=0.8"], "application/json"),
        (["APPLICATION/JSON; charset=utf-8"], "application/json"),
        (["*/*"], "text/event-stream"),
        (["application/*, */*;q=0.1"], "application/x-ndjson"),
        (["application/json, */*"], "application/json"),
        (["application/*;q=0.9, application/x-ndjson;q=0"], "application/json"),
        (["text/html, application/json;q=0.9, */*;q=0.8"], "application/json"),
        (["image/png"], "text/event-stream"),
        (["application/json;q=2"], "text/event-stream"),
        (["application/json;q=x, application/x-ndjson;q=0.001"], "application/x-ndjson"),
        (["application/jsonp"], "text/event-stream"),
        ([";;;,,/"], "text/event-stream"),
    ])
    func `the type that is liked most is sent`(fields: [String], best: String) {
        let offers = ["text/event-stream", "application/x-ndjson", "application/json"]

        #expect(AcceptedTypes(fields).best(of: offers) == best)
    }
}
