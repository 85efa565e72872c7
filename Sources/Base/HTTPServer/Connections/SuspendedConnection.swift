import CMicroHTTPD

/// A connection that libmicrohttpd leaves alone until it is resumed, which must happen exactly once.
///
/// `@unchecked Sendable`: the pointer is used for one call only, MHD_resume_connection, which any thread may make;
/// and a suspended connection is not freed (microhttpd.h, MHD_suspend_connection).
@safe
struct SuspendedConnection: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Suspends a connection. Only the daemon's own callbacks may do that.
    ///
    /// MHD_suspend_connection
    init(_ connection: OpaquePointer) {
        unsafe MHD_suspend_connection(connection)
        unsafe pointer = unsafe connection
    }

    /// MHD_resume_connection
    consuming func resume() { unsafe MHD_resume_connection(pointer) }
}
