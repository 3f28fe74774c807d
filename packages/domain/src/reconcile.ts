/**
 * The proof that nothing was lost or added on the way in: what the files say against what the warehouse holds plus
 * what was skipped. Exact: a difference of the last decimal is a difference, and is explained or the proof fails.
 */
import { absolute, add, compare, type Decimal, isZero, multiply, subtract } from '@kept/foundation/decimal.ts'
import { minorDigits } from './currency.ts'
import { type CostColumn, costColumns } from './focus-columns.ts'
import type { Reconciliation } from './ingest.ts'

/** A cost column's sum in one currency; null when no row says it. */
export interface CostSum {
  currency: string
  column: CostColumn
  amount: Decimal | null
}

export interface Sums {
  rows: number
  sums: CostSum[]
}

/** An invoice as its issuer states it, and what the warehouse's lines of it add up to. */
export interface InvoiceSums {
  invoice_id: string
  issuer: string
  currency: string
  invoiced: Decimal
  in_warehouse: Decimal
  /** Lines of the invoice, and the decimals it writes its amounts with. */
  lines: number
  decimals: number
  /** True when the delivery holds every month the invoice covers; else its lines may be elsewhere. */
  complete: boolean
}

export interface Evidence {
  /** What the files say, read apart from the import itself; one entry for each file. */
  files: Sums[]
  stored: Sums
  rejectedRows: Sums
  invoices: InvoiceSums[]
}

/** The warehouse keeps this many decimals; a file may write more. */
const storedPrecision = '0.000000000000000000000000000001'

export function reconcile({ files, stored, rejectedRows, invoices }: Evidence): Reconciliation {
  const rows = {
    read: files.reduce((total, file) => total + file.rows, 0),
    stored: stored.rows,
    rejected: rejectedRows.rows,
  }
  const sums = {
    in_file: bySum(files.flatMap((file) => file.sums)),
    in_warehouse: bySum(stored.sums),
    in_rejected_rows: bySum(rejectedRows.sums),
  }
  const keys = new Set(Object.values(sums).flatMap((totals) => [...totals.keys()]))
  const columns = [...keys].toSorted().map((key) => {
    const column = key.slice(0, key.indexOf(' '))
    const currency = key.slice(column.length + 1)
    const amounts = {
      in_file: sums.in_file.get(key) ?? null,
      in_warehouse: sums.in_warehouse.get(key) ?? null,
      in_rejected_rows: sums.in_rejected_rows.get(key) ?? null,
    }
    const difference = subtract(
      amounts.in_file ?? '0',
      add(amounts.in_warehouse ?? '0', amounts.in_rejected_rows ?? '0'),
    )
    return { column, currency, ...amounts, difference, explanation: explain(difference, stored.rows) }
  })
  return {
    ok:
      rows.read === rows.stored + rows.rejected &&
      columns.every(({ explanation }) => explanation !== unexplained) &&
      invoices.every((invoice) => !invoice.complete || isWithinRounding(invoice)),
    rows,
    columns: selectColumns(columns),
    invoices: invoices.map((invoice) => {
      const { complete, lines, decimals, ...stated } = invoice
      return {
        ...stated,
        currency: invoice.currency || noCurrency,
        difference: subtract(invoice.invoiced, invoice.in_warehouse),
        tolerance: toleranceOf(invoice),
        explanation: explainInvoice(invoice),
      }
    }),
  }
}

/** An invoice that writes whole amounts still rounds to the smallest unit of its currency. */
function decimalsOf({ currency, decimals }: InvoiceSums): number {
  return Math.max(decimals, minorDigits(currency) ?? 0)
}

/** Rounding moves each line by up to half of its last decimal. */
function toleranceOf(invoice: InvoiceSums): Decimal {
  return multiply(`5e-${decimalsOf(invoice) + 1}`, String(invoice.lines))
}

function isWithinRounding(invoice: InvoiceSums): boolean {
  return compare(absolute(subtract(invoice.invoiced, invoice.in_warehouse)), toleranceOf(invoice)) <= 0
}

/** A bill that names no currency still has a total; it is never added to one that does. */
const noCurrency = '(none)'
const unexplained = 'The sums differ and the reason is not known; please report this with the kind of bill it is.'

/** Known amounts by "column currency"; what no row says is not in it. */
function bySum(sums: CostSum[]): Map<string, Decimal> {
  const totals = new Map<string, Decimal>()
  for (const { currency, column, amount } of sums) {
    if (amount === null) continue
    const key = `${column} ${currency}`
    totals.set(key, add(totals.get(key) ?? '0', amount))
  }
  return totals
}

const maxUnknownColumns = 20
const longestCurrency = 40

/**
 * In the columns' own order. Rows skipped can hold anything where their currency should be: of currencies that no
 * kept line has, some are enough to see what happened.
 */
function selectColumns(columns: Reconciliation['columns']): Reconciliation['columns'] {
  const order = (column: string) => costColumns.indexOf(column as CostColumn)
  const storedCurrencies = new Set(columns.flatMap((column) => (column.in_warehouse === null ? [] : [column.currency])))
  const otherCurrencies = new Set(
    [...new Set(columns.map(({ currency }) => currency))]
      .filter((currency) => !storedCurrencies.has(currency))
      .slice(0, maxUnknownColumns),
  )
  return columns
    .filter(
      ({ currency, explanation }) =>
        storedCurrencies.has(currency) || otherCurrencies.has(currency) || explanation !== '',
    )
    .toSorted((a, b) =>
      a.currency === b.currency ? order(a.column) - order(b.column) : a.currency < b.currency ? -1 : 1,
    )
    .map((column) => ({ ...column, currency: column.currency.slice(0, longestCurrency) || noCurrency }))
}

/** Cutting a value to the kept decimals loses less than one unit of the last of them. */
function explain(difference: Decimal, rows: number): string {
  if (isZero(difference)) return ''
  const maxDifference = multiply(storedPrecision, String(rows))
  return compare(absolute(difference), maxDifference) <= 0
    ? 'The file writes some values with more than 30 decimals; the warehouse keeps 30.'
    : unexplained
}

function explainInvoice(invoice: InvoiceSums): string {
  const { invoiced, in_warehouse, lines, complete } = invoice
  if (isZero(subtract(invoiced, in_warehouse))) return ''
  if (isWithinRounding(invoice)) {
    const rounded = lines === 1 ? 'its line' : `each of its ${lines} lines`
    return `Within rounding: the invoice rounds ${rounded} to ${decimalsOf(invoice)} decimals, which moves the sum by up to ${toleranceOf(invoice)}.`
  }
  return complete
    ? 'The lines of this invoice do not add up to what was invoiced.'
    : 'Not every line of this invoice is in this delivery.'
}
