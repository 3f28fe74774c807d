/** What one resource of an inventory costs at list prices. */
import type { UnbilledResource } from '@kept/domain/facts.ts'
import type { ListPrice, PricedProduct, PriceUnit } from '@kept/domain/list-price.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { decimal } from '@kept/foundation/decimal.ts'

/** A price with its currency and the price list that it is from: '' for one that Kept brings along, in US dollars. */
interface UnitAmount {
  price: Decimal
  currency: string
  source: string
}

export interface Priced extends UnitAmount {
  /** As bills name it: rules read it. */
  meter: string
  unit: PriceUnit
  /** For a month of 30 days, in `unit`. */
  monthlyQuantity: Decimal
  instanceType?: string
}

/** What the price of a resource depends on. */
export type PricedResource = Pick<UnbilledResource, 'provider' | 'type' | 'size' | 'state' | 'region' | 'attributes'>

/** The price that a connection read for a product; undefined when it read none. */
export type ReadListPrice = (
  product: PricedProduct,
) => (Pick<ListPrice, 'price' | 'currency' | 'unit'> & { source: string }) | undefined

type AmountOf = (
  kind: PricedProduct['kind'],
  unit: PriceUnit,
  builtIn: Decimal | undefined,
  names?: { type?: string; variant?: string },
) => UnitAmount | undefined

/** What a product costs in a region: as the cloud lists it there, else what Kept brings along; undefined without both. */
export function amountsIn(region: string, read: ReadListPrice): AmountOf {
  return (kind, unit, builtIn, { type = '', variant = '' } = {}) => {
    const listed = read({ kind, type, variant, region })
    if (listed?.unit === unit) return listed
    return builtIn === undefined ? undefined : brought(builtIn)
  }
}

export function brought(price: Decimal): UnitAmount {
  return { price, currency: 'USD', source: '' }
}

const bytesPerGb = 1_073_741_824

/** Undefined when nothing is stored, or when it is not known. */
export function gigabytesOf(bytes: string | undefined): string | undefined {
  return Number(bytes ?? '0') > 0 ? (Number(bytes) / bytesPerGb).toFixed(6) : undefined
}

/** Undefined when there is no price. `units` is how many of it run in each hour: vCPUs, or gigabytes of memory. */
export function hourly(
  meter: string,
  amount: UnitAmount | undefined,
  instanceType?: string,
  units = 1,
): Priced | undefined {
  if (amount === undefined) return undefined
  const { price, currency, source } = amount
  return {
    ...{ price, currency, source, meter },
    unit: 'Hrs',
    monthlyQuantity: units === 1 ? '720' : decimal((units * 720).toFixed(6)),
    ...(instanceType !== undefined && { instanceType }),
  }
}

export function monthly(meter: string, amount: UnitAmount | undefined): Priced | undefined {
  if (amount === undefined) return undefined
  const { price, currency, source } = amount
  return { price, currency, source, meter, unit: '1/Month', monthlyQuantity: '1' }
}

/** Undefined when the size or the price is not known. */
export function stored(
  meter: string,
  gigabytes: string | undefined,
  amount: UnitAmount | undefined,
): Priced | undefined {
  if (amount === undefined || gigabytes === undefined || !(Number(gigabytes) > 0)) return undefined
  const { price, currency, source } = amount
  return { price, currency, source, meter, unit: 'GB-Mo', monthlyQuantity: decimal(gigabytes) }
}

/**
 * The parts of one price, or nothing: amounts in two currencies have no sum, and a price of the region beside one of
 * another region that comes with Kept is the price of no place.
 */
export function ofOneList(parts: readonly (Priced | undefined)[]): readonly Priced[] {
  const priced = parts.filter((part) => part !== undefined)
  const lists = new Set(priced.map(({ currency, source }) => `${currency} ${source === '' ? 'built-in' : 'read'}`))
  return priced.length === parts.length && lists.size === 1 ? priced : []
}
