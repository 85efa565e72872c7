import Audit

/// Any bytes as a file of confirmations.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    AuditInPieces.check(
        UnsafeBufferPointer(start: start, count: count), header: "time,url,outcome,device"
    ) { auditor, next in
        try auditor.intake.readConfirmations("f.csv", read: next)
    }
    return 0
}
