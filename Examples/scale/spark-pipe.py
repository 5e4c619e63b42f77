"""Runs the converters over the partitions of a text file: usage: spark-pipe.py COMMAND INPUT OUTPUT [LOCAL-CORES]

On a cluster, put the programs on every node (spark-submit --files), and give paths that all nodes can read. A partition
begins and ends at a line, and its output stands in a part file of its own, in the order of the input.
"""
import sys

from pyspark.sql import SparkSession

command, source, target = sys.argv[1:4]
cores = sys.argv[4] if len(sys.argv) > 4 else "*"
session = (SparkSession.builder.master(f"local[{cores}]").appName("sz")
           .config("spark.ui.enabled", "false").config("spark.hadoop.fs.file.impl.disable.cache", "true").getOrCreate())
session.sparkContext.setLogLevel("ERROR")
lines = session.sparkContext.textFile(source)
# checkCode: a partition that cannot be converted fails the job, instead of missing from its result.
lines.pipe(command, checkCode=True).saveAsTextFile(target)
session.stop()
