/** Payment methods: listed, added on a page of the payment service, labeled, made the default, removed. */
import { randomUUID } from 'node:crypto'
import type { PaymentMethod, PaymentMethods } from '@kept/contract/routes/billing/payments.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { utcMonth } from '@kept/foundation/calendar/instant.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { findUncharged, readNewestCurrency } from '@kept/store/billing/charging.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import {
  addSetup,
  countOpenSetups,
  ensureCustomer,
  findMethod,
  labelMethod,
  listMethods,
  makeDefault,
  type PaymentMethodRow,
  removeMethod,
  saveCustomerRef,
} from '@kept/store/billing/payment-methods.ts'
import { hasUnsettledOf } from '@kept/store/billing/rail-payments.ts'
import { readAccount } from '@kept/store/billing/settings.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { actingOf } from '../../platform/acting.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { routes } from '../../platform/implement.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { callRail } from './call-rail.ts'
import { type RailDeps, requireRail } from './deps.ts'
import { railJob } from './jobs.ts'

const paymentRoutes = routes.billingPayments

export const methodHandlers = {
  methods: paymentRoutes.methods.handler(async ({ context: { services, scope, me }, input }) => {
    requireRequestedOrganization(input.organization, me)
    const { state, paymentRail, now } = services
    const { rows, setups } = await state.database.scoped(scope, async (tx) => ({
      rows: await listMethods(tx),
      setups: await countOpenSetups(tx),
    }))
    const methods = rows.map((row) => describeMethod(row, now()))
    const online = paymentRail !== undefined
    return { data: { online, message: messageOf(online, methods), setups_open: setups, methods } }
  }),
  addMethod: paymentRoutes.addMethod.handler(async ({ context, input }) => {
    refuseInDemo(context)
    const { services, scope, me } = context
    requireRequestedOrganization(input.organization, me)
    const deps = requireRail(services)
    const url = await openSetup(deps, scope, {
      ...{ currency: input.currency, name: me.organization.name, createdBy: actingOf(context).actor.name },
    })
    return { data: { url } }
  }),
  changeMethod: paymentRoutes.changeMethod.handler(async ({ context, input }) => {
    refuseInDemo(context)
    const { services, scope, me } = context
    requireRequestedOrganization(input.organization, me)
    const { id, label, is_default } = input
    const changed = await services.state.database.scoped(scope, async (tx) => {
      await requireMethod(tx, id)
      if (label !== undefined) await labelMethod(tx, id, label)
      if (is_default) await makeDefault(tx, id)
      const summary = 'A payment method was changed.'
      await recordAudit(tx, {
        ...actingOf(context).auditContext,
        ...{ action: 'billing.payment_method_changed', target: id, summary },
      })
      return requireMethod(tx, id)
    })
    return { data: describeMethod(changed, services.now()) }
  }),
  removeMethod: paymentRoutes.removeMethod.handler(async ({ context, input: { organization, id } }) => {
    refuseInDemo(context)
    const { services, scope, me } = context
    requireRequestedOrganization(organization, me)
    await services.state.database.scoped(scope, async (tx) => {
      await lockBilling(tx)
      await requireMethod(tx, id)
      await refuseWhileNeeded(tx, id)
      await removeMethod(tx, id, services.now())
      const summary = 'A payment method was removed.'
      await recordAudit(tx, {
        ...actingOf(context).auditContext,
        ...{ action: 'billing.payment_method_removed', target: id, summary },
      })
    })
    // The payment service is told by a job, so that it may be unreachable now.
    await services.jobs.send(railJob, {})
    return { data: { id } }
  }),
}

/** Another organization's method is not found. */
async function requireMethod(tx: ScopedTransaction, id: string): Promise<PaymentMethodRow> {
  const row = await findMethod(tx, id)
  if (!row) throw new KeptError('not_found', 'Payment method not found.')
  return row
}

async function refuseWhileNeeded(tx: ScopedTransaction, id: string): Promise<void> {
  if (await hasUnsettledOf(tx, id))
    throw new KeptError(
      'conflict',
      'A charge to this payment method is still open. Wait for its result, then delete it.',
    )
  const [, another] = await listMethods(tx)
  if (another || (await readAccount(tx))?.preferred_rail !== 'stripe') return
  const number = await findUncharged(tx)
  if (number !== undefined)
    throw new KeptError(
      'conflict',
      `Invoice ${number} is still to be charged to this payment method. Pay it, or add another method first.`,
    )
}

interface SetupRequest {
  currency: string | undefined
  name: string
  createdBy: string
}

/** The customer is stored with what the payment service is told, then created there, then the page is opened. */
async function openSetup(deps: RailDeps, scope: Scope, { currency, name, createdBy }: SetupRequest): Promise<string> {
  const { paymentRail, state, now, origin } = deps
  const { database } = state
  const { customer, newestCurrency } = await database.scoped(scope, async (tx) => {
    const account = await readAccount(tx)
    const { buyer } = account ?? {}
    const details = { name: buyer?.name || name, email: buyer?.email ?? '', now: now() }
    return { customer: await ensureCustomer(tx, details), newestCurrency: await readNewestCurrency(tx) }
  })
  const created =
    customer.ref === null
      ? await callRail(() =>
          paymentRail.createCustomer({
            ...{ organizationId: scope.organizationId, name: customer.name, email: customer.email },
            idempotencyKey: `kept-customer-${scope.organizationId}`,
          }),
        )
      : { ref: customer.ref }
  const customerRef = created.ref
  await database.scoped(scope, (tx) => saveCustomerRef(tx, customerRef))
  const setup = await callRail(() =>
    paymentRail.startSetup({
      ...{ customerRef, currency: currency ?? newestCurrency ?? 'USD', returnUrl: `${origin()}/billing` },
      idempotencyKey: `kept-setup-${randomUUID()}`,
    }),
  )
  await database.scoped(scope, (tx) => addSetup(tx, { ref: setup.ref, createdBy, now: now() }))
  return setup.url
}

function describeMethod(row: PaymentMethodRow, now: Date): PaymentMethod {
  const { id, kind, brand, last4, expires, label, is_default, created_at } = row
  const is_expired = expires !== null && expires < utcMonth(now.getTime())
  return { id, kind, brand, last4, expires, is_expired, label, is_default, created_at: created_at.toISOString() }
}

function messageOf(online: boolean, methods: readonly PaymentMethod[]): PaymentMethods['message'] {
  if (!online) return 'Invoices are paid by bank transfer. Quote the invoice number.'
  return methods.length === 0
    ? 'Add a payment method to have invoices charged when they are due, or pay by bank transfer.'
    : 'Invoices are charged to the default payment method when they are due.'
}
