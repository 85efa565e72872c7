@testable import ReaderEmulator

/// Any bytes from a host to the emulated chip: it answers or is silent, and never stops answering for good.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let antenna = Antenna()
    antenna.insert(Type2Tag(.ntag213, uid: [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]))
    var link = SerialLink(chip: PN532(antenna: antenna))
    let now = ContinuousClock.now
    // Awake, then whatever comes.
    link.receive([0x55, 0x55, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], at: now)
    link.receive(bytes, at: now)
    _ = link.takeDueBytes(at: now + .seconds(3600))
    return 0
}
