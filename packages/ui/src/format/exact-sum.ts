/** Sum of decimal texts, exact. The tableware may not know the house's own decimals, and a float may not add money. */
export function sumExact(amounts: Iterable<string>): string {
  const list = [...amounts]
  const scale = Math.max(0, ...list.map((amount) => amount.split('.')[1]?.length ?? 0))
  const units = list.reduce((total, amount) => total + unitsOf(amount, scale), 0n)
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`
}

function unitsOf(amount: string, scale: number): bigint {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) throw new RangeError(`"${amount.slice(0, 40)}" is not a plain decimal.`)
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}
