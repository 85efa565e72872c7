internal import Faults

extension TagError {
    /// The memory that was read does not allow a plan.
    init(_ fault: MemoryFault, of image: Type2Image) {
        let code: Code
        let next: String
        switch fault {
        case .unformatted:
            code = .notFormatted
            next = "use a tag that the factory has formatted"
        case .malformed:
            code = .malformedMemory
            next = "use another tag"
        case .notRead:
            code = .incompleteImage
            next = "read the tag for this message first"
        }
        self.init(
            code: code, message: "tag \(image.uid) cannot be written", reason: fault.description, next: next)
    }
}
