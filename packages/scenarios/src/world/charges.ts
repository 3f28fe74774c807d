/** Helpers that define the charges of resources. */
import type { SkuName } from './prices.ts'
import type { Charge } from './world.ts'

/** Hourly, for existing while active. */
export function hourly(sku: SkuName, units = 1, covered?: string): Charge {
  return { sku, period: 'hour', units, driven: false, ...(covered ? { covered } : {}) }
}

/** Daily, for existing while active; `units` are those of a day. */
export function daily(sku: SkuName, units: number, covered?: string): Charge {
  return { sku, period: 'day', units, driven: false, ...(covered ? { covered } : {}) }
}

/** Daily, in proportion to activity. */
export function used(sku: SkuName, units: number, shape?: Charge['shape']): Charge {
  return { sku, period: 'day', units, driven: true, ...(shape ? { shape } : {}) }
}

/** Hourly, in proportion to activity. */
export function usedHourly(sku: SkuName, units: number): Charge {
  return { sku, period: 'hour', units, driven: true }
}

/** Gigabyte-months are charged a day at a time: always a thirtieth, to keep the truth simple. */
export function stored(sku: SkuName, gigabytes: number, shape?: Charge['shape']): Charge {
  return shape
    ? { sku, period: 'day', units: gigabytes / 30, driven: true, shape }
    : { sku, period: 'day', units: gigabytes / 30, driven: false }
}
