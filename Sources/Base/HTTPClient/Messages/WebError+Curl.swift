import CCurl
internal import Faults
import Glibc

extension WebError {
    /// Explains how a transfer ended.
    ///
    /// `systemError` is the error number of the failed connect, where libcurl knows it. See: man 3 libcurl-errors
    init(
        _ result: CURLcode, systemError: Int32, verification: Int = 0, wasConnected: Bool, detail: String,
        place: String, isUnixSocket: Bool
    ) {
        // An answer without a status line is "HTTP/0.9", and that is what libcurl does not support.
        let isNoAnswer = result == CURLE_UNSUPPORTED_PROTOCOL && wasConnected
        let code =
            isNoAnswer
            ? .malformedResponse
            : Code(certificate: result, verification: verification)
                ?? Code(result, systemError: systemError, isUnixSocket: isUnixSocket)
        let reason =
            switch code {
            case .noSocket: "no socket at \(place)"
            case .refused: "nothing listens there"
            case .notPermitted: "permission denied"
            case .timedOut: "no answer in time"
            case .certificateExpired: "its certificate has expired"
            case .certificateNotYetValid: "its certificate is not valid yet"
            case .certificateOfOtherHost: "its certificate is for another host"
            case .certificateUntrusted: "its certificate is not signed by a trusted authority (\(detail))"
            // A Unix socket does not let a client wait for a place in the queue. See: man 2 connect, EAGAIN
            case .unreachable where systemError == EAGAIN: "too many others wait to be accepted there"
            default: detail
            }
        let next = systemError == EAGAIN ? "try again" : code.advice(place)
        self.init(code: code, message: "cannot reach \(place)", reason: reason, next: next)
    }

    static func tooLarge(limit: Int, place: String) -> WebError {
        WebError(
            code: .tooLarge, message: "cannot take the answer of \(place)",
            reason: "it is longer than \(limit) bytes",
            next: "ask for less")
    }
}

extension WebFaultCode {
    /// What is wrong with a certificate; nil when it is something else. `verification` is libcrypto's word.
    ///
    /// See: man 1 openssl-verification-options (X509_V_ERR), CURLINFO_SSL_VERIFYRESULT
    init?(certificate result: CURLcode, verification: Int) {
        guard result == CURLE_PEER_FAILED_VERIFICATION else { return nil }
        switch verification {
        // libcurl compares the names itself: libcrypto's word is then "nothing wrong", or still the 1 it begins with.
        case 0, 1, 62: self = .certificateOfOtherHost
        case 9: self = .certificateNotYetValid
        case 10: self = .certificateExpired
        case 18...21: self = .certificateUntrusted
        default: return nil
        }
    }

    init(_ result: CURLcode, systemError: Int32, isUnixSocket: Bool) {
        self =
            switch result {
            case CURLE_COULDNT_CONNECT:
                switch systemError {
                case ENOENT, ENOTDIR: isUnixSocket ? .noSocket : .unreachable
                case ECONNREFUSED: .refused
                case EACCES, EPERM: .notPermitted
                case ETIMEDOUT: .timedOut
                default: .unreachable
                }
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .hostNotFound
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_FILESIZE_EXCEEDED: .tooLarge
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
                .tlsFailed
            case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE: .disconnected
            case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_BAD_CONTENT_ENCODING:
                .malformedResponse
            case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .badAddress
            default: .failed
            }
    }

    fileprivate func advice(_ place: String) -> String {
        switch self {
        case .noSocket, .refused: "start the program that listens there"
        case .notPermitted: "check owner and mode: ls -ld \(place)"
        case .hostNotFound, .badAddress: "check the address"
        case .unreachable: "check the network"
        case .timedOut: "try again, or allow more time"
        case .tooLarge: "ask for less"
        case .tlsFailed: "check the certificate of the other side and the clock of this computer"
        case .certificateExpired: "renew the certificate, and check the clock of this computer"
        case .certificateNotYetValid: "check the clocks of both computers"
        case .certificateOfOtherHost: "get a certificate that names the host"
        case .certificateUntrusted: "get a certificate of a public authority, and send the whole chain"
        case .disconnected: "try again"
        case .malformedResponse: "check that it speaks HTTP"
        case .tooManyRedirects: "ask for the final address"
        case .failed: "see man libcurl-errors"
        }
    }
}
