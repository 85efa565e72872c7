import CCurl
internal import Faults

/// Runs one request so that another thread can wake it, which curl_easy_perform cannot.
@safe
struct MultiHandle: ~Copyable {
    private let pointer: UnsafeMutableRawPointer
    private let easy: UnsafeMutableRawPointer

    /// Wakes the thread that performs the request.
    ///
    /// `@unchecked Sendable`: curl_multi_wakeup may be called from any thread; who keeps an alarm gives it up, under
    /// a lock, before the handle goes away.
    @safe
    struct Alarm: @unchecked Sendable {
        fileprivate let pointer: UnsafeMutableRawPointer

        /// curl_multi_wakeup
        func ring() { unsafe curl_multi_wakeup(pointer) }
    }

    var alarm: Alarm { unsafe Alarm(pointer: pointer) }

    /// curl_multi_init, curl_multi_add_handle
    init(_ handle: borrowing EasyHandle) throws(WebError) {
        guard let pointer = unsafe curl_multi_init() else { throw Self.failure("libcurl does not start") }
        unsafe self.pointer = unsafe pointer
        unsafe easy = unsafe handle.pointer
        unsafe curl_multi_add_handle(pointer, handle.pointer)
    }

    /// curl_multi_remove_handle, curl_multi_cleanup
    deinit {
        unsafe curl_multi_remove_handle(pointer, easy)
        unsafe curl_multi_cleanup(pointer)
    }

    /// Runs the request to its end and returns how it ended; nil when `isOver` stopped it.
    ///
    /// curl_multi_perform, curl_multi_poll, curl_easy_pause
    func perform(
        _ handle: borrowing EasyHandle, until isOver: () -> Bool, continueWhen mayContinue: () -> Bool
    ) throws(WebError) -> CURLcode? {
        var running: Int32 = 1
        while true {
            if isOver() { return nil }
            if mayContinue() { unsafe curl_easy_pause(easy, CURLPAUSE_CONT) }
            guard unsafe curl_multi_perform(pointer, &running) == CURLM_OK else {
                throw Self.failure("libcurl cannot go on")
            }
            if running == 0 { return isOver() ? nil : result() }
            guard unsafe curl_multi_poll(pointer, nil, 0, 60_000, nil) == CURLM_OK else {
                throw Self.failure("libcurl cannot wait")
            }
        }
    }

    /// curl_multi_info_read
    private func result() -> CURLcode {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(pointer, &left) {
            if unsafe message.pointee.msg == CURLMSG_DONE { return unsafe message.pointee.data.result }
        }
        return CURLE_OK
    }

    private static func failure(_ reason: String) -> WebError {
        WebError(
            code: .failed, message: "cannot send the request", reason: reason,
            next: "check the limits on threads and open files: ulimit -a")
    }
}
