/**
 * Invoices as their issuer states them (FOCUS Invoice Detail) compared with the cost lines that name them. Invoice and
 * lines may be in one import or in two, in either order: current loads count unless this attempt replaces them.
 */
import type { Dataset } from '@kept/domain/bill-format.ts'
import type { InvoiceSums } from '@kept/domain/reconcile.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { loadKey } from './load-key.ts'
import type { LoadDraft } from './of-attempt.ts'

interface Written {
  costs: LoadDraft[]
  invoices: LoadDraft[]
}

interface Stated {
  invoice_id: string
  issuer: string
  currency: string
  invoiced: string
  lines: number
  decimals: number
  places: string[]
}

const writtenDecimals = "length(splitByChar('.', toString(assumeNotNull(BilledCost)))[2])"

export async function readInvoiceSums(
  database: Database | undefined,
  warehouse: Warehouse,
  scope: Scope,
  key: string,
  { costs, invoices }: Written,
): Promise<InvoiceSums[]> {
  const activeCosts = await readActiveLoads(database, scope, 'cost_and_usage', invoices, costs)
  const activeInvoices = await readActiveLoads(database, scope, 'invoice_detail', costs, invoices)
  if (invoices.length + activeInvoices.length === 0) return []
  const stated = await warehouse.query<Stated>(
    scope,
    `SELECT InvoiceId AS invoice_id, any(InvoiceIssuerName) AS issuer, BillingCurrency AS currency,
       toString(ifNull(sum(BilledCost), 0)) AS invoiced,
       toUInt32(countIf(isNotNull(BilledCost))) AS lines, maxIf(${writtenDecimals}, isNotNull(BilledCost)) AS decimals,
       groupUniqArray(concat(toString(toDate(assumeNotNull(BillingPeriodStart), 'UTC')), ' ', BillingAccountId)) AS places
     FROM invoice_detail
     WHERE organization_id = {organization_id:UUID} AND InvoiceId != ''
       AND (startsWith(load_id, {prefix:String}) OR load_id IN {loads:Array(String)})
     GROUP BY invoice_id, currency ORDER BY invoice_id, currency`,
    { prefix: `${loadKey(key, 'invoice_detail')}/`, loads: activeInvoices.map(({ id }) => id) },
  )
  const lines = await warehouse.query<{ invoice_id: string; currency: string; billed: string }>(
    scope,
    `SELECT InvoiceId AS invoice_id, BillingCurrency AS currency, toString(ifNull(sum(BilledCost), 0)) AS billed
     FROM cost_line
     WHERE organization_id = {organization_id:UUID} AND InvoiceId != ''
       AND (startsWith(load_id, {prefix:String}) OR load_id IN {loads:Array(String)})
     GROUP BY invoice_id, currency`,
    { prefix: `${key}/`, loads: activeCosts.map(({ id }) => id) },
  )
  const loaded = new Set([...costs, ...activeCosts].map(locationKey))
  return stated.map(({ places, ...invoice }) => ({
    ...invoice,
    in_warehouse:
      lines.find((line) => line.invoice_id === invoice.invoice_id && line.currency === invoice.currency)?.billed ?? '0',
    complete: places.every((location) => loaded.has(location)),
  }))
}

/** Current loads of the months and accounts in `asked`, without those that `replacing` replaces. */
async function readActiveLoads(
  database: Database | undefined,
  scope: Scope,
  dataset: Dataset,
  drafts: LoadDraft[],
  replacing: LoadDraft[],
): Promise<{ id: string; billingPeriod: string; billingAccountId: string }[]> {
  const periods = [...new Set(drafts.map(({ billingPeriod }) => billingPeriod))]
  if (!database || periods.length === 0) return []
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('cost_load')
      .select(['id', 'billing_period as billingPeriod', 'billing_account_id as billingAccountId'])
      .where('dataset', '=', dataset)
      .where('status', '=', 'current')
      .where('billing_period', 'in', periods)
      .execute(),
  )
  const draftKeys = new Set(drafts.map(locationKey))
  const replaced = new Set(replacing.map(locationKey))
  return rows.filter((row) => draftKeys.has(locationKey(row)) && !replaced.has(locationKey(row)))
}

function locationKey({ billingPeriod, billingAccountId }: { billingPeriod: string; billingAccountId: string }): string {
  return `${billingPeriod} ${billingAccountId}`
}
