/// What a value with secrets shows of itself in descriptions and dumps: the settings that are set.
struct Shown {
    private let type: String
    private let settings: [(label: String, value: String)]

    init(_ type: String, _ settings: [(String, String?)]) {
        self.type = type
        self.settings = settings.compactMap { label, value in value.map { (label, $0) } }
    }

    var text: String {
        "\(type)(\(settings.map { "\($0.label): \($0.value)" }.joined(separator: ", ")))"
    }

    func mirror(of subject: some Any) -> Mirror {
        Mirror(subject, children: settings.map { ($0.label, $0.value as Any) }, displayStyle: .struct)
    }

    /// A secret's place: that it is set.
    static func hidden(_ secret: String?) -> String? {
        secret.map { _ in "<set>" }
    }

    /// `http://user:password@proxy:3128` without what stands before the last `@` of its authority.
    static func withoutUserInformation(_ url: String) -> String {
        let scheme = url.range(of: "://").map { url[..<$0.upperBound] } ?? ""
        let rest = url[scheme.endIndex...]
        let authority = rest.prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return scheme + "<set>" + rest[at...]
    }
}
