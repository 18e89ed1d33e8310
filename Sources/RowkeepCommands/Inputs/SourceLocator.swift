import AccessModel
import AccessReports
import Foundation

/// Finds the files that places name, so that diagnostics can show the line.
///
/// Swift gives a plan's places as `#fileID`, `ElectricRide/Saved.swift`: module and file, without
/// the folders between. A module's folder is looked for below `roots`.
struct SourceLocator: Sendable {
  /// Folders of modules, or folders above them.
  var roots: [String]

  init(roots: [String] = ["."]) { self.roots = roots }

  var lines: SourceLines {
    SourceLines { file in
      guard let text = try? TextFile.read(file, limit: 4 << 20) else { return nil }
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The place with a path that can be opened, or as it was.
  func resolve(_ place: SourcePlace) -> SourcePlace {
    guard !FileManager.default.fileExists(atPath: place.file), let path = path(of: place.file)
    else { return place }
    var place = place
    let here = FileManager.default.currentDirectoryPath + "/"
    place.file = path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
    return place
  }

  private func path(of fileID: String) -> String? {
    let parts = fileID.split(separator: "/")
    guard parts.count == 2 else { return nil }
    let (module, file) = (String(parts[0]), String(parts[1]))
    for root in roots {
      let isModule = (root as NSString).lastPathComponent == module
      let folder = isModule ? root : folder(named: module, below: root, depth: 3)
      if let folder, let path = self.file(named: file, below: folder) { return path }
    }
    return nil
  }

  private func folder(named name: String, below root: String, depth: Int) -> String? {
    let subfolders = entries(of: root).filter { isFolder(join(root, $0)) }
    if subfolders.contains(name) { return join(root, name) }
    guard depth > 1 else { return nil }
    for subfolder in subfolders {
      if let found = folder(named: name, below: join(root, subfolder), depth: depth - 1) {
        return found
      }
    }
    return nil
  }

  private func file(named name: String, below folder: String, depth: Int = 8) -> String? {
    let entries = entries(of: folder)
    if entries.contains(name) { return join(folder, name) }
    guard depth > 1 else { return nil }
    for entry in entries where isFolder(join(folder, entry)) {
      if let found = file(named: name, below: join(folder, entry), depth: depth - 1) {
        return found
      }
    }
    return nil
  }

  private func entries(of folder: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.filter { !$0.hasPrefix(".") }.sorted()
  }

  private func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  private func join(_ folder: String, _ name: String) -> String {
    folder == "." ? name : "\(folder)/\(name)"
  }
}
