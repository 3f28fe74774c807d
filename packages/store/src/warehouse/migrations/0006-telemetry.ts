/**
 * Telemetry as it came in, for a week: what a rule would have found is asked of it, and the spans behind a loop are
 * shown from it. Of each minute a bounded part is kept, whole traces at a time; the rest only counts.
 */
import type { WarehouseMigration } from '../migration.ts'

export const telemetry: WarehouseMigration = {
  name: '0006-telemetry',
  statements: [
    `CREATE TABLE telemetry_item (
        organization_id UUID,
        signal LowCardinality(String),
        at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
        trace_id String CODEC(ZSTD(1)),
        resource_id LowCardinality(String),
        body String CODEC(ZSTD(3)),
        received DateTime('UTC'),
        -- The engine's own clock: when it may be forgotten.
        written DateTime('UTC') DEFAULT now('UTC')
      )
      ENGINE = MergeTree
      PARTITION BY toYYYYMMDD(written)
      ORDER BY (organization_id, signal, at)
      TTL written + INTERVAL 8 DAY
      SETTINGS ttl_only_drop_parts = 1`,
  ],
}
