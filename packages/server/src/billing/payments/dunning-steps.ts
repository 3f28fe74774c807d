/** One step of dunning. What it changes and the note that it was taken are stored together where that is possible. */
import type { DunningStep, DunningStepState } from '@kept/domain/billing/dunning.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { addStep } from '@kept/store/billing/dunning.ts'
import { addEmail } from '@kept/store/billing/email-outbox.ts'
import type { InvoiceRow } from '@kept/store/billing/invoices.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { findUnsettled } from '@kept/store/billing/rail-payments.ts'
import { readSettings } from '@kept/store/billing/settings.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { listPayers } from '@kept/store/savings/payers.ts'
import type { Services } from '../../platform/context.ts'
import { requireInvoice } from '../documents/load-document.ts'
import { recipientsOf } from '../documents/recipients.ts'
import { invoicePath } from '../invoice-path.ts'
import { chargeInvoice } from './charge-invoice.ts'
import type { PaymentDeps } from './deps.ts'
import { reminderText } from './reminder-text.ts'
import { writeOff } from './write-off.ts'

export type DunningDeps = PaymentDeps & Pick<Services, 'mail' | 'config'>

interface Taken {
  state: DunningStepState
  detail: string
}

/** Undefined where nothing was done: the invoice was settled meanwhile, or the step waits for a charge to settle. */
export function takeStep(
  deps: DunningDeps,
  scope: Scope,
  invoiceId: string,
  step: DunningStep,
): Promise<Taken | undefined> {
  switch (step.action) {
    case 'reminder':
    case 'second_reminder':
      return remind(deps, scope, invoiceId, step)
    case 'retry_charge':
      return retryCharge(deps, scope, invoiceId, step)
    case 'notify_operator':
      return notifyOperator(deps, scope, invoiceId, step)
    case 'mark_uncollectible':
      return note(deps, scope, invoiceId, step, async (tx) => {
        if (await findUnsettled(tx, invoiceId)) return undefined
        await writeOff(tx, invoiceId, deps.now())
        return { state: 'done', detail: 'Marked as uncollectible.' }
      })
  }
}

async function remind(deps: DunningDeps, scope: Scope, invoiceId: string, step: DunningStep) {
  const { state, origin, now } = deps
  const payers = await listPayers(state.database, scope)
  return note(deps, scope, invoiceId, step, async (tx, invoice) => {
    // A charge that is on its way is not overdue.
    if ((await findUnsettled(tx, invoiceId))?.state === 'pending') return undefined
    const recipients = await recipientsOf(tx, payers)
    if (recipients.length === 0) return { state: 'failed', detail: 'No one to write to: add a recipient of invoices.' }
    const { settings } = await readSettings(tx)
    await addEmail(tx, {
      ...{ invoiceId, kind: step.action, recipients, now: now() },
      ...reminderText(invoice, { action: step.action, settings, url: `${origin()}${invoicePath(invoiceId)}` }),
      source: `dunning ${invoiceId} ${step.days_after_due} ${step.action}`,
    })
    return { state: 'done', detail: `Emailed to ${recipients.join(', ')}.` }
  })
}

/** The attempt is stored before the note: after a crash the step finds it, and charges nothing more while it is open. */
async function retryCharge(deps: DunningDeps, scope: Scope, invoiceId: string, step: DunningStep) {
  const taken = await tryCharge(deps, scope, invoiceId)
  return note(deps, scope, invoiceId, step, async () => taken, { evenIfSettled: true })
}

async function tryCharge(deps: DunningDeps, scope: Scope, invoiceId: string): Promise<Taken> {
  const { paymentRail } = deps
  if (!paymentRail) return { state: 'skipped', detail: 'Online payment is not set up.' }
  try {
    const { state } = await chargeInvoice({ ...deps, paymentRail }, scope, { invoiceId, recordedBy: 'Dunning' })
    return { state: state === 'failed' ? 'failed' : 'done', detail: `The charge is ${state.replace('_', ' ')}.` }
  } catch (error) {
    if (!(error instanceof KeptError)) throw error
    return { state: 'skipped', detail: error.message }
  }
}

/** Sent before it is noted: after a crash it is sent twice rather than never. */
async function notifyOperator(deps: DunningDeps, scope: Scope, invoiceId: string, step: DunningStep) {
  const { config, mail, origin, state } = deps
  const invoice = await state.database.scoped(scope, (tx) => requireInvoice(tx, invoiceId))
  const recipients = config.adminEmails.length > 0 ? config.adminEmails : [config.contactEmail]
  const open = formatMoney(amountText(openAmount(invoice), invoice.currency), invoice.currency)
  for (const to of recipients)
    await mail.send({
      to,
      subject: `Invoice ${invoice.number} is ${step.days_after_due} days overdue: ${open}`,
      text: `${open} of invoice ${invoice.number} was due on ${invoice.dueOn}.\n\n${origin()}/admin/billing`,
    })
  return note(deps, scope, invoiceId, step, async () => ({
    state: 'done',
    detail: `Emailed to ${recipients.join(', ')}.`,
  }))
}

type Change = (tx: ScopedTransaction, invoice: InvoiceRow) => Promise<Taken | undefined>

/** Makes the change and notes the step in one transaction; nothing where it was taken before or nothing is owed. */
function note(
  { state, now }: DunningDeps,
  scope: Scope,
  invoiceId: string,
  step: DunningStep,
  change: Change,
  { evenIfSettled = false } = {},
): Promise<Taken | undefined> {
  return state.database.scoped(scope, async (tx) => {
    await lockBilling(tx)
    const invoice = await requireInvoice(tx, invoiceId)
    if (openAmount(invoice) <= 0n && !evenIfSettled) return undefined
    const taken = await change(tx, invoice)
    if (!taken || !(await addStep(tx, invoiceId, step, { ...taken, now: now() }))) return undefined
    return taken
  })
}
