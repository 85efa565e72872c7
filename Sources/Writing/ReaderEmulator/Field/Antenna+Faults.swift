import Synchronization

extension Antenna {
    /// Pulls the tag away with the n-th exchange from now.
    ///
    /// The tag has heard the command and its answer has arrived, unless a part of that exchange is lost as well.
    /// With `torn`, a WRITE to a page that is not protected against tearing is cut off while the page is programmed,
    /// and there is no answer. With n = 0 the tag is gone at once. Of several tags the one leaves that is selected.
    public func tear(after n: Int, losing lost: LostHalf? = nil, leaving torn: TornWrite? = nil) {
        guard n > 0 else {
            return change { state in
                guard let place = state.placeOfAddressed ?? state.places.firstIndex(where: \.isInField) else {
                    return (nil, ())
                }
                state.lift(at: place)
                return (.removed, ())
            }
        }
        schedule(.tear(losing: lost, torn: torn), at: n)
    }

    /// The same, leaving these four bytes in the page, or letting the write finish.
    public func tear(after n: Int, losing lost: LostHalf? = nil, leaving tornPage: [UInt8]?) {
        tear(after: n, losing: lost, leaving: tornPage.map { .bytes($0) })
    }

    /// Loses a part of the n-th exchange from now; the tag stays in the field.
    public func drop(at n: Int, losing lost: LostHalf = .command) {
        schedule(.drop(losing: lost), at: n)
    }

    /// Disturbs the answer to the n-th command from now: its CRC no longer fits. The tag has carried out the command.
    public func corrupt(at n: Int) {
        schedule(.corrupt, at: n)
    }

    /// Delays the answer to the n-th command from now.
    public func delay(at n: Int, by time: Duration) {
        schedule(.delay(time), at: n)
    }

    /// Lets the tag refuse the n-th command from now with this 4-bit code, without doing it. As after every refusal
    /// the tag must be selected again.
    public func refuse(at n: Int, with code: UInt8 = 0) {
        schedule(.refuse(code & 0xF), at: n)
    }

    /// Sets how well the tags are heard from now on.
    public func couple(_ coupling: Coupling) {
        state.withLock { $0.coupling = coupling }
    }

    /// Forgets the faults that are still ahead, and hears tags well again.
    public func clearFaults() {
        state.withLock { state in
            state.faults = []
            state.coupling = .good
        }
    }

    private func schedule(_ fault: AntennaFault, at n: Int) {
        state.withLock { $0.faults.append(ScheduledFault(countdown: max(n, 1), fault: fault)) }
    }
}
