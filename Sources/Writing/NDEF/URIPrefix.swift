/// The first payload byte of a URI record is a code for the start of the URI (RTD URI 1.0, 3.2.2).
enum URIPrefix {
    /// What each code expands to; the index is the code. Codes from 24 (hexadecimal) on are reserved.
    static let expansions: [String] = [
        "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:",
        "ftp://anonymous:anonymous@", "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://",
        "dav://", "news:", "telnet://", "imap:", "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:",
        "btspp://", "btl2cap://", "btgoep://", "tcpobex://", "irdaobex://", "file://", "urn:epc:id:",
        "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
    ]

    /// The code whose expansion is the longest start of `uri`: 02 before 04, 22 before 13 (hexadecimal).
    /// Compared by bytes, since two spellings of one character are two URIs.
    static func longest(of uri: String) -> (code: UInt8, rest: ArraySlice<UInt8>) {
        let bytes = Array(uri.utf8)
        var code = 0
        var length = 0
        for (candidate, expansion) in expansions.enumerated()
        where expansion.utf8.count > length && bytes.starts(with: expansion.utf8) {
            code = candidate
            length = expansion.utf8.count
        }
        return (UInt8(code), bytes[length...])
    }
}
