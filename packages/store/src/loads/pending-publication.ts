/** What an import publishes, as stored while it waits for confirmation. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import type { Reconciliation } from '@kept/domain/ingest.ts'
import type { NewNotification } from '../notifications/add.ts'
import type { LoadDraft } from './of-attempt.ts'

export interface PendingPublication {
  loads: (LoadDraft & { format: string; dataset: Dataset })[]
  /** The address of a bucket; undefined for files. */
  address?: string | undefined
  /** A month of scheduled exports at `address`: the import replaces all that this month contained. */
  exportMonth?: string | undefined
  notes: string[]
  reconciliation: Reconciliation
  notifications: NewNotification[]
  progress: { rows: number; bytes: number }
}
