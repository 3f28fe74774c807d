/** Syncs connections in the background: on request, and when they are due. */
import type { Scope } from '@kept/domain/scope.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { dueConnections } from '@kept/store/sync/connections.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { type RunServices, runConnection } from './run-connection.ts'

export const syncJob = defineJob({
  name: 'sync-connection',
  input: z.object({ organization_id: z.uuid(), connection_id: z.uuid(), started_by: z.string() }),
  retries: 3,
  concurrency: 2,
  run: ({ organization_id, connection_id, started_by }, services: RunServices, signal) =>
    runConnection(services, { organizationId: organization_id }, connection_id, { startedBy: started_by, signal }),
})

/** Queues a run unless one of this connection is queued or running. */
export async function queueRun(
  { jobs }: Pick<Services, 'jobs'>,
  scope: Scope,
  { connectionId, startedBy }: { connectionId: string; startedBy: string },
): Promise<boolean> {
  const pending = await jobs.pending(syncJob)
  if (pending.some(({ connection_id }) => connection_id === connectionId)) return false
  await jobs.send(syncJob, {
    organization_id: scope.organizationId,
    connection_id: connectionId,
    started_by: startedBy,
  })
  return true
}

export const syncDueJob = defineJob({
  name: 'sync-due',
  input: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async (_input, services: Pick<Services, 'state' | 'jobs' | 'now'>) => {
    for (const { id } of await listOrganizations(services.state.database)) {
      const scope = { organizationId: id }
      for (const connectionId of await dueConnections(services.state.database, scope, services.now())) {
        await queueRun(services, scope, { connectionId, startedBy: 'schedule' })
      }
    }
  },
})
