import API
import Domain
import Testing

@Suite struct ProblemTests {
    @Test(arguments: [
        (Problem.Code.notFound, 404), (.ambiguous, 409), (.invalidValue, 422),
        (.invalidQuery, 400), (.conflict, 409), (.notYours, 403), (.readOnly, 503),
        (.tooMany, 422), (.invalidTicket, 422), (.roleRequired, 403),
        (.preconditionFailed, 412),
    ])
    func `every code of the node has its status`(code: Problem.Code, status: Int) {
        let told = ProblemJSON(Problem(code, "d"))

        #expect(told.code == code.rawValue)
        #expect(told.status == status)
        #expect(told.type == "urn:weft:error:" + code.rawValue)
    }

    @Test(arguments: [
        (ProblemJSON.Code.badJSON, 400), (.badRequest, 400), (.methodNotAllowed, 405),
        (.preconditionFailed, 412), (.payloadTooLarge, 413), (.headTooLarge, 431),
        (.unsupportedMediaType, 415),
        (.internalError, 500), (.busy, 503), (.timeout, 504), (.keyInUse, 409),
        (.answerNotKept, 409), (.keyReused, 422),
    ])
    func `every code of HTTP has its status`(code: ProblemJSON.Code, status: Int) {
        #expect(code.status == status)
    }

    @Test func `the codes of the node are all among those of the interface`() {
        for code in Problem.Code.allCases {
            #expect(ProblemJSON.Code(rawValue: code.rawValue) == ProblemJSON.Code(code))
        }
    }

    @Test func `a problem is told with its members`() throws {
        #expect(
            text(Samples.problem) == """
                {"code":"invalid_value","detail":"d",\
                "errors":[{"message":"d","pointer":"/url"}],"fix":"f","request_id":"r",\
                "status":422,"title":"A value is invalid",\
                "type":"urn:weft:error:invalid_value"}
                """)
    }

    @Test func `a problem without a fix has none`() throws {
        #expect(text(ProblemJSON(.notFound, "d")).contains("fix") == false)
    }
}
