internal import HTTPMessages
import UnixSystem

/// What every connection of one server needs.
struct RequestService: Sendable {
    let router: HTTPRouter
    let exchanges: Exchanges
    let watcher: HangUpWatcher
    let spool: BodySpool
    let heads: RequestHeadTimeout
    /// Of one endpoint.
    var connections: ConnectionLimits
    let lingering = LingeringClose()
    /// Header fields of every response that does not bring its own.
    let commonHeaders: HTTPHeaders
    let onFailure: @Sendable (HTTPRequest, any Error) -> Void
    let onAnswer: @Sendable (WebServer.Answer) -> Void

    func dressed(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        for field in commonHeaders.fields where response.headers[field.name] == nil {
            response.headers.add(field.name, field.value)
        }
        return response
    }
}
