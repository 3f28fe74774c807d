/**
 * What operators of this installation can read of all customers: commission rules and statements. The setting opens the
 * policies `installation` for one transaction; nothing else in the product sets it.
 */
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import type { RuleVersion } from './rules.ts'

/** The demo organization does not count as a customer. */
export interface Reach {
  demo: boolean
}

function asOperator<T>(database: Database, work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return database.shared.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.installation', 'on', true)`.execute(tx)
    return work(tx)
  })
}

export interface Customer {
  id: string
  slug: string
  name: string
  demo: boolean
  /** Null while it exists; only its statements remain then. */
  deleted_at: Date | null
}

export function listCustomers(database: Database, { demo }: Reach): Promise<Customer[]> {
  return database.shared
    .selectFrom('organization')
    .select(['id', 'slug', 'name', 'demo', 'deleted_at'])
    .where('demo', '=', demo)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Of all visible customers, by customer, oldest first. */
export async function rulesOfAll(database: Database, { demo }: Reach): Promise<Map<string, RuleVersion[]>> {
  const rows = await asOperator(database, (tx) =>
    tx
      .selectFrom('commission_rule as r')
      .innerJoin('organization as o', 'o.id', 'r.organization_id')
      .selectAll('r')
      .where('o.demo', '=', demo)
      .orderBy('r.version')
      .execute(),
  )
  const byCustomer = new Map<string, RuleVersion[]>()
  for (const { organization_id, changed_at, ...row } of rows) {
    const versions = byCustomer.get(organization_id) ?? []
    byCustomer.set(organization_id, versions)
    versions.push({ ...row, changed_at: changed_at.toISOString() })
  }
  return byCustomer
}

export interface BilledStatement {
  organization_id: string
  period: string
  currency: string
  /** Whole nano-units. */
  net: string
  billable: string
  fee: string
}

/** Statements without their bodies, of the months `from` to `to`, both included. */
export function billedByStatement(
  database: Database,
  { demo }: Reach,
  { from, to }: { from: string; to: string } = { from: '', to: '9999' },
): Promise<BilledStatement[]> {
  return asOperator(database, (tx) =>
    tx
      .selectFrom('savings_statement as s')
      .innerJoin('organization as o', 'o.id', 's.organization_id')
      .select(['s.organization_id', 's.period', 's.currency', 's.net', 's.billable', 's.fee'])
      .where('o.demo', '=', demo)
      .where('s.period', '>=', from)
      .where('s.period', '<=', to)
      .orderBy('s.period')
      .orderBy('s.organization_id')
      .execute(),
  )
}

interface StoredStatement {
  id: string
  organization_id: string
  kind: 'final' | 'trueup'
  body: string
}

/** Yields the signed texts one by one: a year of many customers does not fit into memory. */
export async function* walkStatements(
  database: Database,
  { demo }: Reach,
  filter: { from: string; customer?: string | undefined },
): AsyncGenerator<StoredStatement> {
  const ids = await asOperator(database, (tx) =>
    tx
      .selectFrom('savings_statement as s')
      .innerJoin('organization as o', 'o.id', 's.organization_id')
      .select('s.id')
      .where('o.demo', '=', demo)
      .where('s.period', '>=', filter.from)
      .$if(filter.customer !== undefined, (query) => query.where('s.organization_id', '=', filter.customer ?? ''))
      .orderBy('s.period')
      .orderBy('s.head_seq')
      .execute(),
  )
  for (const { id } of ids) {
    const row = await asOperator(database, (tx) =>
      tx
        .selectFrom('savings_statement')
        .select(['id', 'organization_id', 'kind', 'body'])
        .where('id', '=', id)
        .executeTakeFirst(),
    )
    if (row) yield row
  }
}
