import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/** Deletes the loops of the demo and their notifications, so that they can be detected again. */
export async function forgetDemoLoops(database: Database, scope: Scope): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await tx.deleteFrom('loop_incident').execute()
    await tx.deleteFrom('notification').where('kind', '=', 'loop').execute()
  })
}
