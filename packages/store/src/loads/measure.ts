/** The contents of loads, from the roll-ups: rows, days, accounts and charges, by which two imports are compared. */
import type { GrossCharge, PeriodContents } from '@kept/domain/import-losses.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import type { Warehouse } from '../warehouse/client.ts'

const columns = {
  billed: 'BilledCost',
  effective: 'EffectiveCost',
  contracted: 'ContractedCost',
  list: 'ListCost',
} as const
const columnNames = keysOf(columns)

/** The contents of all these loads together; they must be rolled up. */
export async function measureLoads(warehouse: Warehouse, scope: Scope, loadIds: string[]): Promise<PeriodContents> {
  const where = 'WHERE organization_id = {organization_id:UUID} AND load_id IN {loads:Array(String)}'
  const query = <Row>(select: string, table: string, groupBy: string) =>
    warehouse.query<Row>(scope, `SELECT ${select} FROM ${table} ${where} GROUP BY ${groupBy}`, { loads: loadIds })
  const [days, accounts, charges] = await Promise.all([
    query<{ day: string; rows: number }>(
      'toString(charge_date) AS day, sum(lines) AS rows',
      'cost_daily',
      'charge_date',
    ),
    query<{ billing: string; sub: string; rows: number; has_charges: number }>(
      `BillingAccountId AS billing, SubAccountId AS sub, sum(lines) AS rows,
       max(${columnNames.map((column) => `ifNull(${column}, 0) > 0`).join(' OR ')}) AS has_charges`,
      'cost_daily',
      'billing, sub',
    ),
    // From the lines: a roll-up has already netted a day's credits against its charges.
    query<{ currency: string; gross: (string | null)[] }>(
      `BillingCurrency AS currency, [${Object.values(columns).map(grossSql).join(', ')}] AS gross`,
      'cost_line',
      'currency',
    ),
  ])
  return {
    rows: days.reduce((total, { rows }) => total + Number(rows), 0),
    days: Object.fromEntries(days.map(({ day, rows }) => [day, Number(rows)])),
    accounts: accountsOf(accounts),
    charges: charges.flatMap(({ currency, gross }) =>
      columnNames.flatMap((column, index): GrossCharge[] => {
        const amount = gross[index] ?? null
        return amount === null ? [] : [{ currency, column, amount }]
      }),
    ),
  }
}

/** NULL when no line states the cost. */
function grossSql(column: string): string {
  return `if(count(${column}) = 0, NULL, toString(sumIf(ifNull(${column}, 0), ${column} > 0)))`
}

function accountsOf(
  parts: { billing: string; sub: string; rows: number; has_charges: number }[],
): NonNullable<PeriodContents['accounts']> {
  const accounts = new Map<string, { id: string; rows: number; hasCharges: boolean }>()
  for (const { billing, sub, rows, has_charges } of parts) {
    for (const id of new Set([billing, sub])) {
      // A line without an account cannot be missed.
      if (id === '') continue
      const account = accounts.get(id) ?? { id, rows: 0, hasCharges: false }
      accounts.set(id, {
        id,
        rows: account.rows + Number(rows),
        hasCharges: account.hasCharges || Number(has_charges) > 0,
      })
    }
  }
  return [...accounts.values()]
}
