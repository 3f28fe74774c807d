/**
 * Signs of use. People stand in it by pseudonym alone: names and addresses are never written. The order of the table
 * is that of its one question, the activity of some environments in some days; the same event again falls together
 * with the former one.
 */
import type { WarehouseMigration } from '../migration.ts'

export const usageEvents: WarehouseMigration = {
  name: '0007-usage-events',
  statements: [
    `CREATE TABLE usage_event (
        organization_id UUID,
        environment_id String CODEC(ZSTD(1)),
        day Date,
        event_id String CODEC(ZSTD(1)),
        at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
        seconds UInt32 CODEC(ZSTD(1)),
        activity_type LowCardinality(String),
        is_use Bool,
        person String CODEC(ZSTD(1)),
        environment_name LowCardinality(String),
        project LowCardinality(String),
        team LowCardinality(String),
        timezone LowCardinality(String),
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
  ],
}
