/** How known events are said, and what a person typed means for the forecast. */
export const kindWords = {
  commitment_expiry: 'Commitment ends',
  planned_schedule: 'Planned schedule',
  announced_change: 'Announced change',
} as const
export type EventKind = keyof typeof kindWords
export const eventKinds = Object.keys(kindWords) as EventKind[]

interface Effect {
  factor: string
  daily_amount: string
}

/** "20 % less a day", "+$12.00 a day", both, or nothing. */
export function effectWords({ factor, daily_amount }: Effect, money: (amount: string) => string): string {
  const change = Math.round((Number(factor) - 1) * 1000) / 10
  const words = [
    change === 0 ? '' : `${Math.abs(change)} % ${change > 0 ? 'more' : 'less'} a day`,
    Number(daily_amount) === 0 ? '' : `${money(daily_amount)} a day`,
  ].filter(Boolean)
  return words.join(' and ') || 'no change'
}

/** "-20" percent is the factor 0.8; undefined for what is no such number. Decimal text in, decimal text out. */
export function factorOf(percent: string): string | undefined {
  const text = percent.trim().replace('%', '').trim() || '0'
  if (!/^[+-]?\d{1,4}(\.\d{1,4})?$/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const parts = BigInt(whole + fraction.padEnd(4, '0')) * (text.startsWith('-') ? -1n : 1n) + 1_000_000n
  if (parts < 0n || parts > 100_000_000n) return undefined
  const digits = String(parts).padStart(7, '0')
  const rest = digits.slice(-6).replace(/0+$/, '')
  return `${digits.slice(0, -6)}${rest && `.${rest}`}`
}
