/** Dependencies of an import, for the server's job and the command line. */
import type { ImportInput } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import type { ImportAttempt } from '@kept/store/imports/attempt.ts'
import type { OpenedDelivery } from '@kept/store/reading/open-bills.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'

/** Moments at which tests kill the process, to prove that nothing depends on memory. */
export type ImportMoment = 'begun' | 'read' | 'proven' | 'rolled_up' | 'publishing' | 'published'

/** `dispose` removes what was fetched for the import; called once, when everything has been read or has failed. */
export type ReadableDelivery = OpenedDelivery & { dispose?(): Promise<void> }

export interface ImportDeps {
  database: Database
  warehouse: Warehouse
  /** Opens the files and detects their formats. Throws bad_input when a file is not a bill. */
  openDelivery(
    inputs: ImportInput[],
    options: Pick<ImportAttempt, 'format' | 'mapping'> & { scope: Scope; signal: AbortSignal },
  ): Promise<ReadableDelivery>
  /** Fills the daily roll-ups of these loads. Idempotent. */
  rollUp(scope: Scope, loadIds: string[], signal: AbortSignal): Promise<void>
  /** Called after visible loads changed, to evaluate recommendations. May be called twice for one change. */
  afterLoadsChanged(scope: Scope): Promise<void>
  now(): Date
  /** Counts stored and rejected rows for the metrics. */
  count(rows: { stored: number; rejected: number }): void
  /** Logs an unexpected error under a dotted event name. */
  logError(error: unknown, event: string, message: string): void
  onMoment?(moment: ImportMoment): void | Promise<void>
}
