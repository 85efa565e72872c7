internal import HTTPMessages
internal import HTTPServer

/// A file that a request brings.
struct IncomingFile: Sendable {
    let pieces: (any BodyPieces)?
    /// Whose share of the space it takes.
    let sender: String
    /// Its bytes, where they are known before it comes.
    let length: Int?
}

extension OperationCall {
    /// The request's body.
    var incomingFile: IncomingFile {
        IncomingFile(pieces: pieces, sender: caller?.account ?? "", length: request.announcedLength)
    }
}

extension HTTPRequest {
    /// The bytes of the body as its head gives them; nil for one that comes in chunks.
    var announcedLength: Int? {
        headers["Content-Length"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }
}
