/** What bringing a bill in needs, given by whoever composes it: the server's job and the command line alike. */
import type { ImportInput } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import type { ImportAttempt } from '@kept/store/imports/attempt.ts'
import type { OpenedDelivery } from '@kept/store/reading/open-bills.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'

/** Named moments at which a test may end the process: what follows must not depend on what was in memory. */
export type ImportMoment = 'begun' | 'read' | 'proven' | 'rolled_up' | 'publishing' | 'published'

/** `dispose` removes what was fetched for the import; called once, when everything has been read or has failed. */
export type ReadableDelivery = OpenedDelivery & { dispose?(): Promise<void> }

export interface IngestDoors {
  database: Database
  warehouse: Warehouse
  /** Opens what is to be read and recognises it; refuses with one sentence. */
  openDelivery(
    inputs: ImportInput[],
    options: Pick<ImportAttempt, 'format' | 'mapping'> & { scope: Scope; signal: AbortSignal },
  ): Promise<ReadableDelivery>
  /** Fills the daily roll-ups of these loads; a second call for the same load changes nothing. */
  rollUp(scope: Scope, loadIds: string[], signal: AbortSignal): Promise<void>
  /** Called after what is visible has changed: findings are judged anew. May be called twice for one change. */
  afterLoadsChanged(scope: Scope): Promise<void>
  now(): Date
  /** Rows that have become visible or were set aside, for the metrics. */
  count(rows: { kept: number; set_aside: number }): void
  /** Something unforeseen, for the log. */
  complain(error: unknown, words: string): void
  at?(moment: ImportMoment): void | Promise<void>
}
