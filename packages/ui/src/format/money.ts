/** Money as text to money as words, without ever passing through a float: Intl takes decimal strings as they are. */

const locale = 'en-US'
const isoCode = /^[A-Z]{3}$/

export interface MoneyOptions {
  /** Decimals shown; by default those of the currency (2 for USD, 0 for JPY). */
  places?: number
  /** A plus sign in front of a rise. */
  signed?: boolean
}

/** "$4,064.48"; an amount that is not zero but rounds to it reads "<$0.01", so that nothing looks free that is not. */
export function formatMoney(amount: string, currency = 'USD', { places, signed = false }: MoneyOptions = {}): string {
  const shown = write(amount, currency, {
    signDisplay: signed ? 'exceptZero' : 'auto',
    ...(places === undefined ? {} : { minimumFractionDigits: places, maximumFractionDigits: places }),
  })
  if (!isZeroText(amount) && isZeroText(shown.replace(/[^\d.]/g, ''))) {
    const smallest = smallestUnit(currency, places)
    const sign = amount.trim().startsWith('-') ? '>-' : signed ? '<+' : '<'
    return `${sign}${write(smallest, currency, { minimumFractionDigits: placesOf(smallest), maximumFractionDigits: placesOf(smallest) })}`
  }
  return shown
}

/** Every digit the bill has, for a title or a proof: "$0.0000000729". */
export function formatMoneyExact(amount: string, currency = 'USD'): string {
  const places = Math.max(placesOf(plain(amount)), minorUnits(currency))
  return write(amount, currency, {
    minimumFractionDigits: minorUnits(currency),
    maximumFractionDigits: Math.min(places, 100),
  })
}

/** "$1.2K", for an axis or a tight cell; the exact figure stands elsewhere. */
export function formatMoneyShort(amount: string | number, currency = 'USD'): string {
  return write(String(amount), currency, {
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: Math.abs(Number(amount)) < 10 ? 2 : 1,
  })
}

/** "1,234.5 Hrs" and "1,234.5": a quantity with at most `places` decimals. */
export function formatQuantity(amount: string, places = 4): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: places, roundingMode: 'halfEven' }).format(
    asNumeric(amount),
  )
}

/** "$" for dollars, for the head of a column whose cells carry no sign. */
export function currencySign(currency: string): string {
  if (!isoCode.test(currency)) return currency
  const parts = formatter(currency, {}).formatToParts(0)
  return parts.find((part) => part.type === 'currency')?.value ?? currency
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

/** Making a formatter costs more than a thousand uses of it. */
function formatter(currency: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${currency} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale, { style: 'currency', currency, roundingMode: 'halfEven', ...options })
  formatters.set(key, made)
  return made
}

function minorUnits(currency: string): number {
  return isoCode.test(currency) ? (formatter(currency, {}).resolvedOptions().maximumFractionDigits ?? 2) : 2
}

function smallestUnit(currency: string, places = minorUnits(currency)): string {
  return places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`
}

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

/** Zero in any spelling: "0", "-0.000", "0e5". */
function isZeroText(text: string): boolean {
  return !/[1-9]/.test(text.split(/e/i)[0] ?? '')
}

/** Digits of an exponent spelled out far enough to count decimals. */
function plain(text: string): string {
  const [, mantissa = '', exponent] = /^([^eE]*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (!exponent) return mantissa
  return `0.${'0'.repeat(Math.max(0, placesOf(mantissa) - Number(exponent)))}`
}

/** Intl reads decimal strings exactly; TypeScript's type for them is narrower than what a bill can hold. */
function asNumeric(text: string): Intl.StringNumericLiteral {
  return text as Intl.StringNumericLiteral
}
