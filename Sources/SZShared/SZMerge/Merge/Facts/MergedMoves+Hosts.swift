internal import SZElements
internal import SZJSON
internal import SZModel

/// Deleted entities that stay for the sake of what the other side moved into them.
extension MergedMoves {
  /// What stays for the sake of one that moved into it, and so only as long as that stands there.
  struct Host {
    /// The number of the one that moved.
    let arriving: Int
    let side: Party
    var outermost: Document.Node?
    /// The numbers of those that were gone before.
    var relocations: [Int] = []
  }

  /// Has entities of one side stay although the other side deleted them, for one that moved into them: `owners`, from the inside out.
  mutating func undelete(_ owners: [EntityIndex.Position], _ side: Party, for number: Int) {
    var host = Host(arriving: number, side: side)
    for owner in owners {
      guard let number = self.number(of: places[side].keys[owner]), all[number].isGone else { continue }
      undelete(number, at: side)
      host.relocations.append(number)
    }
    if let outermost = owners.last {
      host.outermost = places[side].node(outermost)
      undeleted[side].insert(places[side].node(outermost))
    }
    hosts.append(host)
  }

  /// Has go after all what stayed for the sake of a move that is not made.
  mutating func dropHosts() {
    for host in hosts where all[host.arriving].home != host.side {
      if let outermost = host.outermost { undeleted[host.side].remove(outermost) }
      for number in host.relocations {
        stand(number, .deleted)
        if let node = all[number].nodes[host.side] { undeleted[host.side].remove(node) }
      }
    }
  }
}
