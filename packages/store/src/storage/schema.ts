/** The table of `database/migrations/0032-storage-measurements.ts` as a Kysely type. */

export interface StorageSchema {
  storage_measurement: {
    kind: string
    /** UTC. */
    measured_on: string
    bytes: string
    rows: string | null
  }
}
