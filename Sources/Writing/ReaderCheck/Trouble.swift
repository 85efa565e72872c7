internal import Faults
internal import NFCTags

/// An error of a question, for people.
struct Trouble {
    let text: String
    let concernsReader: Bool

    init(_ error: any Error) {
        switch error {
        case let error as TagLinkError:
            text = error.description
            concernsReader = error.concernsReader
        case let error as TagError:
            text = error.description
            concernsReader = error.code == .readerFailed
        case let error as any AnyFault:
            text = error.complaint.description
            concernsReader = false
        default:
            text = "\(error)"
            concernsReader = false
        }
    }
}
