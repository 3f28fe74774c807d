/**
 * Metrics of resources. A point is known by its series and its time: the same point delivered again takes the place of
 * the former one. Roll-ups hold a sketch (values to 8 bits: within 0.4 %), small enough for an hour of one point, so that
 * percentiles of hours make those of days and months; they are made anew for the days an import touched, because what
 * was replaced cannot be taken out of a sum.
 */
import type { WarehouseMigration } from '../migration.ts'

const sketch = 'AggregateFunction(quantilesBFloat16(0.5, 0.95, 0.99), Float32)'

const rolledUp = (time: string) => `
  organization_id UUID,
  resource_id String,
  metric LowCardinality(String),
  unit LowCardinality(String),
  ${time},
  points UInt32,
  seconds UInt32,
  least Float64,
  most Float64,
  total Float64,
  sketch ${sketch},
  written UInt64`

export const metrics: WarehouseMigration = {
  name: '0004-metrics',
  statements: [
    `CREATE TABLE metric_point (
        organization_id UUID,
        resource_id String,
        metric LowCardinality(String),
        unit LowCardinality(String),
        at DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
        seconds UInt32 CODEC(ZSTD(1)),
        value Float64 CODEC(ZSTD(1)),
        least Float64 CODEC(ZSTD(1)),
        most Float64 CODEC(ZSTD(1)),
        written UInt64 CODEC(ZSTD(1))
      )
      ENGINE = ReplacingMergeTree(written)
      PARTITION BY toYYYYMM(at)
      ORDER BY (organization_id, metric, resource_id, at)`,
    `CREATE TABLE metric_hour (${rolledUp("hour DateTime('UTC')")})
      ENGINE = ReplacingMergeTree(written)
      PARTITION BY toYYYYMM(hour)
      ORDER BY (organization_id, metric, resource_id, hour)`,
    `CREATE TABLE metric_day (${rolledUp('day Date')})
      ENGINE = ReplacingMergeTree(written)
      PARTITION BY toYYYYMM(day)
      ORDER BY (organization_id, metric, resource_id, day)`,
  ],
}
