/** The days that a visit of the demo has let pass: loads that only this visit sees. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { runInDemoVisit } from '../database/demo-visit.ts'
import { activeDemoVisits } from './visits.ts'

/** The first day of the current visit's own bill; undefined when no day has passed in it. */
export async function firstDayOfVisit(database: Database, scope: Scope): Promise<string | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('cost_load')
      .select((eb) => eb.fn.min('first_charged_on').as('day'))
      .where('demo_visit', 'is not', null)
      .where('status', '=', 'current')
      .executeTakeFirst(),
  )
  return row?.day ?? undefined
}

/** Deletes the bills of all visits: the demo's own bill now has their days. */
export async function deleteVisitBills(database: Database, scope: Scope): Promise<void> {
  for (const visit of await activeDemoVisits(database, scope))
    await runInDemoVisit(visit, () =>
      database.scoped(scope, async (tx) => {
        await tx.deleteFrom('cost_load').where('demo_visit', '=', visit).execute()
        await tx.deleteFrom('import').where('demo_visit', '=', visit).execute()
      }),
    )
}
