/** The yardstick of the dashboard: one plain query for each endpoint, answered by a Fastify without anything else. */
import type { Scope } from '@kept/domain/scope.ts'
import type { State } from '@kept/server/platform/state.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'

/** By path of Kept: what its answer is about, as a person would query it. */
export async function serveBareQueries({ database, warehouse }: State, scope: Scope): Promise<FastifyInstance> {
  const app = Fastify()
  const loads = await currentLoadIds(database, scope)
  const tenant = 'organization_id = {organization_id:UUID} AND load_id IN {load_ids:Array(String)}'
  const lines = (path: string, query: string) =>
    app.get(path, () => warehouse.query(scope, query.replace('TENANT', tenant), { load_ids: loads }))
  const rows = (path: string, table: string, limit: number) =>
    app.get(path, () =>
      database.scoped(scope, async (tx) => {
        const result = await sql`SELECT * FROM ${sql.table(table)} LIMIT ${limit}`.execute(tx)
        return result.rows
      }),
    )
  lines(
    '/v1/cost-optimization/overview',
    `SELECT BillingCurrency, ServiceProviderName, ServiceName, charge_date, sum(billed), sum(effective)
     FROM cost_daily WHERE TENANT AND charge_date >= today() - 60 GROUP BY 1, 2, 3, 4`,
  )
  lines(
    '/v1/cost-optimization/forecast',
    `SELECT BillingCurrency, ServiceProviderName, charge_date, sum(effective)
     FROM cost_daily WHERE TENANT GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
  lines('/v1/budgets', `SELECT BillingCurrency, charge_date, sum(effective) FROM cost_daily WHERE TENANT GROUP BY 1, 2`)
  rows('/v1/resources', 'resource', 100)
  rows('/v1/cost-optimization/recommendations', 'recommendation', 200)
  rows('/v1/cost-optimization/anomalies', 'anomaly', 100)
  rows('/v1/loops', 'loop_incident', 20)
  rows('/v1/me', 'membership', 1)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}
