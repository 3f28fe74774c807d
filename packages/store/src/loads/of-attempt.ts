/** What an attempt wrote, read from the warehouse: the loads to publish and the sums to reconcile. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import { type CostColumn, costColumns } from '@kept/domain/focus-columns.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { add } from '@kept/foundation/decimal.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { datasetShapes } from './dataset-shapes.ts'
import { loadKey } from './load-key.ts'

export interface LoadDraft {
  id: string
  /** The provider of most lines first. */
  providers: string[]
  billingAccountId: string
  billingAccountName: string
  /** First day of the billing period. */
  billingPeriod: string
  rows: number
  billed: { amount: string; currency: string }[]
  firstChargeOn: string
  lastChargeOn: string
}

/** The sum of a cost column in one currency; null when no line has a value. */
interface ColumnSum {
  currency: string
  column: CostColumn
  amount: string | null
}

/** The rows of one dataset that an attempt has written. */
interface WrittenLines {
  loads: LoadDraft[]
  rows: number
  sums: ColumnSum[]
}

type Part = Record<CostColumn, string | null> & {
  load_id: string
  currency: string
  provider: string
  account: string
  account_name: string
  period: string
  rows: number
  first_day: string
  last_day: string
}

/** Reads what an attempt has written of one dataset. */
export async function readAttemptLines(
  warehouse: Warehouse,
  scope: Scope,
  key: string,
  dataset: Dataset = 'cost_and_usage',
): Promise<WrittenLines> {
  const shape = datasetShapes[dataset]
  const sum = (column: CostColumn) => (shape.costs.includes(column) ? `toString(sum(${column}))` : 'NULL')
  const parts = await warehouse.query<Part>(
    scope,
    `SELECT load_id, ${shape.currency} AS currency, ${shape.provider} AS provider,
       any(${shape.account}) AS account, max(${shape.accountName}) AS account_name,
       toString(any(${shape.period})) AS period, count() AS rows,
       toString(min(${shape.firstDay})) AS first_day, toString(max(${shape.lastDay})) AS last_day,
       ${costColumns.map((column) => `${sum(column)} AS ${column}`).join(', ')}
     FROM ${shape.table}
     WHERE organization_id = {organization_id:UUID} AND startsWith(load_id, {prefix:String})
     GROUP BY load_id, currency, provider
     ORDER BY load_id, rows DESC, provider, currency`,
    { prefix: `${loadKey(key, dataset)}/` },
    // Sums that are named like their columns must not be taken for the columns.
    { settings: { prefer_column_name_to_alias: 1 } },
  )
  const byLoad = Map.groupBy(parts, ({ load_id }) => load_id)
  return {
    rows: parts.reduce((total, { rows }) => total + rows, 0),
    sums: sumColumns(parts),
    loads: [...byLoad.values()].flatMap((loadParts) => toLoad(loadParts) ?? []),
  }
}

function toLoad(parts: Part[]): LoadDraft | undefined {
  const [first] = parts
  if (!first) return undefined
  const lines = new Map<string, number>()
  for (const { provider, rows } of parts) lines.set(provider, (lines.get(provider) ?? 0) + rows)
  return {
    id: first.load_id,
    providers: [...lines].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([provider]) => provider),
    billingAccountId: first.account,
    billingAccountName: first.account_name,
    billingPeriod: first.period,
    rows: parts.reduce((total, { rows }) => total + rows, 0),
    billed: sumColumns(parts).flatMap(({ column, currency, amount }) =>
      column === 'BilledCost' && amount !== null ? [{ amount, currency }] : [],
    ),
    firstChargeOn: parts.map(({ first_day }) => first_day).reduce((a, b) => (a < b ? a : b)),
    lastChargeOn: parts.map(({ last_day }) => last_day).reduce((a, b) => (a > b ? a : b)),
  }
}

function sumColumns(parts: Part[]): ColumnSum[] {
  const currencies = [...new Set(parts.map(({ currency }) => currency))].toSorted()
  return currencies.flatMap((currency) =>
    costColumns.map((column) => ({
      currency,
      column,
      amount: parts
        .filter((part) => part.currency === currency)
        .map((part) => part[column])
        .reduce((total, amount) => (amount === null ? total : total === null ? amount : add(total, amount)), null),
    })),
  )
}

/** The number of rows of a dataset that an attempt has written so far. */
export async function countAttemptRows(
  warehouse: Warehouse,
  scope: Scope,
  key: string,
  dataset: Dataset,
): Promise<number> {
  const [counted] = await warehouse.query<{ rows: number }>(
    scope,
    `SELECT count() AS rows FROM ${datasetShapes[dataset].table}
     WHERE organization_id = {organization_id:UUID} AND startsWith(load_id, {prefix:String})`,
    { prefix: `${loadKey(key, dataset)}/` },
  )
  return counted?.rows ?? 0
}
