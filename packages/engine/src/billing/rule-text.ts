/** The sentence on an invoice that says how its fee came about. */
import type { CommissionRule } from '@kept/domain/commission.ts'
import { amountText, toMinor } from './minor.ts'

export function ruleText({
  mode,
  tiers,
  monthly_cap,
  horizon_months,
  currency,
  bills_avoidance,
}: CommissionRule): string {
  const percentOf = (ppm: number) => `${ppm / 10_000}%`
  const money = (amount: string) => `${amountText(toMinor(amount, currency), currency)} ${currency}`
  const [first, ...others] = tiers
  const flat = `${percentOf(first?.rate_ppm ?? 0)} of verified savings`
  const steps = others.map(({ from, rate_ppm }) => `${percentOf(rate_ppm)} from ${money(from)}`)
  const basis = mode === 'graduated' ? 'each rate on its own part' : 'the rate reached on everything'
  const tiered = steps.length === 0 ? flat : `${flat}, ${steps.join(', ')} (${basis})`
  const capped = monthly_cap === null ? tiered : `${tiered}, at most ${money(monthly_cap)} a month`
  const limits = Object.entries(horizon_months).map(([kind, months]) => `${kind} for ${months} months`)
  const limited = limits.length === 0 ? capped : `${capped}; ${limits.join(', ')}`
  return `${bills_avoidance ? `${limited}; avoided loop cost is billed` : limited}.`
}
