/**
 * Telemetry of the last week: rules are backtested on it, and the spans of a loop are shown from it. Of each minute a
 * bounded sample is stored, complete traces at a time; the rest is only counted. A batch that is written again after a
 * crash carries the same token and counts once (deduplication window).
 */

/** The number of calls that the stored spans represent. */
const calls = `sum(if(JSONExtractFloat(body, 'probability') > 0, 1 / JSONExtractFloat(body, 'probability'), 1))`

export const telemetrySchema: readonly string[] = [
  `CREATE TABLE telemetry_item (
    organization_id UUID,
    signal LowCardinality(String),
    at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    trace_id String CODEC(ZSTD(1)),
    resource_id LowCardinality(String),
    body String CODEC(ZSTD(3)),
    received_at DateTime('UTC'),
    -- By the engine's own clock, for the retention.
    written_at DateTime('UTC') DEFAULT now('UTC')
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMMDD(written_at)
  ORDER BY (organization_id, signal, at)
  TTL written_at + INTERVAL 8 DAY
  SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 10000`,
  // The work of each resource by hour: the baseline of an hour of the week, long after the spans are deleted.
  `CREATE TABLE telemetry_hour (
    organization_id UUID,
    resource_id String,
    hour DateTime('UTC'),
    calls Float64
  )
  ENGINE = SummingMergeTree(calls)
  PARTITION BY toYYYYMM(hour)
  ORDER BY (organization_id, resource_id, hour)
  TTL hour + INTERVAL 40 DAY
  SETTINGS non_replicated_deduplication_window = 10000`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry_hour_of_items TO telemetry_hour AS
  SELECT organization_id, resource_id, toStartOfHour(toDateTime(at, 'UTC')) AS hour, ${calls} AS calls
  FROM telemetry_item WHERE signal = 'span'
  GROUP BY organization_id, resource_id, hour`,
]
