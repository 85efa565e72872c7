import DeploymentCheck
import Faults
import Pictures
import Registry
import UnixSystem

/// The pictures of cards, as the files turn out to be.
enum CardPictures {
    /// Apple's own upload takes less.
    private static let limit = 32 << 20

    /// A picture's file as it is; nil without a folder, for a path that leaves it, and for a file that cannot be read: the
    /// check speaks of that.
    static func bytes(_ name: String, in folder: String?) -> [UInt8]? {
        guard let folder, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
        return try? File.read("\(folder)/\(name)", limit: limit)
    }

    /// By the name in the experience; a name that leaves the folder is refused like a file that is not there.
    static func read(_ experiences: [Experience], in folder: String) -> [String: CheckSubject.Picture] {
        var pictures: [String: CheckSubject.Picture] = [:]
        for name in Set(experiences.compactMap(\.image)) {
            pictures[name] = picture(name, in: folder)
        }
        return pictures
    }

    private static func picture(_ name: String, in folder: String) -> CheckSubject.Picture {
        let components = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !components.contains(where: { $0.isEmpty || $0 == ".." || $0 == "." }) else {
            return .unreadable("its path leaves the folder")
        }
        do {
            let file = try PictureFile(try File.read("\(folder)/\(name)", limit: limit))
            return .facts(
                PictureFacts(
                    format: file.format.rawValue, width: file.width, height: file.height, hasAlpha: file.hasAlpha,
                    transparentPixels: file.transparentPixels))
        } catch let error as PictureError {
            return .unreadable(error.reason)
        } catch let error as SystemError {
            return .unreadable(error.reason)
        } catch {
            return .unreadable("\(error)")
        }
    }
}
