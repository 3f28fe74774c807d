/**
 * How much each resource did in each hour, from the spans that are kept and what they stand for: the usual at an hour of
 * the week, long after the spans themselves are forgotten.
 */
import type { WarehouseMigration } from '../migration.ts'

const calls = `sum(if(JSONExtractFloat(body, 'probability') > 0, 1 / JSONExtractFloat(body, 'probability'), 1))`

export const telemetryHours: WarehouseMigration = {
  name: '0011-telemetry-hours',
  statements: [
    `CREATE TABLE telemetry_hour (
        organization_id UUID,
        resource_id String,
        hour DateTime('UTC'),
        calls Float64
      )
      ENGINE = SummingMergeTree(calls)
      PARTITION BY toYYYYMM(hour)
      ORDER BY (organization_id, resource_id, hour)
      TTL hour + INTERVAL 40 DAY`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry_hour_of_items TO telemetry_hour AS
      SELECT organization_id, resource_id, toStartOfHour(toDateTime(at, 'UTC')) AS hour, ${calls} AS calls
      FROM telemetry_item WHERE signal = 'span'
      GROUP BY organization_id, resource_id, hour`,
  ],
}
