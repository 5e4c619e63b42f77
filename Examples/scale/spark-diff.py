"""Compares two exports, an entity a line: usage: spark-diff.py shards|join SZ-DIFF OLD NEW OUTPUT [CORES]

shards  RDD.pipe: each partition holds the number of a shard, and its process reads both files for that shard
join    both files are joined by the identity of their lines, and each partition is a diff of what came together in it

On a cluster, put sz-diff on every node (spark-submit --files), and give paths that all nodes can read.
"""
import json
import os
import subprocess
import sys
import tempfile

from pyspark.sql import SparkSession

way, diff, old, new, target = sys.argv[1:6]
cores = sys.argv[6] if len(sys.argv) > 6 else "*"
session = (SparkSession.builder.master(f"local[{cores}]").appName("sz-diff")
           .config("spark.ui.enabled", "false").config("spark.hadoop.fs.file.impl.disable.cache", "true").getOrCreate())
session.sparkContext.setLogLevel("ERROR")
context = session.sparkContext
shards = 2 * context.defaultParallelism


def differences(partition):
    """What changed in the entities of a partition, by a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("old", "new")]
        with open(names[0], "w") as before, open(names[1], "w") as after:
            for _, (olds, news) in partition:
                for line in olds:
                    before.write(line + "\n")
                for line in news:
                    after.write(line + "\n")
        with subprocess.Popen([diff, "--lines", "--key", "id"] + names, stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout:
                yield line.rstrip("\n")
        if process.returncode:
            raise RuntimeError(f"sz-diff ended with {process.returncode}")


if way == "shards":
    numbers = context.parallelize(range(1, shards + 1), shards)
    command = f"sh -c 'read number && exec {diff} --lines --shard $number/{shards} {old} {new}'"
    result = numbers.pipe(command, checkCode=True)
else:
    def keyed(name):
        return context.textFile(name).map(lambda line: (json.loads(line)["id"], line))
    result = keyed(old).cogroup(keyed(new), shards).mapPartitions(differences)
result.saveAsTextFile(target)
session.stop()
