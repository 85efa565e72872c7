import Audit

/// Any bytes as a file of sightings.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    AuditInPieces.check(
        UnsafeBufferPointer(start: start, count: count), header: "time,url,uid,latitude,longitude,accuracy,device"
    ) { auditor, next in
        try auditor.intake.readSightings("f.csv", read: next)
    }
    return 0
}
