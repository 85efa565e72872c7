import UnixSystem

/// What every connection of one server needs.
struct RequestService: Sendable {
    let router: HTTPRouter
    let exchanges: Exchanges
    let watcher: HangUpWatcher
    let onFailure: @Sendable (HTTPRequest, any Error) -> Void
}
