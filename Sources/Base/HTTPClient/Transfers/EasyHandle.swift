import CCurl
internal import Faults
import Glibc
internal import HTTPMessages

/// One request as libcurl knows it.
@safe
struct EasyHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer
    private let receiver: Receiver
    private let place: String
    private let isUnixSocket: Bool
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var routes: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>

    /// curl_global_init, once.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// curl_easy_init
    init(_ request: WebRequest, client: WebClient, receiver: Receiver, place: String) throws(WebError) {
        let fields = try Self.headerLines(of: request, place: place)
        guard Self.isReady, let pointer = unsafe curl_easy_init() else {
            throw WebError(
                code: .failed, message: "cannot reach \(place)", reason: "libcurl does not start",
                next: "check the installation of libcurl")
        }
        unsafe self.pointer = unsafe pointer
        self.receiver = receiver
        self.place = place
        if case .unixSocket = client.route { isUnixSocket = true } else { isUnixSocket = false }
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(client)
        set(request)
        for field in fields { unsafe headers = unsafe curl_slist_append(headers, field) }
        unsafe waymark_set_list(pointer, CURLOPT_HTTPHEADER, headers)
        if let server = client.connectTo {
            unsafe routes = unsafe curl_slist_append(nil, "::\(server)")
            unsafe waymark_set_list(pointer, CURLOPT_CONNECT_TO, routes)
        }
        unsafe waymark_set_context(pointer, CURLOPT_ERRORBUFFER, errorText)
        let context = unsafe Unmanaged.passUnretained(receiver).toOpaque()
        unsafe waymark_set_context(pointer, CURLOPT_HEADERDATA, context)
        unsafe waymark_set_context(pointer, CURLOPT_WRITEDATA, context)
        unsafe waymark_set_callback(pointer, CURLOPT_HEADERFUNCTION, Receiver.headerCallback)
        unsafe waymark_set_callback(pointer, CURLOPT_WRITEFUNCTION, Receiver.bodyCallback)
    }

    /// curl_easy_cleanup, curl_slist_free_all
    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(headers)
        unsafe curl_slist_free_all(routes)
        unsafe errorText.deallocate()
    }

    private func set(_ option: CURLoption, _ number: Int) {
        unsafe waymark_set_number(pointer, option, number)
    }

    private func set(_ option: CURLoption, _ text: String) { unsafe waymark_set_text(pointer, option, text) }

    private func set(_ client: WebClient) {
        // Without it libcurl uses signals for time-outs, which threads share.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(client.connectTimeout))
        if let timeout = client.timeout { set(CURLOPT_TIMEOUT_MS, Self.milliseconds(timeout)) }
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        if client.redirectLimit > 0 {
            set(CURLOPT_FOLLOWLOCATION, 1)
            set(CURLOPT_MAXREDIRS, client.redirectLimit)
            set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        }
        if let family = client.addressFamily {
            set(CURLOPT_IPRESOLVE, family == .ipv4 ? Int(CURL_IPRESOLVE_V4) : Int(CURL_IPRESOLVE_V6))
        }
        if let path = client.certificateAuthorities { set(CURLOPT_CAINFO, path) }
        if case .unixSocket(let path) = client.route {
            set(CURLOPT_UNIX_SOCKET_PATH, path)
            // Whatever the environment says: a socket needs no proxy.
            set(CURLOPT_PROXY, "")
            set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        }
    }

    private func set(_ request: WebRequest) {
        set(CURLOPT_URL, request.url)
        if request.url.hasPrefix("https:") { set(CURLOPT_REDIR_PROTOCOLS_STR, "https") }
        if request.method == "HEAD" { set(CURLOPT_NOBODY, 1) }
        if let body = request.body {
            unsafe waymark_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            unsafe body.withUnsafeBytes { bytes in
                // The copy is libcurl's. An empty array has no address, which would mean "no body".
                if let start = bytes.baseAddress, !body.isEmpty {
                    _ = unsafe waymark_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, start)
                } else {
                    set(CURLOPT_COPYPOSTFIELDS, "")
                }
            }
        }
        set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    private static func headerLines(of request: WebRequest, place: String) throws(WebError) -> [String] {
        var fields = request.headers.fields.map {
            $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)"
        }
        // Otherwise libcurl calls every body a form.
        if request.body != nil, request.headers["Content-Type"] == nil { fields.append("Content-Type:") }
        for field in fields {
            guard !field.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
                throw WebError(
                    code: .badAddress, message: "cannot reach \(place)",
                    reason: "a header holds a line break",
                    next: "remove it")
            }
        }
        return fields
    }

    /// At least one: to libcurl 0 means "for ever", or its own choice.
    private static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return max(1, Int(clamping: seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    /// How the transfer ended, in our words.
    func explain(_ result: CURLcode) -> Result<Void, any Error> {
        guard result != CURLE_OK else { return .success(()) }
        let own = unsafe String(cString: errorText)
        let detail = unsafe own.isEmpty ? String(cString: curl_easy_strerror(result)) : own
        let systemError = unsafe Int32(clamping: waymark_get_number(pointer, CURLINFO_OS_ERRNO))
        let verification = unsafe waymark_get_number(pointer, CURLINFO_SSL_VERIFYRESULT)
        let wasConnected = unsafe waymark_get_number(pointer, CURLINFO_NUM_CONNECTS) > 0
        return .failure(
            WebError(
                result, systemError: systemError, verification: verification, wasConnected: wasConnected,
                detail: detail,
                place: place, isUnixSocket: isUnixSocket))
    }
}
