/** Adds decimal texts exactly. `@kept/ui` does not depend on `@kept/domain`, and floats must not add money. */
export function sumExact(amounts: Iterable<string>): string {
  const list = [...amounts]
  const scale = Math.max(0, ...list.map((amount) => amount.split('.')[1]?.length ?? 0))
  const units = list.reduce((total, amount) => total + unitsOf(amount, scale), 0n)
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const integer = digits.slice(0, digits.length - scale)
  return `${units < 0n ? '-' : ''}${integer}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`
}

function unitsOf(amount: string, scale: number): bigint {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) throw new RangeError(`"${amount.slice(0, 40)}" is not a plain decimal.`)
  const [integer = '', fraction = ''] = amount.split('.')
  return BigInt(integer + fraction.padEnd(scale, '0'))
}
