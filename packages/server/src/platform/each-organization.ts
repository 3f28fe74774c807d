/** Work for every organization of this Kept, one after the other, as most jobs on a timer do it. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'

/** Ends between two organizations when the signal is aborted. A failure ends it, and the job is run again. */
export async function forEachOrganization(
  database: Database,
  signal: AbortSignal | undefined,
  work: (scope: Scope) => Promise<unknown>,
): Promise<void> {
  for (const { id } of await listOrganizations(database)) {
    signal?.throwIfAborted()
    await work({ organizationId: id })
  }
}
