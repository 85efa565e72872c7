package import HTTPServer
internal import PageFiles

/// The web console: pages, scripts and texts that the daemon carries inside itself. They hold no secret and say nothing
/// about the station, so anyone who may connect may have them; everything else comes from the API.
package struct ConsolePages: Sendable {
    private let files: [PageFile]

    /// Throws when libcrypto cannot compute SHA-256.
    package init() throws {
        files = try ConsoleFile.all()
    }

    /// Adds the pages' routes: `/`, and everything under `/console/`.
    ///
    /// `admission` decides by a request's line and headers whether it is for us.
    package func add(to router: inout HTTPRouter, admission: @escaping HTTPRouter.Admission) {
        files.add(to: &router, admission: admission)
    }

    /// Nothing but our own files runs, styles or is drawn; no script can make markup out of text; no page may frame
    /// this one.
    static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ].joined(separator: "; ")
}
