import Audit

/// Any bytes as the file of a sampling plan: refused, or a plan with shares that mean something.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if !bytes.starts(with: [0x74]) { bytes = Array("tag,store,placement,batch,limit,confidence\n".utf8) + bytes }
    guard let plan = try? SampleFile(bytes, file: "plan.csv") else { return 0 }
    precondition(!plan.tags.isEmpty && plan.limit > 0 && plan.limit < 1 && plan.confidence > 0 && plan.confidence < 1)
    precondition(Set(plan.tags).count == plan.tags.count, "a tag stands there twice")
    return 0
}
