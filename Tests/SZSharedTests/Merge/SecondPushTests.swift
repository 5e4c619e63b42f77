import SZCommand
import TestSupport
import Testing

/// Merges of lists without identities that were made otherwise when they arrived a second time; hunts found them.
@Suite(.limited) struct SecondPushTests {
  static let merges: [(pristine: String, edited: String, current: String)] = [
    // One side has both of the other's elements, exchanged.
    (
      #"[{"v":0,"x":1},{"v":1,"x":1}]"#, #"[{"v":1,"x":0},{"v":0,"x":1},{"v":1,"x":1,"l":0}]"#,
      #"[{"v":1,"x":1},{"v":0,"x":1},{"v":1,"x":0}]"#
    ),
    // One side emptied the list.
    (
      #"[{"c":"b","v":1,"w":1,"x":1},{"c":"d","v":0,"w":0,"x":0}]"#, "[]",
      #"[{"c":"b","v":1,"w":"t1;","x":1},{"c":"t2;","v":0,"w":0,"x":1},{"c":"d","v":0,"w":0,"x":0}]"#
    ),
    // Only the second merge would find an identity.
    (
      #"[{"v":1},{"c":"a","v":0}]"#, #"[{"v":1},{"c":"a","v":"t1;"}]"#,
      #"[{"c":"a","v":0},{"v":1},{"c":"a","v":0}]"#
    ),
    // Only the first one would: what both put in stands at different places.
    (
      #"[{"c":"d","v":1},{"c":"a"}]"#, #"[{"c":"d"},{"c":"t2;","v":1},{"c":"a"}]"#,
      #"[{"c":"a"},{"c":"d","v":1}]"#
    ),
    // And what both took out is like something else.
    (
      #"[{"c":"a","v":0,"w":1},{"c":"a","v":1,"w":1,"l":0},{"c":"b","v":1}]"#,
      #"[{"c":"b","v":1,"w":1},{"c":"a","v":1},{"c":"a","v":0,"w":1}]"#,
      #"[{"c":"a","v":0,"w":1},{"c":"a","v":1,"w":1,"l":0},{"c":"b","v":1,"l":0}]"#
    ),
    // The list to blame is the outermost of many.
    (
      #"[{"v":0,"w":0,"l":[{"l":[{"l":[{"l":[{"l":[]}]}]}]}]},{"v":1,"w":1},{"v":0,"w":1,"l":[{"l":[{"l":[{"l":[{"l":[0,0]}]}]}]}]}]"#,
      #"[{"v":0,"w":1,"l":[{"l":[{"l":[{"l":[{"l":[0]}]}]}]}]},{"v":1,"w":1}]"#,
      #"[{"v":1,"w":1},{"v":0,"w":1,"l":[{"l":[{"l":[{"l":[{"w":0,"l":[]}]}]}]}]}]"#
    ),
    // What both take out of a stretch that they change alike comes again elsewhere, in two versions.
    (
      #"[{"c":"d","v":1,"w":1,"x":1,"l":[{"c":"a","v":1,"w":0,"x":1},{"c":"d","v":1,"w":0,"x":0},{"c":"b","v":0,"w":1,"x":1},{"c":"a","v":0,"w":0,"x":0}]},{"c":"b","v":0,"w":0,"x":1,"l":[{"c":"b","v":0,"w":1,"x":1},{"c":"d","v":1,"w":1,"x":1},{"c":"d","v":1,"w":1,"x":0}]},{"c":"d","v":0,"w":0,"x":1,"l":[{"c":"d","v":0,"w":0,"x":1},{"c":"a","v":1,"w":1,"x":1},{"c":"d","v":0,"w":0,"x":0}]}]"#,
      #"[{"c":"d","v":1,"w":1,"x":1,"l":[{"c":"t2;","v":0,"w":0,"x":0},{"c":"a","v":1,"w":0,"x":1},{"c":"d","v":1,"w":0,"x":0},{"c":"b","v":0,"w":1,"x":1},{"c":"a","v":0,"w":0,"x":0}]},{"c":"d","v":0,"w":0,"x":1,"l":[{"c":"d","v":0,"w":0,"x":1},{"c":"a","v":1,"w":1,"x":1},{"c":"d","v":0,"w":0,"x":0}]},{"c":"b","v":0,"w":0,"x":1,"l":[{"c":"b","v":0,"w":1,"x":1},{"c":"d","v":1,"w":1,"x":1},{"c":"d","v":"t1;","w":1,"x":0}]}]"#,
      #"[{"c":"d","v":1,"w":1,"x":1,"l":[{"c":"a","v":1,"w":0,"x":1},{"c":"d","v":1,"w":0,"x":0},{"c":"b","v":0,"w":1,"x":1},{"c":"a","v":0,"w":0,"x":0}]},{"c":"b","v":0,"w":0,"x":1,"l":[{"c":"d","v":1,"w":1,"x":1},{"c":"b","v":0,"w":1,"x":1},{"c":"d","v":1,"w":1,"x":0}]},{"c":"d","v":0,"w":0,"x":1,"l":[{"c":"d","v":0,"w":0,"x":1},{"c":"a","v":1,"w":1,"x":1},{"c":"d","v":0,"w":0,"x":0}]}]"#
    ),
    // What one side took out is much like what the other put in, far from it.
    (
      #"[{"a":220,"b":"c","c":1},{"a":181,"b":"a","c":0},{"a":151,"b":"c","c":0},{"a":81,"b":"d","c":0},{"a":142,"b":"b","c":0},{"a":79,"b":"a","c":0},{"a":46,"b":"a","c":0},{"a":195,"b":"d","c":1},{"a":87,"b":"c","c":0},{"a":115,"b":"c","c":1},{"a":22,"b":"b","c":0},{"a":99,"b":"c","c":0},{"a":67,"b":"d","c":1},{"a":53,"b":"b","c":1},{"a":103,"b":"b","c":0}]"#,
      #"[{"a":220,"b":"c","c":1},{"a":181,"b":"a","c":0},{"a":151,"b":"c","c":0},{"a":81,"b":"d","c":0},{"a":142,"b":"b","c":0},{"a":46,"b":"a","c":0},{"a":195,"b":"d","c":1},{"a":87,"b":"c","c":0},{"a":115,"b":"c","c":1},{"a":142,"b":"c","c":1},{"a":22,"b":"b","c":0},{"a":99,"b":"c","c":0},{"a":67,"b":"d","c":1},{"a":53,"b":"b","c":1},{"a":103,"b":"b","c":0}]"#,
      #"[{"a":220,"b":"c","c":1},{"a":181,"b":"a","c":0},{"a":151,"b":"c","c":0},{"a":81,"b":"d","c":0},{"a":142,"b":"b","c":0},{"a":79,"b":"a","c":0},{"a":46,"b":"a","c":0},{"a":195,"b":"d","c":1},{"a":87,"b":"c","c":0},{"a":115,"b":"c","c":1},{"a":27,"b":"b","c":0},{"a":22,"b":"b","c":0},{"a":99,"b":"c","c":0},{"a":67,"b":"d","c":1},{"a":53,"b":"b","c":1},{"a":103,"b":"b","c":0}]"#
    ),
    // The same, where it put in what the first did, too.
    (
      #"[{"a":220,"b":"c","c":1},{"a":181,"b":"a","c":0},{"a":151,"b":"c","c":0},{"a":81,"b":"d","c":0},{"a":142,"b":"b","c":0},{"a":79,"b":"a","c":0},{"a":46,"b":"a","c":0},{"a":195,"b":"d","c":1},{"a":87,"b":"c","c":0},{"a":115,"b":"c","c":1},{"a":22,"b":"b","c":0},{"a":99,"b":"c","c":0},{"a":67,"b":"d","c":1},{"a":53,"b":"b","c":1},{"a":103,"b":"b","c":0}]"#,
      #"[{"a":220,"b":"c","c":1},{"a":181,"b":"a","c":0},{"a":151,"b":"c","c":0},{"a":81,"b":"d","c":0},{"a":142,"b":"b","c":0},{"a":46,"b":"a","c":0},{"a":195,"b":"d","c":1},{"a":87,"b":"c","c":0},{"a":115,"b":"c","c":1},{"a":142,"b":"c","c":1},{"a":22,"b":"b","c":0},{"a":99,"b":"c","c":0},{"a":67,"b":"d","c":1},{"a":53,"b":"b","c":1},{"a":103,"b":"b","c":0}]"#,
      #"[{"a":220,"b":"c","c":1},{"a":181,"b":"a","c":0},{"a":151,"b":"c","c":0},{"a":81,"b":"d","c":0},{"a":142,"b":"b","c":0},{"a":79,"b":"a","c":0},{"a":46,"b":"a","c":0},{"a":195,"b":"d","c":1},{"a":87,"b":"c","c":0},{"a":115,"b":"c","c":1},{"a":142,"b":"c","c":1},{"a":27,"b":"b","c":0},{"a":22,"b":"b","c":0},{"a":99,"b":"c","c":0},{"a":67,"b":"d","c":1},{"a":53,"b":"b","c":1},{"a":103,"b":"b","c":0}]"#
    ),
    // The sides moved what has an identity that is found, and edited it: nothing contradicts itself any more once both have it.
    (
      #"[{"c":"b","v":1,"w":1,"x":0,"l":[{"c":"d","v":0,"w":0,"x":0},{"c":"a","v":0,"w":0,"x":0}]},{"c":"b","v":1,"w":0,"x":0,"l":[{"c":"a","v":0,"w":0,"x":1}]},{"c":"a","v":1,"w":1,"x":0,"l":[{"c":"a","v":0,"w":1,"x":0}]}]"#,
      #"[{"c":"b","v":"t2;","w":1,"x":0,"l":[{"c":"d","v":0,"w":0,"x":0},{"c":"a","v":0,"w":0,"x":0}]},{"c":"a","v":1,"w":1,"x":0,"l":[{"c":"a","v":"t1;","w":1,"x":0}]},{"c":"b","v":1,"w":0,"x":0,"l":[{"c":"a","v":0,"w":0,"x":1}]}]"#,
      #"[{"c":"b","v":1,"w":0,"x":0,"l":[{"c":"a","v":0,"w":0,"x":1}]},{"c":"b","v":1,"w":1,"x":0,"l":[{"c":"d","v":0,"w":0,"x":0},{"c":"a","v":0,"w":0,"x":0}]},{"c":"a","v":1,"w":1,"x":0,"l":[{"c":"a","v":0,"w":1,"x":0},{"c":"t3;","v":1,"w":0,"x":0}]}]"#
    ),
    // One side writes all on one line and has an element twice.
    (
      "[\n [],\n 0,\n {},\n {\n  \"name\": null\n }\n]", #"[[],0,{"name":null},{"name":null}]"#,
      "[\n [],\n [],\n 0,\n {},\n {\n  \"name\": null\n }\n]"
    ),
    // Several histories cost the same, of which only some contradict themselves.
    (#"["s",0,true,5,1]"#, "[5,0,1,true,1,true]", #"[5,1,true,"s",0]"#),
    // Both edited an element that is an array of scalars.
    ("[1,[3,6]]", "[1,[6]]", "[1,[3]]"),
    ("[1,[3,6,7]]", "[1,[6,7]]", "[1,[3,7]]"),
    // EDITED has a value of PRISTINE's once more, and wrote it otherwise.
    (#"["x",2,1]"#, #"["x",1.0,1]"#, "[1,2]"),
    // Arrays around one array each.
    ("[[[[1]]]]", "[[[[2,1]]]]", "[[[[1,3]]]]"),
    ("[[[[1]]]]", "[[[[2],1]]]", "[[[[3]],[1]]]"),
    (#"[[[{"id":1}]]]"#, #"[[[{"id":2}]]]"#, #"[[[{"id":3},{"id":4}]]]"#),
    // The order of what PRISTINE has comes to EDITED's; both created one more member, at different places.
    (
      #"[{"id":1},{"id":2},{"id":3},{"id":4}]"#, #"[{"id":9},{"id":2},{"id":1},{"id":3},{"id":4}]"#,
      #"[{"id":1},{"id":3},{"id":9},{"id":4},{"id":2}]"#
    ),
  ]

  @Test(arguments: merges)
  func laws(_ merge: (pristine: String, edited: String, current: String))
    throws
  {
    try MergeLaws.check(
      Array(merge.pristine.utf8), Array(merge.edited.utf8), Array(merge.current.utf8),
      note: "a row of the table")
  }
}
