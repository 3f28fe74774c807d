/** Two exports with the two halves of one month (Azure's actual and amortized cost) are read as halves. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { OpenedFile } from './open-bill.ts'
import { querySource } from './query-source.ts'
import { readingError } from './reading-error.ts'
import { ruleCompiler } from './rule-sql.ts'

export async function pairBills(
  warehouse: Warehouse,
  opened: OpenedFile[],
  { scope, signal }: { scope: Scope; signal?: AbortSignal | undefined },
): Promise<OpenedFile[]> {
  const ids = new Set(opened.map(({ format }) => format.id))
  const paired = opened.filter(({ format }) => format.companion && ids.has(format.companion.format))
  if (paired.length === 0) return opened
  const periods = new Map<OpenedFile, string[]>()
  for (const bill of paired) periods.set(bill, await periodsOf(warehouse, scope, bill, signal))
  const hasOther = (bill: OpenedFile) =>
    paired.some(
      (other) =>
        other.format.id === bill.format.companion?.format &&
        periods.get(other)?.some((period) => periods.get(bill)?.includes(period)),
    )
  return opened.map((bill) => {
    const { companion, unknowable = [] } = bill.format
    if (!companion || !periods.has(bill) || !hasOther(bill)) return bill
    return {
      ...bill,
      format: {
        ...bill.format,
        mapping: {
          ...companion.mapping,
          columns: { ...companion.mapping.columns, BillingCurrency: bill.format.mapping.columns.BillingCurrency },
        },
      },
      notes: [
        ...bill.notes.filter((note) => !unknowable.some(({ description: message }) => message === note)),
        companion.note,
      ],
    }
  })
}

/** "account month" of every row. */
async function periodsOf(
  warehouse: Warehouse,
  scope: Scope,
  { source, columns, format }: OpenedFile,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const { BillingPeriodStart, BillingAccountId } = format.mapping.columns
  const compiler = ruleCompiler(columns)
  const start = BillingPeriodStart?.as === 'time' ? compiler.time(BillingPeriodStart.rule) : 'NULL'
  const account = BillingAccountId?.as === 'text' ? compiler.text(BillingAccountId.rule) : "''"
  const parsed = compiler.parsed.map(({ alias, sql }) => `, ${sql} AS ${alias}`).join('')
  try {
    const rows = await querySource(warehouse, {
      scope,
      source,
      select: { period: 'period' },
      from: `(SELECT DISTINCT concat(${account}, ' ', toString(toStartOfMonth(${start}))) AS period
              FROM (SELECT *${parsed} FROM ${source.from(columns.structure)}))`,
      signal,
    })
    return rows.flatMap(({ period }) => period ?? [])
  } catch (error) {
    throw await readingError(error, source)
  }
}
