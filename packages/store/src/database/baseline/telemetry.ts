/** Telemetry: counts by day, batches that were stored, and its distribution among several Kept processes. */
import { protect } from './row-security.ts'

export const telemetrySchema: readonly string[] = [
  `CREATE TABLE telemetry_intake (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    day date NOT NULL,
    signal text NOT NULL,
    -- Why it was rejected; empty when it was accepted.
    reason text NOT NULL,
    items bigint NOT NULL,
    last_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, day, signal, reason)
  )`,
  ...protect('telemetry_intake'),
  // A batch that is read again after a crash counts once.
  `CREATE TABLE telemetry_batch (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    id uuid NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (organization_id, id)
  )`,
  ...protect('telemetry_batch'),
  // The process that evaluates the telemetry of an organization; renewed every few seconds.
  `CREATE TABLE loop_detector_lease (
    organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
    holder uuid NOT NULL,
    until timestamptz NOT NULL
  )`,
  ...protect('loop_detector_lease'),
  // Telemetry that reached another process than the holder of the lease.
  `CREATE TABLE forwarded_telemetry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    signal text NOT NULL,
    body bytea NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  )`,
  `CREATE INDEX forwarded_telemetry_of_organization ON forwarded_telemetry (organization_id, id)`,
  ...protect('forwarded_telemetry'),
]
