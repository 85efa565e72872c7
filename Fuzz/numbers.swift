import CSV
import Chips
import Registry

/// Any bytes as a number, a time and a chip's identifier: numbers are the nearest `Double`, as the standard library's.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    if let number = DecimalNumber.parse(bytes[...]) {
        precondition(number.isFinite && number == Double(text), "\(text) is read as \(number)")
    } else if bytes.allSatisfy({ (0x30...0x39).contains($0) }), !bytes.isEmpty, let number = Double(text) {
        precondition(!number.isFinite, "\(text) is refused")
    }
    if let time = Timestamp(iso8601: text) {
        precondition(Timestamp(iso8601: time.iso8601) == time, "\(text) is another time when it is written")
    }
    if let uid = ChipUID(text) {
        precondition(ChipUID(uid.hexadecimal) == uid, "\(text) is another chip when it is written")
    }
    return 0
}
