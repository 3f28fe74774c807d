/** What one resource of an inventory costs at a public price. */
import type { Decimal } from '@kept/foundation/decimal.ts'
import { decimal } from '@kept/foundation/decimal.ts'

export interface Priced {
  /** As bills name it: rules read it. */
  meter: string
  unit: 'GB-Mo' | 'Hrs' | '1/Month'
  /** For a month of 30 days, in `unit`. */
  monthlyQuantity: Decimal
  price: Decimal
  instanceType?: string
}

export function hourly(meter: string, price: Decimal, instanceType?: string): Priced {
  return {
    meter,
    unit: 'Hrs',
    monthlyQuantity: '720',
    price,
    ...(instanceType !== undefined && { instanceType }),
  }
}

/** Undefined when the size is not known. */
export function stored(meter: string, gigabytes: string | undefined, price: Decimal): Priced | undefined {
  if (gigabytes === undefined || !(Number(gigabytes) > 0)) return undefined
  return { meter, unit: 'GB-Mo', monthlyQuantity: decimal(gigabytes), price }
}
