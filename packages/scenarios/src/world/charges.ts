/** Short words for what resources are charged. */
import type { SkuName } from './prices.ts'
import type { Charge } from './world.ts'

/** By the hour for existing while it is active. */
export function hourly(sku: SkuName, units = 1, covered?: string): Charge {
  return { sku, period: 'hour', units, driven: false, ...(covered ? { covered } : {}) }
}

/** By the day for existing while it is active at all; `units` are those of a day. */
export function daily(sku: SkuName, units: number, covered?: string): Charge {
  return { sku, period: 'day', units, driven: false, ...(covered ? { covered } : {}) }
}

/** By the day, in proportion to how busy it is. */
export function used(sku: SkuName, units: number, shape?: Charge['shape']): Charge {
  return { sku, period: 'day', units, driven: true, ...(shape ? { shape } : {}) }
}

/** By the hour, in proportion to how busy it is. */
export function usedHourly(sku: SkuName, units: number): Charge {
  return { sku, period: 'hour', units, driven: true }
}

/** Gigabyte-months are charged a day at a time: a thirtieth, whatever the month, to keep the truth simple. */
export function stored(sku: SkuName, gigabytes: number, shape?: Charge['shape']): Charge {
  return shape
    ? { sku, period: 'day', units: gigabytes / 30, driven: true, shape }
    : { sku, period: 'day', units: gigabytes / 30, driven: false }
}
