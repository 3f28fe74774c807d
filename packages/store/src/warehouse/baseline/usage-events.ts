/**
 * Usage events. Users appear by pseudonym only: names and addresses are never stored. The sort order follows the one
 * query, the activity of some environments on some days; the same event received again replaces the previous one.
 */
export const usageEventsSchema: readonly string[] = [
  `CREATE TABLE usage_event (
    organization_id UUID,
    environment_id String CODEC(ZSTD(1)),
    day Date,
    event_id String CODEC(ZSTD(1)),
    at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    seconds UInt32 CODEC(ZSTD(1)),
    activity_type LowCardinality(String),
    counts_as_usage Bool,
    person String CODEC(ZSTD(1)),
    environment_name LowCardinality(String),
    project LowCardinality(String),
    team LowCardinality(String),
    time_zone LowCardinality(String),
    cpu Nullable(Float32),
    memory Nullable(Float32),
    network Nullable(Float32),
    batch UUID,
    INDEX by_person person TYPE bloom_filter GRANULARITY 4,
    INDEX by_event event_id TYPE bloom_filter GRANULARITY 4
  )
  ENGINE = ReplacingMergeTree
  PARTITION BY toYYYYMM(day)
  ORDER BY (organization_id, environment_id, day, event_id)`,
]
