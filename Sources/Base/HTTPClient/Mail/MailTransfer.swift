import CCurl
internal import Faults

/// One message on its way to a mail server, on the calling thread.
@safe
final class MailTransfer {
    private let message: [UInt8]
    private var sent = 0
    private var dialogue = MailDialogue()

    init(_ message: [UInt8]) { self.message = message }

    /// The recipient because of whom the server, which answered with this, takes nothing of the message: its address does not
    /// exist there, or not any more. Nil where nothing of that kind is the cause.
    var refused: (recipient: String, answer: String)? { dialogue.refused }

    /// curl_easy_init, curl_easy_perform, curl_easy_cleanup, curl_slist_append, curl_slist_free_all
    func run(_ client: MailClient, from sender: String, to recipients: [String]) throws(WebError) {
        let place = client.server
        let addresses = [sender] + recipients
        guard !addresses.contains(where: { $0.utf8.contains { $0 <= 0x20 || $0 == 0x3C || $0 == 0x3E || $0 >= 0x7F } })
        else {
            throw WebError(
                code: .badAddress, message: "cannot send mail by \(place)",
                reason: "an address holds a space, a bracket or a character beyond ASCII", next: "correct the addresses"
            )
        }
        guard EasyHandle.isReady, let handle = unsafe curl_easy_init() else {
            throw WebError(
                code: .failed, message: "cannot reach \(place)", reason: "libcurl does not start",
                next: "check the installation of libcurl")
        }
        defer { unsafe curl_easy_cleanup(handle) }
        let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        defer { unsafe errorText.deallocate() }
        var list: UnsafeMutablePointer<curl_slist>?
        for recipient in recipients { unsafe list = unsafe curl_slist_append(list, recipient) }
        defer { unsafe curl_slist_free_all(list) }
        unsafe set(handle, client)
        unsafe waymark_set_text(handle, CURLOPT_MAIL_FROM, sender)
        unsafe waymark_set_list(handle, CURLOPT_MAIL_RCPT, list)
        unsafe waymark_set_number(handle, CURLOPT_UPLOAD, 1)
        unsafe waymark_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(message.count))
        unsafe waymark_set_context(handle, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
        unsafe waymark_set_callback(handle, CURLOPT_READFUNCTION, Self.read)
        unsafe waymark_set_context(handle, CURLOPT_ERRORBUFFER, errorText)
        // Which recipient is refused is in the dialogue alone.
        unsafe waymark_set_number(handle, CURLOPT_VERBOSE, 1)
        unsafe waymark_set_trace(handle, Self.hear)
        unsafe waymark_set_context(handle, CURLOPT_DEBUGDATA, Unmanaged.passUnretained(self).toOpaque())
        let result = unsafe curl_easy_perform(handle)
        guard result != CURLE_OK else { return }
        let own = unsafe String(cString: errorText)
        let detail = unsafe own.isEmpty ? String(cString: curl_easy_strerror(result)) : own
        throw unsafe Self.explain(result, detail: detail, of: handle, place: place)
    }

    private func set(_ handle: UnsafeMutableRawPointer, _ client: MailClient) {
        let scheme = client.security == .tls ? "smtps" : "smtp"
        unsafe waymark_set_number(handle, CURLOPT_NOSIGNAL, 1)
        unsafe waymark_set_text(handle, CURLOPT_URL, "\(scheme)://\(client.server)")
        unsafe waymark_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        // Whatever the environment says: the settings name the server.
        unsafe waymark_set_text(handle, CURLOPT_PROXY, "")
        let seconds = Int(clamping: client.timeout.components.seconds)
        unsafe waymark_set_number(handle, CURLOPT_TIMEOUT_MS, max(1, seconds * 1_000))
        unsafe waymark_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, max(1, seconds * 1_000))
        if client.security != .none { unsafe waymark_set_number(handle, CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)) }
        if let path = client.certificateAuthorities { unsafe waymark_set_text(handle, CURLOPT_CAINFO, path) }
        guard let login = client.login else { return }
        unsafe waymark_set_text(handle, CURLOPT_USERNAME, login.user)
        unsafe waymark_set_text(handle, CURLOPT_PASSWORD, login.password)
    }

    /// CURLOPT_READFUNCTION, which has the form of a callback for writing.
    private static let read: curl_write_callback = { buffer, size, count, context in
        guard let buffer = unsafe buffer, let context = unsafe context else { return 0 }
        let transfer = unsafe Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue()
        let part = transfer.message[transfer.sent...].prefix(size * count)
        for (offset, byte) in part.enumerated() { unsafe buffer[offset] = CChar(bitPattern: byte) }
        transfer.sent += part.count
        return part.count
    }

    /// CURLOPT_DEBUGFUNCTION
    private static let hear: curl_debug_callback = { _, kind, text, count, context in
        guard kind == CURLINFO_HEADER_IN || kind == CURLINFO_HEADER_OUT, let text = unsafe text,
            let context = unsafe context
        else { return 0 }
        let transfer = unsafe Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue()
        let line = unsafe UnsafeBufferPointer(start: text, count: count).map { UInt8(bitPattern: $0) }
        transfer.dialogue.hear(String(decoding: line, as: UTF8.self), isOwn: kind == CURLINFO_HEADER_OUT)
        return 0
    }

    /// See: man 3 libcurl-errors, RFC 5321, section 4.2
    private static func explain(
        _ result: CURLcode, detail: String, of handle: UnsafeMutableRawPointer, place: String
    ) -> WebError {
        let answer = unsafe waymark_get_number(handle, CURLINFO_RESPONSE_CODE)
        switch result {
        case CURLE_LOGIN_DENIED:
            return WebError(
                code: .notPermitted, message: "cannot send mail by \(place)", reason: "it refuses user or password",
                next: "check them with the mail server's operator")
        case CURLE_USE_SSL_FAILED:
            return WebError(
                code: .tlsFailed, message: "cannot send mail by \(place)", reason: "it does not offer TLS",
                next: "use a server with TLS: without it the mail and the password could be read on the way")
        case _ where answer >= 400:
            return WebError(
                code: .failed, message: "cannot send mail by \(place)", reason: "it answers \(answer) (\(detail))",
                next: "check the addresses, and look at the mail server's log")
        default:
            let systemError = unsafe Int32(clamping: waymark_get_number(handle, CURLINFO_OS_ERRNO))
            let verification = unsafe waymark_get_number(handle, CURLINFO_SSL_VERIFYRESULT)
            return WebError(
                result, systemError: systemError, verification: verification, wasConnected: false, detail: detail,
                place: place, isUnixSocket: false)
        }
    }
}
