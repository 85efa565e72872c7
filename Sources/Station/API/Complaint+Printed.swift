package import Faults
internal import Foundation

extension Complaint {
    /// What a program that was asked for JSON says itself: on the last line of its errors. Nil when it says nothing.
    package init?(printed errors: [UInt8]) {
        let last = errors.split(separator: UInt8(ascii: "\n")).last.map { Data($0) } ?? Data()
        guard let complaint = try? JSONDecoder().decode(Complaint.self, from: last) else { return nil }
        self = complaint
    }
}
