/** What was stored on each day, by kind of data, so that growth can be told. It belongs to the installation. */
import type { DatabaseMigration } from '../migration.ts'

export const storageMeasurements: DatabaseMigration = {
  name: '0032-storage-measurements',
  statements: [
    `CREATE TABLE storage_measurement (
      kind text NOT NULL,
      measured_on date NOT NULL,
      bytes bigint NOT NULL CHECK (bytes >= 0),
      -- NULL where rows are not counted.
      rows bigint CHECK (rows >= 0),
      PRIMARY KEY (kind, measured_on)
    )`,
  ],
}
