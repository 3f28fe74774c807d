/** Formats decimal amounts without floats: Intl accepts decimal strings. */

const locale = 'en-US'
const isoCode = /^[A-Z]{3}$/

interface MoneyOptions {
  /** Decimals shown; by default those of the currency (2 for USD, 0 for JPY). */
  places?: number
  /** A plus sign in front of a rise. */
  signed?: boolean
}

/** Formats "$4,064.48". An amount that rounds to zero is "<$0.01", so that it does not look free. */
export function formatMoney(amount: string, currency = 'USD', { places, signed = false }: MoneyOptions = {}): string {
  const formatted = write(amount, currency, {
    signDisplay: signed ? 'exceptZero' : 'auto',
    ...(places === undefined ? {} : { minimumFractionDigits: places, maximumFractionDigits: places }),
  })
  if (!isZeroText(amount) && isZeroText(formatted.replace(/[^\d.]/g, ''))) {
    const smallest = smallestUnit(currency, places)
    const sign = amount.trim().startsWith('-') ? '>-' : signed ? '<+' : '<'
    return `${sign}${write(smallest, currency, { minimumFractionDigits: placesOf(smallest), maximumFractionDigits: placesOf(smallest) })}`
  }
  return formatted
}

/** Formats every digit of the bill, for a tooltip: "$0.0000000729". */
export function formatMoneyExact(amount: string, currency = 'USD'): string {
  const places = Math.max(placesOf(expandExponent(amount)), minorUnits(currency))
  return write(amount, currency, {
    minimumFractionDigits: minorUnits(currency),
    maximumFractionDigits: Math.min(places, 100),
  })
}

/** Formats "$1.2K", for an axis or a narrow cell; below a thousand with both digits of its cents or none: "$38.70". */
export function formatMoneyShort(amount: string | number, currency = 'USD'): string {
  const size = Math.abs(Number(amount))
  const hasCents = size < 1000 && !Number.isInteger(size)
  return write(String(amount), currency, {
    notation: 'compact',
    minimumFractionDigits: hasCents ? minorUnits(currency) : 0,
    maximumFractionDigits: size < 1000 ? minorUnits(currency) : 1,
  })
}

/** Formats a quantity with at most `places` decimals: "1,234.5". */
export function formatQuantity(amount: string, places = 4): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: places, roundingMode: 'halfEven' }).format(
    asNumeric(amount),
  )
}

function write(amount: string, currency: string, options: Intl.NumberFormatOptions): string {
  if (isoCode.test(currency)) return formatter(currency, options).format(asNumeric(amount))
  const number = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    roundingMode: 'halfEven',
    ...options,
  }).format(asNumeric(amount))
  return `${number} ${currency}`
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Cached: creating a formatter is slow. */
function formatter(currency: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${currency} ${JSON.stringify(options)}`
  const cached = formatters.get(key)
  if (cached) return cached
  const created = new Intl.NumberFormat(locale, { style: 'currency', currency, roundingMode: 'halfEven', ...options })
  formatters.set(key, created)
  return created
}

/** Decimals of a currency: 2 for USD, 0 for JPY. */
export function minorUnits(currency: string): number {
  return isoCode.test(currency) ? (formatter(currency, {}).resolvedOptions().maximumFractionDigits ?? 2) : 2
}

function smallestUnit(currency: string, places = minorUnits(currency)): string {
  return places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`
}

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

/** Whether a text is zero in any notation: "0", "-0.000", "0e5". */
function isZeroText(text: string): boolean {
  return !/[1-9]/.test(text.split(/e/i)[0] ?? '')
}

/** Expands an exponent as far as needed to count decimals. */
function expandExponent(text: string): string {
  const [, mantissa = '', exponent] = /^([^eE]*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (!exponent) return mantissa
  return `0.${'0'.repeat(Math.max(0, placesOf(mantissa) - Number(exponent)))}`
}

/** Intl accepts any decimal string; TypeScript's type for it is too narrow. */
function asNumeric(text: string): Intl.StringNumericLiteral {
  return text as Intl.StringNumericLiteral
}
