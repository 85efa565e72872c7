import Synchronization

extension Antenna {
    /// Pulls the tag away with the n-th exchange from now.
    ///
    /// The tag has heard the command and its answer has arrived, unless a part of that exchange is lost as well.
    /// With `tornPage`, four bytes, a WRITE to a page that is not protected against tearing stops in the middle:
    /// the page then holds these bytes and there is no answer. With n = 0 the tag is gone at once.
    public func tear(after n: Int, losing lost: LostPart? = nil, leaving tornPage: [UInt8]? = nil) {
        guard n > 0 else {
            return change { state in
                guard state.isTagInField else { return (nil, ()) }
                state.tag?.powerOff()
                state.isTagInField = false
                return (.removed, ())
            }
        }
        schedule(.tear(losing: lost, tornPage: tornPage), at: n)
    }

    /// Loses a part of the n-th exchange from now; the tag stays in the field.
    public func drop(at n: Int, losing lost: LostPart = .command) {
        schedule(.drop(losing: lost), at: n)
    }

    /// Disturbs the answer to the n-th command from now: its CRC no longer fits. The tag has done what it was told.
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

    /// Forgets the faults that are still ahead.
    public func clearFaults() {
        state.withLock { $0.faults = [] }
    }

    private func schedule(_ fault: AntennaFault, at n: Int) {
        state.withLock { $0.faults.append(ScheduledFault(countdown: max(n, 1), fault: fault)) }
    }
}
