import CCurl
internal import HTTPMessages

/// What libcurl's callbacks get. It lives on the transfer's thread.
final class Receiver {
    private let transfer: Transfer
    private var status = 0
    private var headers = HTTPHeaders()

    init(_ transfer: Transfer) { self.transfer = transfer }

    /// One line of the answer's head. There are several heads when redirects or interim answers come first.
    ///
    /// CURLOPT_HEADERFUNCTION
    func receive(headerLine line: String) {
        if line.hasPrefix("HTTP/") {
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            headers = HTTPHeaders()
        } else if line.isEmpty {
            let isInterim = (100..<200).contains(status)
            let isFollowed =
                transfer.followsRedirects && (300..<400).contains(status) && headers["Location"] != nil
            if !isInterim, !isFollowed { transfer.receive(Transfer.Head(status: status, headers: headers)) }
        } else if let colon = line.firstIndex(of: ":") {
            headers.add(String(line[..<colon]), Self.trimmed(line[line.index(after: colon)...]))
        }
    }

    /// The answer of the body's callback: the number of bytes taken, or one of libcurl's special values.
    ///
    /// CURLOPT_WRITEFUNCTION
    func receive(body part: [UInt8]) -> Int {
        switch transfer.receive(part) {
        case .taken: part.count
        case .pause: Int(CURL_WRITEFUNC_PAUSE)
        // Fewer than there are: libcurl ends the transfer.
        case .stop: 0
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let front = text.drop { $0 == " " || $0 == "\t" }
        let back = front.reversed().drop { $0 == " " || $0 == "\t" }
        return String(back.reversed())
    }

    static let headerCallback: curl_write_callback = { start, _, count, context in
        guard let context = unsafe context else { return 0 }
        let receiver = unsafe Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
        let line = unsafe UnsafeRawBufferPointer(start: start, count: count)
        let end = unsafe line.lastIndex { $0 != 0x0D && $0 != 0x0A }.map { $0 + 1 } ?? 0
        unsafe receiver.receive(headerLine: String(decoding: line.prefix(end), as: UTF8.self))
        return count
    }

    static let bodyCallback: curl_write_callback = { start, _, count, context in
        guard let context = unsafe context else { return 0 }
        let receiver = unsafe Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
        return unsafe receiver.receive(body: Array(UnsafeRawBufferPointer(start: start, count: count)))
    }
}
