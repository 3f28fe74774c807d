/**
 * Reservations and savings plans of the tenant, with their use over the last 30 days. They belong to no subscription:
 * reading them takes roles of their own, and without these Azure lists none.
 */
import { type CommitmentFigures, commitmentDays, commitmentItemType } from '@kept/domain/commitment-item.ts'
import type { InventoryItem } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer, parseCursor } from '@kept/domain/sync/operations.ts'
import type { LivePermission, LivePort, SyncLocation } from '@kept/domain/sync/port.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { type Decimal, decimal, divide, multiply, subtract } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { attributes, oneLine } from '../../live-item.ts'
import type { AzureSession } from './session.ts'

const reservationAction = 'Microsoft.Capacity/reservations/read'
const orderAction = 'Microsoft.Capacity/reservationOrders/read'
const savingsPlanAction = 'Microsoft.BillingBenefits/savingsPlans/read'

/** The built-in roles that allow it, and where they are assigned. */
export const commitmentRoles = [
  { role: 'Reservations Reader', scope: '/providers/Microsoft.Capacity' },
  { role: 'Savings plan Reader', scope: '/providers/Microsoft.BillingBenefits' },
] as const

export const commitmentPermissions: readonly LivePermission[] = [
  { action: reservationAction, reason: 'Lists reservations, with their use and their end.' },
  { action: orderAction, reason: 'Reads what each reservation costs.' },
  { action: savingsPlanAction, reason: 'Lists savings plans, with their cost, use and end.' },
]

const text = z.string()
const lists = [readReservations, readSavingsPlans] as const

export const commitmentsPort: LivePort<AzureSession> = {
  dataset: 'commitments',
  scope: 'connection',
  unlocks: 'Unused reservations and savings plans, and when they end',
  permissions: commitmentPermissions,
  async readPage(session, location, { cursor }) {
    const [index, token] = parseCursor(cursor)
    const read = lists[index]
    if (!read) throw new SyncFailure('unexpected', `The position "${cursor}" in the commitments does not exist.`)
    const { items, next } = await read(session, location, token)
    if (next !== undefined && next === token)
      throw new SyncFailure('unexpected', 'Azure returned the same page of commitments twice.', {
        action: index === 0 ? reservationAction : savingsPlanAction,
      })
    // Without the role the list is empty as well: that must not remove what was listed before.
    if (index === 1 && items.length === 0 && token === undefined && !(await hasReservations(session)))
      throw new SyncFailure(
        'not_enabled',
        `Azure lists no reservation and no savings plan. If there are some, assign the roles ${commitmentRoles.map(({ role }) => role).join(' and ')} to Kept.`,
        { action: reservationAction },
      )
    return {
      items,
      points: [],
      next: next !== undefined ? `${index}:${next}` : index + 1 < lists.length ? `${index + 1}:` : null,
    }
  },
}

/** Which of the permissions are denied, by a request for each list. */
export async function missingCommitmentActions(session: AzureSession): Promise<string[]> {
  const missing: string[] = []
  for (const [action, path] of [
    [reservationAction, reservationsPath],
    [savingsPlanAction, savingsPlansPath],
  ] as const) {
    try {
      await session.send(action, path)
    } catch (error) {
      if (!(error instanceof SyncFailure) || error.kind === 'credentials') throw error
      if (error.kind === 'denied') missing.push(action)
    }
  }
  return missing
}

interface CommitmentPage {
  items: InventoryItem[]
  next: string | undefined
}

const reservationsPath = '/providers/Microsoft.Capacity/reservations?api-version=2022-11-01'
const savingsPlansPath = '/providers/Microsoft.BillingBenefits/savingsPlans?api-version=2022-11-01'

const utilization = z
  .object({ aggregates: z.array(z.object({ grain: z.number(), grainUnit: text, value: z.number() })).nullish() })
  .nullish()

const commonShape = {
  displayName: text.nullish(),
  displayProvisioningState: text.nullish(),
  provisioningState: text.nullish(),
  term: text.nullish(),
  billingScopeId: text.nullish(),
  effectiveDateTime: text.nullish(),
  utilization,
}

const reservationsSchema = z.object({
  value: z.array(
    z.object({
      id: text,
      location: text.nullish(),
      sku: z.object({ name: text.nullish() }).nullish(),
      properties: z
        .object({
          ...commonShape,
          reservedResourceType: text.nullish(),
          quantity: z.number().nullish(),
          expiryDate: text.nullish(),
          expiryDateTime: text.nullish(),
          appliedScopeType: text.nullish(),
        })
        .nullish(),
    }),
  ),
  nextLink: text.nullish(),
})

const orderSchema = z.object({
  properties: z
    .object({
      originalQuantity: z.number().nullish(),
      planInformation: z
        .object({ pricingCurrencyTotal: z.object({ currencyCode: text, amount: z.number() }).nullish() })
        .nullish(),
    })
    .nullish(),
})

async function hasReservations(session: AzureSession): Promise<boolean> {
  const answer = await session.send(reservationAction, reservationsPath)
  return parseAnswer(reservationAction, reservationsSchema, answer).value.length > 0
}

async function readReservations(
  session: AzureSession,
  location: SyncLocation,
  token: string | undefined,
): Promise<CommitmentPage> {
  const answer = await session.send(reservationAction, token ?? reservationsPath)
  const { value, nextLink } = parseAnswer(reservationAction, reservationsSchema, answer)
  const orders = new Map<string, Promise<z.output<typeof orderSchema>>>()
  const items: InventoryItem[] = []
  for (const { id, location: region, sku, properties } of value) {
    const facts = properties ?? {}
    const starts = dayOf(facts.effectiveDateTime)
    const ends = dayOf(facts.expiryDateTime ?? facts.expiryDate)
    const orderId = id.replace(/\/reservations\/[^/]+$/i, '')
    const reading = orders.get(orderId) ?? readOrder(session, orderId)
    orders.set(orderId, reading)
    const order = (await reading).properties
    const total = order?.planInformation?.pricingCurrencyTotal
    const quantity = facts.quantity ?? 0
    const days = starts !== undefined && ends !== undefined ? daysBetween(starts, ends) : 0
    // The price is of the order, which can be split into several reservations.
    const cost =
      total && quantity > 0 && days > 0
        ? divide(
            multiply(multiply(decimal(total.amount), decimal(quantity)), decimal(commitmentDays)),
            multiply(decimal(order?.originalQuantity ?? quantity), decimal(days)),
            10,
          )
        : undefined
    items.push(
      commitmentItem(location, {
        id,
        name: facts.displayName ?? '',
        service: serviceOf(facts.reservedResourceType ?? ''),
        size: [quantity || undefined, sku?.name].filter(Boolean).join(' x '),
        region: region ?? '',
        state: facts.displayProvisioningState ?? facts.provisioningState ?? '',
        billingScope: facts.billingScopeId ?? '',
        figures: {
          commitment_type: 'Reservation',
          commitment_category: 'Usage',
          starts_on: starts,
          ends_on: ends,
          currency: total?.currencyCode,
          ...amountsOf(cost, facts.utilization),
        },
        more: { term: facts.term, scope: facts.appliedScopeType },
      }),
    )
  }
  return { items, next: nextLink || undefined }
}

async function readOrder(session: AzureSession, orderId: string): Promise<z.output<typeof orderSchema>> {
  const answer = await session.send(orderAction, `${orderId}?api-version=2022-11-01&$expand=schedule`)
  return parseAnswer(orderAction, orderSchema, answer)
}

const savingsPlansSchema = z.object({
  value: z.array(
    z.object({
      id: text,
      sku: z.object({ name: text.nullish() }).nullish(),
      properties: z
        .object({
          ...commonShape,
          expiryDateTime: text.nullish(),
          commitment: z
            .object({ currencyCode: text.nullish(), amount: z.number().nullish(), grain: text.nullish() })
            .nullish(),
          appliedScopeType: text.nullish(),
        })
        .nullish(),
    }),
  ),
  nextLink: text.nullish(),
})

async function readSavingsPlans(
  session: AzureSession,
  location: SyncLocation,
  token: string | undefined,
): Promise<CommitmentPage> {
  const answer = await session.send(savingsPlanAction, token ?? savingsPlansPath)
  const { value, nextLink } = parseAnswer(savingsPlanAction, savingsPlansSchema, answer)
  const items = value.map(({ id, properties }) => {
    const facts = properties ?? {}
    const { amount, currencyCode, grain } = facts.commitment ?? {}
    const isHourly = amount !== null && amount !== undefined && grain === 'Hourly'
    return commitmentItem(location, {
      id,
      name: facts.displayName ?? '',
      service: 'Savings Plans',
      size: isHourly ? `${amount} ${currencyCode ?? ''} an hour` : '',
      region: '',
      state: facts.displayProvisioningState ?? facts.provisioningState ?? '',
      billingScope: facts.billingScopeId ?? '',
      figures: {
        commitment_type: 'Savings plan',
        commitment_category: 'Spend',
        starts_on: dayOf(facts.effectiveDateTime),
        ends_on: dayOf(facts.expiryDateTime),
        currency: currencyCode ?? undefined,
        ...amountsOf(isHourly ? multiply(decimal(amount), decimal(24 * commitmentDays)) : undefined, facts.utilization),
      },
      more: { term: facts.term, scope: facts.appliedScopeType },
    })
  })
  return { items, next: nextLink || undefined }
}

/** Azure reports the used share of the last 1, 7 and 30 days; a young commitment has none of 30 days yet. */
function amountsOf(
  cost: Decimal | undefined,
  use: z.output<typeof utilization>,
): Pick<CommitmentFigures, 'cost_30_days' | 'unused_30_days' | 'covered_30_days' | 'amounts_from'> {
  const share = use?.aggregates?.find(
    ({ grain, grainUnit }) => grain === commitmentDays && grainUnit.toLowerCase().startsWith('day'),
  )?.value
  const isReported = cost !== undefined && share !== undefined
  return {
    cost_30_days: cost,
    unused_30_days: isReported
      ? divide(multiply(cost, subtract('100', decimal(Math.min(100, share)))), '100', 10)
      : undefined,
    covered_30_days: undefined,
    amounts_from: isReported ? 'price and use as Azure lists them, last 30 days' : undefined,
  }
}

interface ListedCommitment {
  id: string
  name: string
  service: string
  size: string
  region: string
  state: string
  billingScope: string
  figures: CommitmentFigures
  more: Record<string, string | null | undefined>
}

function commitmentItem(
  { accountName }: SyncLocation,
  { id, name, service, size, region, state, billingScope, figures, more }: ListedCommitment,
): InventoryItem {
  const subscription = /\/subscriptions\/([^/]+)/i.exec(billingScope)?.[1] ?? ''
  return {
    provider: 'azure',
    resource_id: id,
    type: commitmentItemType,
    name: oneLine(name),
    service,
    size,
    region,
    state: state.toLowerCase(),
    // The subscription that pays for it.
    sub_account_id: subscription,
    sub_account_name: subscription === '' ? accountName : '',
    billing_account_id: '',
    owner: '',
    tags: {},
    attributes: attributes({ ...figures, ...more }),
    relations: [],
  }
}

/** "VirtualMachines" is "Virtual Machines". */
function serviceOf(reservedType: string): string {
  return reservedType.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
}

function dayOf(value: string | null | undefined): string | undefined {
  const ms = Date.parse(value ?? '')
  return Number.isNaN(ms) ? undefined : utcDay(ms)
}
