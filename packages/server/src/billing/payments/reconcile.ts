/** The nightly comparison: what the rail moved, against what the journal booked, charge by charge. */
import type { Reconciliation } from '@kept/contract/routes/billing/payments-admin.ts'
import type { RailMovement } from '@kept/domain/billing/payment-rail.ts'
import { compareMovements } from '@kept/engine/billing/compare-movements.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { addMovements, sumJournal, sumMovements } from '@kept/store/billing/rail-movements.ts'
import {
  listDifferences,
  listFailedEvents,
  readLastRun,
  saveReconciliation,
} from '@kept/store/billing/reconciliation.ts'
import type { Database } from '@kept/store/database/connect.ts'
import * as z from 'zod'
import { defineJob } from '../../platform/jobs.ts'
import type { PaymentDeps, RailDeps } from './deps.ts'

/** Movements may be reported late: the last days are read again. */
const overlapMs = 3 * dayMs
/** What is younger may be on its way from one side to the other. */
const settleMs = 3600_000
const movementsAtOnce = 500

export const reconciliationJob = defineJob({
  name: 'billing-reconciliation',
  input: z.object({}),
  retries: 3,
  cron: '40 2 * * *',
  run: async (_input, { paymentRail, ...deps }: PaymentDeps, signal) => {
    if (paymentRail) await reconcile({ ...deps, paymentRail }, signal)
  },
})

export async function reconcile(deps: RailDeps, signal?: AbortSignal): Promise<void> {
  const { state, log, now } = deps
  const { database } = state
  const startedAt = now()
  const lastRun = await readLastRun(database)
  const from = lastRun ? new Date(lastRun.read_until.getTime() - overlapMs) : new Date(0)
  await readMovements(deps, { from, until: startedAt, signal })
  const [atRail, inJournal] = [await sumMovements(database), await sumJournal(database)]
  const own = new Set(inJournal.map(({ chargeRef }) => chargeRef))
  const differences = compareMovements(atRail, inJournal, Math.floor((startedAt.getTime() - settleMs) / 1000))
  await saveReconciliation(database, { readUntil: startedAt, charges: own.size, differences, now: now() })
  const fields = { event: 'billing.reconciled', charges: own.size, differences: differences.length }
  if (differences.length > 0) log.error(fields, 'the payment rail and the journal differ')
  else log.info(fields, 'the payment rail and the journal agree')
}

async function readMovements(
  { paymentRail, state }: RailDeps,
  { from, until, signal }: { from: Date; until: Date; signal: AbortSignal | undefined },
): Promise<void> {
  let batch: RailMovement[] = []
  const span = { fromSeconds: secondsOf(from), untilSeconds: secondsOf(until) + 1 }
  for await (const movement of paymentRail.listMovements(span)) {
    signal?.throwIfAborted()
    batch.push(movement)
    if (batch.length < movementsAtOnce) continue
    await addMovements(state.database, batch)
    batch = []
  }
  await addMovements(state.database, batch)
}

export async function describeReconciliation(database: Database): Promise<Omit<Reconciliation, 'online'>> {
  const [run, differences, events] = [
    await readLastRun(database),
    await listDifferences(database),
    await listFailedEvents(database),
  ]
  return {
    last_run: run
      ? {
          ...{ finished_at: run.finished_at.toISOString(), read_until: run.read_until.toISOString() },
          ...{ charges: run.charges, differences: run.differences },
        }
      : null,
    differences: differences.map(({ id, kind, charge_ref, payment_id, customer_id, currency, ...row }) => ({
      ...{ id, kind, description: descriptions[kind], charge_ref, payment_id },
      ...{ organization_id: customer_id, currency },
      rail: amountText(BigInt(row.rail_minor), currency),
      journal: amountText(BigInt(row.journal_minor), currency),
      found_at: row.found_at.toISOString(),
    })),
    failed_events: events,
  }
}

const descriptions: Record<Reconciliation['differences'][number]['kind'], string> = {
  missing_in_journal: 'The payment service moved money that the journal does not know. Find the charge there.',
  missing_at_rail: 'The journal has money that the payment service did not move. Correct the payment.',
  amount_differs: 'Both know the charge, with different amounts. Compare its refunds and disputes.',
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
