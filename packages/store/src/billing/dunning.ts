/** Dunning: campaigns of the operator, customers for whom it is paused, and the steps that were taken. */
import {
  type DunningCampaign,
  type DunningStep,
  type DunningStepState,
  defaultDunningSteps,
} from '@kept/domain/billing/dunning.ts'
import type { Selectable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { acrossCustomers } from './rail-across-customers.ts'

export interface StoredCampaign extends DunningCampaign {
  isCustom: boolean
  changedBy: string
  changedAt: Date | null
}

export async function readCampaign(database: Database, currency: string): Promise<StoredCampaign> {
  const row = await database.shared
    .selectFrom('billing_dunning_campaign')
    .selectAll()
    .where('currency', '=', currency)
    .executeTakeFirst()
  if (!row)
    return { currency, enabled: true, steps: [...defaultDunningSteps], isCustom: false, changedBy: '', changedAt: null }
  const { enabled, steps, changed_by, changed_at } = row
  return { currency, enabled, steps, isCustom: true, changedBy: changed_by, changedAt: changed_at }
}

/** Of invoices, and of campaigns. */
export async function listCampaignCurrencies(database: Database): Promise<string[]> {
  const [invoices, campaigns] = await Promise.all([
    acrossCustomers(database, (tx) => tx.selectFrom('billing_invoice').select('currency').distinct().execute()),
    database.shared.selectFrom('billing_dunning_campaign').select('currency').execute(),
  ])
  return [...new Set([...invoices, ...campaigns].map(({ currency }) => currency))].sort()
}

export async function saveCampaign(
  database: Database,
  { currency, enabled, steps }: DunningCampaign,
  { changedBy, now }: { changedBy: string; now: Date },
): Promise<void> {
  const values = { enabled, steps: JSON.stringify(steps), changed_by: changedBy, changed_at: now }
  await database.shared
    .insertInto('billing_dunning_campaign')
    .values({ currency, ...values })
    .onConflict((conflict) => conflict.column('currency').doUpdateSet(values))
    .execute()
}

type DunningPause = Selectable<Schema['billing_dunning_pause']>

export function readPause(tx: ScopedTransaction): Promise<DunningPause | undefined> {
  return tx.selectFrom('billing_dunning_pause').selectAll().executeTakeFirst()
}

export async function pauseDunning(
  tx: ScopedTransaction,
  { reason, pausedBy, now }: { reason: string; pausedBy: string; now: Date },
): Promise<void> {
  const values = { reason, paused_by: pausedBy, paused_at: now }
  await tx
    .insertInto('billing_dunning_pause')
    .values({ organization_id: tx.scopedTo, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
}

export async function resumeDunning(tx: ScopedTransaction): Promise<void> {
  await tx.deleteFrom('billing_dunning_pause').execute()
}

type TakenStep = Selectable<Schema['billing_dunning_step']>

export function listSteps(tx: ScopedTransaction, invoiceId: string): Promise<TakenStep[]> {
  return tx
    .selectFrom('billing_dunning_step')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('days_after_due')
    .orderBy('taken_at')
    .execute()
}

/** False where the step was taken before. */
export async function addStep(
  tx: ScopedTransaction,
  invoiceId: string,
  { days_after_due, action }: DunningStep,
  { state, detail, now }: { state: DunningStepState; detail: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('billing_dunning_step')
    .values({
      ...{ organization_id: tx.scopedTo, invoice_id: invoiceId, days_after_due, action, state, detail },
      taken_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'invoice_id', 'days_after_due', 'action']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
