/** Exact amounts while rows are generated: integers of 10^-20, so that no product is ever rounded. */

/** Decimals: ten of a price, six of a quantity, two of each percentage. */
const scale = 20
const priceScale = 10
const unitScale = 6

/** A quantity of at most six decimals, as whole millionths. */
export function millionths(quantity: number): number {
  return Math.round(quantity * 10 ** unitScale)
}

/** Price times quantity times up to two percentages. */
export function amountOf(price: string, quantityMillionths: number, percent = 100, furtherPercent = 100): bigint {
  return scaled(price) * BigInt(quantityMillionths) * BigInt(percent) * BigInt(furtherPercent)
}

/** A price after up to two percentages, exact, as text. */
export function priceText(price: string, percent = 100, furtherPercent = 100): string {
  return decimalText(scaled(price) * BigInt(percent) * BigInt(furtherPercent), priceScale + 4)
}

export function amountText(amount: bigint): string {
  return decimalText(amount, scale)
}

export function quantityText(quantityMillionths: number): string {
  return decimalText(BigInt(quantityMillionths), unitScale)
}

/** Hundredths of a currency as an amount. */
export function ofCents(cents: number): bigint {
  return BigInt(cents) * 10n ** BigInt(scale - 2)
}

function scaled(price: string): bigint {
  const [integer = '0', fraction = ''] = price.split('.')
  return BigInt(integer + fraction.padEnd(priceScale, '0').slice(0, priceScale))
}

function decimalText(amount: bigint, decimals: number): string {
  const negative = amount < 0n
  const digits = (negative ? -amount : amount).toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${negative ? '-' : ''}${digits.slice(0, -decimals)}${fraction ? `.${fraction}` : ''}`
}
