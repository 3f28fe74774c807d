/** From what a bill says of resources to what one iteration costs there. */
import type { IterationPrice } from '@kept/domain/loop-price.ts'
import { compare, type Decimal, decimal, divide, sum } from '@kept/foundation/decimal.ts'

/** One SKU of one resource over the last weeks of the bill. */
export interface BilledSku {
  /** The id or name it was asked by. */
  resource: string
  service: string
  sku_price_id: string
  unit: string
  currency: string
  /** The price in force last: contracted, else list; and the least and most of the time. */
  price: Decimal
  price_low: Decimal
  price_high: Decimal
  quantity: Decimal
}

const perRequest =
  /^(\d+[km]? )?(requests?|invocations?|executions?|calls?|operations?|count|api calls?|transactions?)$/i
const perRunTime = /^(lambda-)?(gb|gib)[- .]?seconds?$/i
const perHour = /^(vcpu[- ])?(instance[- ])?(hrs?|hours?|instance hours?|machine hours?|compute hours?)$/i
const perGigabyte = /^(gb|gib|gigabytes?)$/i

/** A message is sent, received and deleted: three requests. */
const requestsOfOne = (service: string) => (/simple queue|sqs/i.test(service) ? '3' : '1')

export function billedPrices(skus: readonly BilledSku[]): IterationPrice[] {
  const requests = new Map<string, Decimal>()
  for (const [resource, resourceSkus] of grouped(skus.filter(({ unit }) => perRequest.test(unit))))
    requests.set(lastPart(resource), sum(resourceSkus.map(({ quantity }) => quantity)))
  return skus.flatMap((sku): IterationPrice[] => {
    const { resource, sku_price_id, unit, currency, price, price_low, price_high, quantity, service } = sku
    // Logs of a function are written by its requests, not by those of the group.
    const requestCount = requests.get(lastPart(resource)) ?? '0'
    const ratio = compare(requestCount, '0') > 0 ? divide(quantity, requestCount, 12) : undefined
    const units = unitsOf(unit, service, ratio)
    if (units === undefined || sku_price_id === '' || compare(price, '0') <= 0) return []
    return [
      {
        resource,
        sku_price_id,
        unit,
        currency,
        unit_price: price,
        unit_price_low: price_low,
        unit_price_high: price_high,
        units,
        ...(ratio !== undefined && { fallback_units: ratio }),
        source: 'bill',
      },
    ]
  })
}

function lastPart(resource: string): string {
  return resource.split(/[:/]/).at(-1) ?? resource
}

/** Of several kinds of requests an iteration makes each as often as the bill has them. */
function unitsOf(unit: string, service: string, ratio: Decimal | undefined): IterationPrice['units'] | undefined {
  if (perRequest.test(unit)) {
    const perIteration = requestsOfOne(service)
    return ratio === undefined ? perIteration : perIteration === '3' ? decimal(3 * Number(ratio)) : ratio
  }
  if (perRunTime.test(unit)) return 'gb_seconds'
  if (perHour.test(unit)) return 'busy_hours'
  return perGigabyte.test(unit) ? ratio : undefined
}

function grouped(skus: readonly BilledSku[]): Map<string, BilledSku[]> {
  const groups = new Map<string, BilledSku[]>()
  for (const sku of skus) {
    const group = groups.get(sku.resource)
    if (group) group.push(sku)
    else groups.set(sku.resource, [sku])
  }
  return groups
}
