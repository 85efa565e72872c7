import NDEF

/// Any bytes as an NDEF message: refused, or read so that writing it and reading it again gives the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let message = try? NDEFMessage(decoding: bytes) else { return 0 }
    _ = message.firstURI
    for record in message.records { _ = try? URIRecord(record) }
    let again = try? NDEFMessage(decoding: message.encoded)
    precondition(again == message, "a message is read otherwise than it was written")
    return 0
}
