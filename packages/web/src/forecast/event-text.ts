/** Labels of known events, and the forecast factor of a typed percentage. */
import { keysOf } from '@kept/foundation/keys.ts'
export const kindLabels = {
  commitment_expiry: 'Commitment ends',
  planned_schedule: 'Planned schedule',
  announced_change: 'Announced change',
} as const
export type EventKind = keyof typeof kindLabels
export const eventKinds = keysOf(kindLabels)

interface Effect {
  factor: string
  daily_amount: string
}

/** "20% less a day", "+$12.00 a day", both, or "no change". */
export function describeEffect({ factor, daily_amount }: Effect, money: (amount: string) => string): string {
  const change = Math.round((Number(factor) - 1) * 1000) / 10
  const effects = [
    change === 0 ? '' : `${Math.abs(change)}% ${change > 0 ? 'more' : 'less'} a day`,
    Number(daily_amount) === 0 ? '' : `${money(daily_amount)} a day`,
  ].filter(Boolean)
  return effects.join(' and ') || 'no change'
}

/** Converts "-20" percent to the factor "0.8"; undefined when the text is not a valid percentage. */
export function factorOf(percent: string): string | undefined {
  const text = percent.trim().replace('%', '').trim() || '0'
  if (!/^[+-]?\d{1,4}(\.\d{1,4})?$/.test(text)) return undefined
  const [integerPart = '', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const parts = BigInt(integerPart + fraction.padEnd(4, '0')) * (text.startsWith('-') ? -1n : 1n) + 1_000_000n
  if (parts < 0n || parts > 100_000_000n) return undefined
  const digits = String(parts).padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0+$/, '')
  return `${digits.slice(0, -6)}${decimals && `.${decimals}`}`
}
