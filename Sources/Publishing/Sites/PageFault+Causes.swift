extension PageFault {
    static func status(_ status: Int) -> PageFault {
        PageFault(
            code: .status, message: "the page answers \(status)", next: "put a page there: waymark site export FOLDER")
    }

    static func notHTML(_ type: String?) -> PageFault {
        PageFault(
            code: .notHTML, message: "the answer is not a web page (\(type ?? "no content type"))",
            next: "serve the page as text/html")
    }

    static func badRedirect(_ location: String?) -> PageFault {
        PageFault(
            code: .badRedirect, message: "it redirects to \(location ?? "nowhere"), which is not an https URL",
            next: "redirect to an https URL, or serve the page")
    }

    static func loop(_ url: String) -> PageFault {
        PageFault(code: .redirectLoop, message: "it redirects back to \(url)", next: "serve the page at one of them")
    }

    static func tooMany(_ count: Int) -> PageFault {
        PageFault(
            code: .tooManyRedirects, message: "it redirects more than \(count - 1) times",
            next: "redirect once, or not at all")
    }

    static func unregistered(_ url: String) -> PageFault {
        PageFault(
            code: .redirectUnregistered, message: "it redirects to \(url), for which no experience is registered",
            next: "register an experience for it, too, and associate its host: a redirect needs both URLs")
    }

    static func noBanner(_ wanted: SmartAppBanner) -> PageFault {
        PageFault(
            code: .noBanner, message: "the page has no Smart App Banner", next: "put this into its head: \(wanted.tag)")
    }

    static func banner(of id: String, _ bundle: String, insteadOf wanted: SmartAppBanner) -> PageFault {
        PageFault(
            code: .otherBanner, message: "the banner is of app \(id) and App Clip \(bundle)",
            next: "put this into the page's head: \(wanted.tag)")
    }

    static var noPicture: PageFault {
        PageFault(
            code: .noPicture, message: "the page has no og:image: a link in Messages shows no picture",
            next: "name a picture in the page's head: <meta property=\"og:image\" content=\"https://...\">")
    }
}
