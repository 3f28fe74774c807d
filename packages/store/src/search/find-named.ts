/** Searches named objects: budgets, incidents, loops, environments, rules. The newest of each kind. */
import type { ScopePart } from '@kept/domain/anomaly.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { containsEach } from './contains.ts'

interface Question {
  terms: readonly string[]
  limit: number
}

/** Several columns as one text, one per line. */
function lines(...columns: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`lower(concat_ws(E'\n', ${sql.join(columns)}))`
}

const finders = {
  budgets: (tx: ScopedTransaction, { terms, limit }: Question) =>
    tx
      .selectFrom('budget')
      .select(['id', 'name', 'owner', 'period', 'currency', 'amount'])
      .where(containsEach(lines(sql.ref('name'), sql.ref('owner')), terms))
      .orderBy('amount', 'desc')
      .limit(limit)
      .execute(),
  anomalies: (tx: ScopedTransaction, { terms, limit }: Question) =>
    tx
      .selectFrom('anomaly')
      .select(['id', 'severity', 'first_day', 'last_day'])
      .select(sql<ScopePart[]>`scope`.as('scope'))
      .where('status', '!=', 'withdrawn')
      .where(containsEach(sql`lower(scope::text)`, terms))
      .orderBy('last_day', 'desc')
      .limit(limit)
      .execute(),
  loops: (tx: ScopedTransaction, { terms, limit }: Question) =>
    tx
      .selectFrom('loop_incident')
      .select(['id', 'resource_id', 'loop_type', 'status', 'detected_at'])
      .select(sql<string>`coalesce(detection ->> 'resource_name', '')`.as('resource_name'))
      .where('confirmed', '=', true)
      .where(
        containsEach(
          lines(sql.ref('resource_id'), sql`detection ->> 'resource_name'`, sql`replace(loop_type, '_', ' ')`),
          terms,
        ),
      )
      .orderBy('detected_at', 'desc')
      .limit(limit)
      .execute(),
  environments: (tx: ScopedTransaction, { terms, limit }: Question) =>
    tx
      .selectFrom('behavior_environment')
      .select(['environment_id', 'team', 'status', 'wasted_cost'])
      .select([
        sql<string>`coalesce(analysis ->> 'environment_name', '')`.as('name'),
        sql<string>`coalesce(analysis ->> 'project', '')`.as('project'),
      ])
      .where('window_key', '=', '30d')
      .where(
        containsEach(
          lines(sql.ref('environment_id'), sql`analysis ->> 'environment_name'`, sql`analysis ->> 'project'`),
          terms,
        ),
      )
      .orderBy('wasted_cost', (order) => order.desc().nullsLast())
      .limit(limit)
      .execute(),
  teams: (tx: ScopedTransaction, { terms, limit }: Question) =>
    tx
      .selectFrom('behavior_environment')
      .select(['team', (eb) => eb.fn.countAll<string>().as('environments')])
      .where('window_key', '=', '30d')
      .where('team', '!=', '')
      .where(containsEach(sql`lower(team)`, terms))
      .groupBy('team')
      .orderBy('environments', 'desc')
      .limit(limit)
      .execute(),
  alertRules: (tx: ScopedTransaction, { terms, limit }: Question) =>
    tx
      .selectFrom('alert_rule')
      .select(['id', 'name', 'enabled', 'created_at'])
      .where(containsEach(sql`lower(name)`, terms))
      .limit(limit)
      .execute(),
  channels: (tx: ScopedTransaction, { terms, limit }: Question) =>
    tx
      .selectFrom('alert_channel')
      .select(['id', 'name', 'enabled', 'created_at'])
      .select(sql<string>`coalesce(settings ->> 'kind', '')`.as('channel'))
      .where('removed_at', 'is', null)
      .where(containsEach(lines(sql.ref('name'), sql`settings ->> 'kind'`), terms))
      .limit(limit)
      .execute(),
}

export type NamedKind = keyof typeof finders
export type FoundNamed = { [Kind in NamedKind]: Awaited<ReturnType<(typeof finders)[Kind]>> }

/** Only the requested kinds are searched; the others are empty. */
export function findNamed(
  database: Database,
  scope: Scope,
  kinds: readonly NamedKind[],
  question: Question,
): Promise<FoundNamed> {
  const find = <Kind extends NamedKind>(tx: ScopedTransaction, kind: Kind) =>
    (kinds.includes(kind) ? finders[kind](tx, question) : Promise.resolve([])) as Promise<FoundNamed[Kind]>
  return database.scoped(scope, async (tx) => ({
    budgets: await find(tx, 'budgets'),
    anomalies: await find(tx, 'anomalies'),
    loops: await find(tx, 'loops'),
    environments: await find(tx, 'environments'),
    teams: await find(tx, 'teams'),
    alertRules: await find(tx, 'alertRules'),
    channels: await find(tx, 'channels'),
  }))
}
