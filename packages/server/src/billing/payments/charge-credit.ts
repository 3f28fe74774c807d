/** Prepaid credit paid through the rail: like an invoice, the attempt is stored before the rail is called. */
import { randomUUID } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { readCredit } from '@kept/store/billing/credits.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { findUnsettledOfCredit, openAttempt, type RailPayment } from '@kept/store/billing/rail-payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { RailDeps } from './deps.ts'
import { continueCharge, requireAttempt, requireChargedMethod, sendCharge } from './send-charge.ts'

interface CreditCharge {
  creditId: string
  /** Undefined: the default method. */
  methodId?: string | undefined
  recordedBy: string
}

/** Returns the attempt after the rail was asked; it may still be pending. The credit counts once it is paid. */
export async function chargeCredit(deps: RailDeps, scope: Scope, request: CreditCharge): Promise<RailPayment> {
  const { log, now, state } = deps
  const opened = await state.database.scoped(scope, (tx) => openFor(tx, request, now()))
  log.info(
    {
      event: 'billing.credit_charge_started',
      ...{ organization_id: scope.organizationId, credit_id: request.creditId, payment_id: opened.id },
    },
    'charging prepaid credit',
  )
  if (opened.isNew) await sendCharge(deps, scope, opened.id, { repeated: false })
  else await continueCharge(deps, scope, opened.id)
  return requireAttempt(deps, scope, opened.id)
}

async function openFor(tx: ScopedTransaction, { creditId, methodId, recordedBy }: CreditCharge, now: Date) {
  await lockBilling(tx)
  const credit = await readCredit(tx, creditId)
  if (!credit) throw new KeptError('not_found', 'Credit not found.')
  if (credit.source !== 'purchase' || credit.state !== 'pending')
    throw new KeptError('conflict', 'Only a purchase that waits for its money can be paid.')
  const waiting = await findUnsettledOfCredit(tx, creditId)
  if (waiting) return { id: waiting.id, isNew: false }
  const method = await requireChargedMethod(tx, methodId)
  const id = randomUUID()
  const { amount, currency } = credit
  await openAttempt(tx, { id, invoiceId: null, creditId, methodId: method.id, amount, currency, recordedBy, now })
  return { id, isNew: true }
}
