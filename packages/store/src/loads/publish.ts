/**
 * The one moment in which a delivery becomes visible: the loads it replaces step back, its own become current, the
 * import is done and people are told, all in one transaction, and only for the living attempt.
 */
import type { Dataset } from '@kept/domain/bill-format.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Reconciliation } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { connectionOfAccount, connectionOfBucket } from '../connections/of-delivery.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { ImportAttempt } from '../imports/attempt.ts'
import { addNotification, type NewNotification } from '../notifications/add.ts'
import { lockLoads } from './lock.ts'
import type { LoadDraft } from './of-attempt.ts'

export interface Publication {
  loads: (LoadDraft & { format: string; dataset: Dataset })[]
  /** The address a bucket's delivery came from; undefined for files. */
  address: string | undefined
  notes: string[]
  reconciliation: Reconciliation
  notifications: NewNotification[]
  progress: { rows: number; bytes: number }
  now: Date
}

/** Throws 'conflict' when another attempt took over or a person stopped the import: then nothing has changed. */
export async function publishLoads(
  database: Database,
  scope: Scope,
  { importId, attempt }: ImportAttempt,
  publication: Publication,
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await lockLoads(tx, scope)
    const living = await tx
      .selectFrom('import')
      .select(['id', 'progress'])
      .where('id', '=', importId)
      .where('attempt', '=', attempt)
      .where('status', '=', 'running')
      .forUpdate()
      .executeTakeFirst()
    if (!living) throw new KeptError('conflict', 'This import was stopped or taken over; nothing was changed.')

    const placed: PlacedLoad[] = []
    for (const load of publication.loads) {
      const connectionId =
        publication.address === undefined
          ? await connectionOfAccount(tx, scope, load)
          : await connectionOfBucket(tx, scope, publication.address)
      placed.push({ ...load, connectionId })
    }
    const replaced = await supersede(tx, importId, placed, publication.now)
    await insertCurrent(tx, scope, importId, placed, publication.now)
    const notes = [...publication.notes, ...shortened(replaced), ...shortened(await findDoubles(tx, placed))]
    await tx
      .updateTable('import')
      .set({
        status: 'done',
        error: '',
        notes: JSON.stringify(notes),
        reconciliation: JSON.stringify(publication.reconciliation),
        finished_at: publication.now,
        progress: JSON.stringify({
          ...living.progress,
          stage: 'finding',
          rows_read: publication.progress.rows,
          bytes_read: publication.progress.bytes,
          bytes_total: publication.progress.bytes,
          seconds_left: null,
        }),
      })
      .where('id', '=', importId)
      .execute()
    for (const notification of publication.notifications) await addNotification(tx, scope, notification)
  })
}

type PlacedLoad = Publication['loads'][number] & { connectionId: string }

/** The former loads of the same connections and periods step back; answers one sentence for each. */
async function supersede(tx: ScopedTransaction, importId: string, loads: PlacedLoad[], now: Date): Promise<string[]> {
  const places = new Map(loads.map((load) => [`${load.dataset} ${load.connectionId} ${load.billingPeriod}`, load]))
  const sentences: string[] = []
  for (const { dataset, connectionId, billingPeriod, rows } of places.values()) {
    const former = await tx
      .updateTable('cost_load')
      .set({ status: 'superseded', superseded_by: importId, superseded_at: now })
      .where('dataset', '=', dataset)
      .where('connection_id', '=', connectionId)
      .where('billing_period', '=', billingPeriod)
      .where('status', '=', 'current')
      .returning(['provider', 'billing_account_id', 'rows'])
      .execute()
    for (const old of former) {
      if (dataset !== 'cost_and_usage') continue
      sentences.push(
        `Takes the place of the former delivery of ${billingPeriod.slice(0, 7)} for ${[old.provider, old.billing_account_id].filter(Boolean).join(' ')}: ${old.rows} ${Number(old.rows) === 1 ? 'row' : 'rows'} then, ${rows} now.`,
      )
    }
  }
  return sentences
}

async function insertCurrent(
  tx: ScopedTransaction,
  scope: Scope,
  importId: string,
  loads: PlacedLoad[],
  now: Date,
): Promise<void> {
  for (const load of loads) {
    await tx
      .insertInto('cost_load')
      .values({
        id: load.id,
        organization_id: scope.organizationId,
        import_id: importId,
        connection_id: load.connectionId,
        dataset: load.dataset,
        format: load.format,
        provider: load.providers[0] ?? '',
        billing_account_id: load.billingAccountId,
        billing_period: load.billingPeriod,
        status: 'current',
        rows: load.rows,
        billed: JSON.stringify(load.billed),
        first_charge_on: load.firstChargeOn,
        last_charge_on: load.lastChargeOn,
        published_at: now,
      })
      .execute()
  }
}

/** The same account and month loaded through two connections is counted twice: said aloud, because only people know. */
async function findDoubles(tx: ScopedTransaction, loads: PlacedLoad[]): Promise<string[]> {
  const sentences: string[] = []
  for (const { dataset, connectionId, billingAccountId, billingPeriod, providers } of loads) {
    if (dataset !== 'cost_and_usage' || billingAccountId === '') continue
    const others = await tx
      .selectFrom('cost_load')
      .innerJoin('connection', 'connection.id', 'cost_load.connection_id')
      .select('connection.name')
      .where('cost_load.status', '=', 'current')
      .where('cost_load.dataset', '=', 'cost_and_usage')
      .where('cost_load.connection_id', '!=', connectionId)
      .where('cost_load.billing_account_id', '=', billingAccountId)
      .where('cost_load.billing_period', '=', billingPeriod)
      .execute()
    for (const { name } of others) {
      sentences.push(
        `${billingPeriod.slice(0, 7)} of ${[providers[0], billingAccountId].filter(Boolean).join(' ')} is loaded through "${name}" as well, so its costs count twice; undo one of the two.`,
      )
    }
  }
  return sentences
}

const mostSentences = 5

/** A year of a hundred accounts must not become a thousand sentences. */
function shortened(sentences: string[]): string[] {
  if (sentences.length <= mostSentences) return sentences
  return [...sentences.slice(0, mostSentences), `The same goes for ${sentences.length - mostSentences} more.`]
}
