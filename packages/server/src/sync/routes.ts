/** Cloud connections: what they reach, when they were read, and what the owner may do with them. */
import { cloudFormationTemplate, readPolicy } from '@kept/connectors/aws/live/policy.ts'
import { permissionsByDataset } from '@kept/connectors/aws/live/ports.ts'
import { badInput } from '@kept/domain/errors.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { replaceCredentials } from '@kept/store/connections/connections.ts'
import { getSyncConnection, listSyncConnections, setPaused, setRole } from '@kept/store/sync/connections.ts'
import { listRuns } from '@kept/store/sync/runs.ts'
import { listUnits } from '@kept/store/sync/units.ts'
import { connectionPlace } from '../connections/public/open-storage.ts'
import { actingOf } from '../platform/acting.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { routes } from '../platform/implement.ts'
import { checkConnection, proveCredentials } from './check-connection.ts'
import { queueRun } from './jobs.ts'
import { readSealedAws } from './open-session.ts'

export const sync = {
  list: routes.sync.list.handler(async ({ context: { services, scope } }) => ({
    data: await listSyncConnections(services.state.database, scope),
  })),
  get: routes.sync.get.handler(async ({ context: { services, scope }, input: { id } }) => ({
    data: await getSyncConnection(services.state.database, scope, id),
  })),
  setup: routes.sync.setup.handler(async ({ context: { services, scope }, input: { id } }) => {
    const { external_id } = await getSyncConnection(services.state.database, scope, id)
    return {
      data: {
        external_id,
        policy: JSON.stringify(readPolicy(), null, 2),
        cloudformation: cloudFormationTemplate(external_id),
        permissions: permissionsByDataset.flatMap(({ dataset, unlocks, permissions }) =>
          permissions.map(({ action, reason }) => ({ dataset, unlocks, action, reason })),
        ),
      },
    }
  }),
  setAccess: routes.sync.setAccess.handler(async ({ context, input: { id, ...access } }) => {
    refuseInDemo(context)
    const { services, scope, me } = context
    const before = await readSealedAws(services, scope, id)
    const { regions, external_id, endpoint } = before
    const sealed = { kind: 'aws' as const, regions, external_id, ...(endpoint && { endpoint }), ...access }
    try {
      await proveCredentials(services, sealed)
    } catch (error) {
      if (error instanceof SyncFailure) throw badInput(error.message)
      throw error
    }
    const credentials = services.secrets.seal(connectionPlace(scope, id), JSON.stringify(sealed))
    await replaceCredentials(services.state.database, scope, id, {
      credentials,
      actorName: me.user.full_name,
      auditContext: actingOf(context).auditContext,
    })
    await setRole(services.state.database, scope, id, access.role_arn ?? '')
    await checkConnection(services, scope, id, sealed)
    return { data: await getSyncConnection(services.state.database, scope, id) }
  }),
  check: routes.sync.check.handler(async ({ context, input: { id } }) => {
    refuseInDemo(context)
    const { services, scope } = context
    await checkConnection(services, scope, id, await readSealedAws(services, scope, id))
    return { data: await getSyncConnection(services.state.database, scope, id) }
  }),
  run: routes.sync.run.handler(async ({ context, input: { id } }) => {
    refuseInDemo(context)
    const { services, scope, me } = context
    const { name, paused_at } = await getSyncConnection(services.state.database, scope, id)
    if (paused_at !== null) throw badInput(`The connection "${name}" is paused. Resume it first.`)
    const queued = await queueRun(services, scope, { connectionId: id, startedBy: me.user.full_name })
    return { data: { queued } }
  }),
  pause: routes.sync.pause.handler(async ({ context, input: { id } }) => {
    refuseInDemo(context)
    const { services, scope } = context
    await setPaused(services.state.database, scope, id, services.now())
    return { data: await getSyncConnection(services.state.database, scope, id) }
  }),
  resume: routes.sync.resume.handler(async ({ context, input: { id } }) => {
    refuseInDemo(context)
    const { services, scope } = context
    await setPaused(services.state.database, scope, id, null)
    return { data: await getSyncConnection(services.state.database, scope, id) }
  }),
  units: routes.sync.units.handler(async ({ context: { services, scope }, input: { id, state, limit, cursor } }) => {
    await getSyncConnection(services.state.database, scope, id)
    const units = await listUnits(services.state.database, scope, id, { state, limit: limit + 1, after: cursor })
    const page = units.slice(0, limit)
    return { data: page, meta: { next: units.length > limit ? (page.at(-1)?.id ?? null) : null } }
  }),
  runs: routes.sync.runs.handler(async ({ context: { services, scope }, input: { id, limit } }) => {
    await getSyncConnection(services.state.database, scope, id)
    return { data: await listRuns(services.state.database, scope, id, limit) }
  }),
}
