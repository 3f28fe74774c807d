/** What the shelves show: words and figures made for the purpose, the same every time. */
export const longWords =
  'arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/app/checkout-and-payment-processing-production/50dc6c495c0c9188'

/** Figures that look like a bill's and are the same in every round. */
export function figures(count: number, seed = 7): number[] {
  let state = seed
  return Array.from({ length: count }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.round((80 + 30 * Math.sin(i / 3) + (state / 2 ** 32) * 40) * 100) / 100
  })
}

/** "2026-10-01" and the days after it. */
export function days(count: number): string[] {
  return Array.from({ length: count }, (_, i) => new Date(Date.UTC(2026, 9, 1 + i)).toISOString().slice(0, 10))
}

export const nothing = () => {}
