/** Reservations of the tenant, with the price of the order each belongs to. */
import { commitmentDays } from '@kept/domain/commitment-item.ts'
import type { InventoryItem } from '@kept/domain/resource.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { type Decimal, decimal, divide, multiply } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { dayOf } from '../../../live-item.ts'
import type { AzureSession } from '../session.ts'
import { amountsOf, type CommitmentPage, commitmentItem, commonShape } from './item.ts'

export const reservationAction = 'Microsoft.Capacity/reservations/read'
export const orderAction = 'Microsoft.Capacity/reservationOrders/read'
export const reservationsPath = '/providers/Microsoft.Capacity/reservations?api-version=2022-11-01'

const text = z.string()

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
type Order = z.output<typeof orderSchema>

export async function hasReservations(session: AzureSession): Promise<boolean> {
  const answer = await session.send(reservationAction, reservationsPath)
  return parseAnswer(reservationAction, reservationsSchema, answer).value.length > 0
}

export async function readReservations(
  session: AzureSession,
  location: SyncLocation,
  token: string | undefined,
): Promise<CommitmentPage> {
  const answer = await session.send(reservationAction, token ?? reservationsPath)
  const { value, nextLink } = parseAnswer(reservationAction, reservationsSchema, answer)
  const orders = new Map<string, Promise<Order>>()
  const items: InventoryItem[] = []
  for (const reservation of value) {
    const orderId = reservation.id.replace(/\/reservations\/[^/]+$/i, '')
    const reading = orders.get(orderId) ?? readOrder(session, orderId)
    orders.set(orderId, reading)
    items.push(reservationItem(location, reservation, await reading))
  }
  return { items, next: nextLink || undefined }
}

async function readOrder(session: AzureSession, orderId: string): Promise<Order> {
  const answer = await session.send(orderAction, `${orderId}?api-version=2022-11-01&$expand=schedule`)
  return parseAnswer(orderAction, orderSchema, answer)
}

function reservationItem(
  location: SyncLocation,
  { id, location: region, sku, properties }: z.output<typeof reservationsSchema>['value'][number],
  order: Order,
): InventoryItem {
  const facts = properties ?? {}
  const starts = dayOf(facts.effectiveDateTime)
  const ends = dayOf(facts.expiryDateTime ?? facts.expiryDate)
  const quantity = facts.quantity ?? 0
  const days = starts !== undefined && ends !== undefined ? daysBetween(starts, ends) : 0
  return commitmentItem(location, {
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
      currency: order.properties?.planInformation?.pricingCurrencyTotal?.currencyCode,
      ...amountsOf(costOf(order, quantity, days), facts.utilization),
    },
    more: { term: facts.term, scope: facts.appliedScopeType },
  })
}

/** What 30 days cost. The price is of the order, which can be split into several reservations. */
function costOf({ properties }: Order, quantity: number, days: number): Decimal | undefined {
  const total = properties?.planInformation?.pricingCurrencyTotal
  if (!total || quantity <= 0 || days <= 0) return undefined
  return divide(
    multiply(multiply(decimal(total.amount), decimal(quantity)), decimal(commitmentDays)),
    multiply(decimal(properties?.originalQuantity ?? quantity), decimal(days)),
    10,
  )
}

/** "VirtualMachines" is "Virtual Machines". */
function serviceOf(reservedType: string): string {
  return reservedType.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
}
