/** A round amount somewhat above the spend of 30 days, as a start for a monthly budget. */

/** Percent above the spend, so that an ordinary month stays below. */
const room = 5n

/** "32090.58" gives "34000": two digits, rounded up. Undefined where nothing was spent. */
export function suggestAmount(spend: string): string | undefined {
  const [units = ''] = spend.split('.')
  if (!/^\d+$/.test(units) || BigInt(units) === 0n) return undefined
  const target = (BigInt(units) * (100n + room)) / 100n
  const step = 10n ** BigInt(Math.max(0, String(target).length - 2))
  return String(((target + step - 1n) / step) * step)
}
