/** The Postgres client. Scoped work runs in a transaction that is limited to one organization's rows. */
import type { Scope } from '@kept/domain/scope.ts'
import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { recordStatement } from '../tracing.ts'
import { beginWith, SettingDialect, withoutBeginning, withoutSettings } from './begin-with.ts'
import { currentDemoVisit } from './demo-visit.ts'
import { patientPool } from './patient-pool.ts'
import type { Schema } from './schema.ts'

/** A transaction bound to one organization; only `Database.scoped` and `enterOrganization` create one. */
export type ScopedTransaction = Transaction<Schema> & { readonly scopedTo: string }

/** A transaction that sees one user's memberships over all organizations; only `Database.asPerson` creates one. */
export type PersonTransaction = Transaction<Schema>

export interface Database {
  /** Runs `work` in one transaction that reads and writes the rows of `scope` only. */
  scoped<T>(scope: Scope, work: (tx: ScopedTransaction) => Promise<T>): Promise<T>
  /** Like `scoped`, for reads whose statements must agree: all of them see the rows of one moment. */
  snapshot<T>(scope: Scope, work: (tx: ScopedTransaction) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction that sees this user's memberships over all organizations. */
  asPerson<T>(userId: string, work: (tx: PersonTransaction) => Promise<T>): Promise<T>
  /** Tables that belong to no organization (the list of organizations itself). Row-level security still applies. */
  readonly shared: Kysely<Schema>
  /** The pool itself, for the job queue, which has its own schema. */
  readonly pool: pg.Pool
  ping(): Promise<boolean>
  close(): Promise<void>
}

/** What reads and writes only tables that belong to no organization. A transaction can be passed as `{ shared: tx }`. */
export type SharedTables = Pick<Database, 'shared'>

// Dates stay text: a billing period is a day, not an instant in some time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export function connectDatabase(connection: pg.PoolConfig): Database {
  const pool = new pg.Pool({ max: 12, connectionTimeoutMillis: 10_000, ...connection })
  // The pool replaces a lost idle connection (the server was restarted) at the next use.
  pool.on('error', () => undefined)
  // A connection that is lost while in use emits an error event; without a listener it would end the process. The query
  // that uses the connection fails with the same error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const kysely = new Kysely<Schema>({
    dialect: new SettingDialect({ pool: patientPool(pool) }),
    log: ({ level, query, queryDurationMillis }) =>
      recordStatement('postgresql', withoutSettings(query.sql), queryDurationMillis, level === 'error'),
  })
  const inScope = <T>(
    { organizationId }: Scope,
    work: (tx: ScopedTransaction) => Promise<T>,
    options: { isSnapshot: boolean },
  ) => {
    const visit = currentDemoVisit()
    const settings = {
      'app.organization_id': organizationId,
      ...(visit !== undefined && { 'app.demo_visit': visit }),
    }
    return beginWith(
      settings,
      () =>
        kysely
          .transaction()
          .execute((tx) => withoutBeginning(() => work(Object.assign(tx, { scopedTo: organizationId })))),
      options,
    )
  }
  return {
    shared: kysely,
    pool,
    scoped: (scope, work) => inScope(scope, work, { isSnapshot: false }),
    snapshot: (scope, work) => inScope(scope, work, { isSnapshot: true }),
    asPerson: (userId, work) =>
      beginWith({ 'app.user_id': userId }, () =>
        kysely.transaction().execute((tx) => withoutBeginning(() => work(tx))),
      ),
    async ping() {
      try {
        await pool.query('SELECT 1')
        return true
      } catch {
        return false
      }
    },
    close: () => kysely.destroy(),
  }
}
