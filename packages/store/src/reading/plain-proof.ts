/** Which cells of a CSV a proof of its sums needs; none when the mapping does more than copy them. */
import { type CostColumn, costColumns } from '@kept/domain/focus-columns.ts'
import type { AmountRule, Mapping, TextRule } from '@kept/domain/mapping.ts'
import type { SourceColumns } from './source-columns.ts'

export interface PlainProof {
  /** Names of all columns, as the header must have them. */
  names: string[]
  /** The cell of the currency, or its code for every row. */
  currency: number | string
  /** The cell of each cost column; null when the file has none. */
  costs: { column: CostColumn; cell: number | null }[]
}

/** Undefined when the engine has to calculate what a row states. */
export function planPlainProof({ columns: mapped }: Mapping, source: SourceColumns): PlainProof | undefined {
  const { shape, all, dialect, isUnchecked } = source
  if (!shape || all.length < 2 || dialect.decimalComma || isUnchecked) return undefined
  const currency = mapped.BillingCurrency?.as === 'text' ? cellOfText(mapped.BillingCurrency.rule, source) : undefined
  if (currency === undefined || currency === null) return undefined
  const costs: PlainProof['costs'] = []
  for (const column of costColumns) {
    const rule = mapped[column]
    if (rule?.as !== 'amount') continue
    const cell = cellOfAmount(rule.rule, source)
    if (cell === undefined) return undefined
    costs.push({ column, cell })
  }
  return { names: all.map(({ name }) => name), currency, costs }
}

/** Null when the file does not have the column. */
function cellOf(name: string, { all, find }: SourceColumns): number | null {
  const column = find(name)
  return column ? all.indexOf(column) : null
}

function cellOfText(rule: TextRule, source: SourceColumns): number | string | null | undefined {
  switch (rule.from) {
    case 'column':
      return cellOf(rule.name, source)
    case 'literal':
      return rule.value === '' ? null : rule.value
    case 'code':
      return cellOfText(rule.text, source)
    case 'first':
      // A cell without a currency is refused when it is read, so that the first column is always the one.
      return rule.rules.map((part) => cellOfText(part, source)).find((cell) => cell !== null) ?? null
    default:
      return undefined
  }
}

function cellOfAmount(rule: AmountRule, source: SourceColumns): number | null | undefined {
  if (rule.from === 'amount') return rule.text.from === 'column' ? cellOf(rule.text.name, source) : undefined
  if (rule.from !== 'first_amount') return undefined
  const cells = rule.rules.map((part) => cellOfAmount(part, source)).filter((cell) => cell !== null)
  // Of two columns, which one counts differs from row to row.
  return cells.length > 1 ? undefined : cells.length === 0 ? null : cells[0]
}
