/**
 * Metrics of resources. A point is identified by its series and time: importing it again replaces it. Roll-ups store a
 * sketch (values to 8 bits, within 0.4%), so that percentiles of months can be merged from days. The days of an import
 * are rolled up again, since a replaced point cannot be subtracted from a sum.
 */
const sketch = 'AggregateFunction(quantilesBFloat16(0.5, 0.95, 0.99), Float32)'

export const metricsSchema: readonly string[] = [
  `CREATE TABLE metric_point (
    organization_id UUID,
    resource_id String,
    metric LowCardinality(String),
    unit LowCardinality(String),
    at DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
    seconds UInt32 CODEC(ZSTD(1)),
    value Float64 CODEC(ZSTD(1)),
    min_value Float64 CODEC(ZSTD(1)),
    max_value Float64 CODEC(ZSTD(1)),
    version UInt64 CODEC(ZSTD(1))
  )
  ENGINE = ReplacingMergeTree(version)
  PARTITION BY toYYYYMM(at)
  ORDER BY (organization_id, metric, resource_id, at)`,
  `CREATE TABLE metric_day (
    organization_id UUID,
    resource_id String,
    metric LowCardinality(String),
    unit LowCardinality(String),
    day Date,
    points UInt32,
    seconds UInt32,
    min_value Float64,
    max_value Float64,
    total Float64,
    sketch ${sketch},
    version UInt64
  )
  ENGINE = ReplacingMergeTree(version)
  PARTITION BY toYYYYMM(day)
  ORDER BY (organization_id, metric, resource_id, day)`,
]
