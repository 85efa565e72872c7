import Registry
import Testing
import UnixSystem

@testable import StationService

@Suite struct AccessRulesTests {
    private let rules = AccessRules(
        groups: [.read: [10], .provision: [20, 21], .administer: [30]], administrators: [0, 900],
        watchers: [901, 900])

    private func role(_ user: UInt32, _ group: UInt32, _ groups: [UInt32] = []) -> Role? {
        rules.role(of: PeerCredentials(processIdentifier: 1, user: user, group: group, groups: groups))
    }

    @Test func `the highest role of a person's groups counts`() {
        #expect(role(1000, 10) == .read)
        #expect(role(1000, 1000, [10, 21]) == .provision)
        #expect(role(1000, 20, [10, 30]) == .administer)
        #expect(role(1000, 1000, [5, 6]) == nil)
    }

    @Test func `who hands in confirmations looks at nothing, and who only looks hands in nothing`() {
        #expect(!Role.confirm.includes(.read) && !Role.read.includes(.confirm))
        #expect(!Role.confirm.opensConsole)
        #expect(Role.provision.includes(.confirm) && Role.administer.includes(.confirm))
        #expect(Role.greatest(of: [.read, .confirm]) == .read)
        #expect(Role.greatest(of: [] as [Role]) == nil)
    }

    @Test func `root and the daemon's own account administer, whatever their groups`() {
        #expect(role(0, 0) == .administer)
        #expect(role(900, 10) == .administer)
        #expect(role(902, 0) == nil)
    }

    @Test func `a watcher looks and changes nothing, whatever its groups`() {
        #expect(role(901, 0) == .read)
        #expect(role(901, 30, [10, 20]) == .read)
    }
}
