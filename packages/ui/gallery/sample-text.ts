/** Sample texts and figures for the shelves, the same in every run. */
import { utcDay } from '@kept/foundation/calendar/instant.ts'
export const longText =
  'arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/app/checkout-and-payment-processing-production/50dc6c495c0c9188'

/** Deterministic figures that look like costs. */
export function figures(count: number, seed = 7): number[] {
  let state = seed
  return Array.from({ length: count }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.round((80 + 30 * Math.sin(i / 3) + (state / 2 ** 32) * 40) * 100) / 100
  })
}

/** Days from "2026-10-01" on. */
export function days(count: number): string[] {
  return Array.from({ length: count }, (_, i) => utcDay(Date.UTC(2026, 9, 1 + i)))
}

export const noop = () => {}
