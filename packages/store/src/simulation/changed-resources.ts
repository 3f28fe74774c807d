/** What was changed in the simulated clouds: during a visit of the demo, and only for that visit. */
import type { Scope } from '@kept/domain/scope.ts'
import type { SimulatedResource, SimulatedState } from '@kept/domain/simulated-cloud.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { runInDemoVisit } from '../database/demo-visit.ts'
import { activeDemoVisits } from '../demo/visits.ts'

/** A resource has a new state from a time on. */
interface SimulatedChange {
  resourceId: string
  state: SimulatedState
  /** An ISO instant in UTC. */
  since: string
}

/** The latest state; undefined when it was never changed. */
export async function findChangedState(
  database: Database,
  scope: Scope,
  { kind, address }: Pick<SimulatedResource, 'kind' | 'address'>,
): Promise<SimulatedState | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('simulated_resource')
      .select('state')
      .where('kind', '=', kind)
      .where('address', '=', address)
      .orderBy('since', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )
  return row?.state
}

export async function putChangedState(
  database: Database,
  scope: Scope,
  { kind, address, id, state }: SimulatedResource,
  since: Date,
): Promise<void> {
  const values = { kind, address, resource_id: id, since, state: JSON.stringify(state) }
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('simulated_resource')
      .values({ organization_id: scope.organizationId, ...values })
      .onConflict((conflict) =>
        conflict
          .expression(
            sql`organization_id, kind, address, since, coalesce(demo_visit, '00000000-0000-0000-0000-000000000000'::uuid)`,
          )
          .doUpdateSet({ state: values.state }),
      )
      .execute(),
  )
}

/** All changes, oldest first. */
export async function listChanges(database: Database, scope: Scope): Promise<SimulatedChange[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx.selectFrom('simulated_resource').select(['resource_id', 'state', 'since']).orderBy('since').execute(),
  )
  return rows.map(({ resource_id: resourceId, state, since }) => ({
    resourceId,
    state,
    since: since.toISOString(),
  }))
}

/** Of every visit under way. Jobs see no row of a visit otherwise. */
export async function listChangesOfVisits(database: Database, scope: Scope): Promise<SimulatedChange[][]> {
  const changes: SimulatedChange[][] = []
  for (const visit of await activeDemoVisits(database, scope))
    changes.push(await runInDemoVisit(visit, () => listChanges(database, scope)))
  return changes
}
