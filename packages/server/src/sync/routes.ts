/** Cloud connections: what they reach, when they were read, and what the owner may do with them. */
import { isStorageKind } from '@kept/domain/connection-kind.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { replaceCredentials } from '@kept/store/connections/connections.ts'
import { getSyncConnection, listSyncConnections, setApiCostLimit, setPaused } from '@kept/store/sync/connections.ts'
import { listRuns } from '@kept/store/sync/runs.ts'
import { listUnits } from '@kept/store/sync/units.ts'
import { connectionPlace } from '../connections/public/open-storage.ts'
import { actingOf } from '../platform/acting.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { routes } from '../platform/implement.ts'
import { checkConnection } from './check-connection.ts'
import { checkExports } from './exports/check-exports.ts'
import { queueRun } from './jobs.ts'
import { openCloud, type SessionServices } from './open-cloud.ts'
import { describeOpenTrust } from './open-trust.ts'
import {
  accessMethodOf,
  isSimulatedConnection,
  locationOf,
  readSealedAccess,
  replaceAccess,
  type SealedAccess,
} from './sealed-access.ts'
import { setupOf } from './setup.ts'

/** A request does not wait longer for a storage. */
const checkMs = 60_000

/** Throws one sentence unless the credentials open the cloud, and only for this connection. */
async function proveAccess(
  services: SessionServices,
  scope: Scope,
  { id, sealed }: { id: string; sealed: SealedAccess },
): Promise<void> {
  try {
    await openCloud(services, scope, { id, sealed }).prove()
    const openTrust = await describeOpenTrust(services, scope, sealed)
    if (openTrust !== '') throw badInput(openTrust)
  } catch (error) {
    if (error instanceof SyncFailure) throw badInput(error.message)
    throw error
  }
}

export const sync = {
  list: routes.sync.list.handler(async ({ context: { services, scope } }) => ({
    data: await listSyncConnections(services.state.database, scope),
  })),
  get: routes.sync.get.handler(async ({ context: { services, scope }, input: { id } }) => {
    const connection = await getSyncConnection(services.state.database, scope, id)
    return { data: { ...connection, is_simulated: await isSimulatedConnection(services, scope, id) } }
  }),
  setup: routes.sync.setup.handler(async ({ context: { services, scope }, input: { id } }) => {
    const connection = await getSyncConnection(services.state.database, scope, id)
    return { data: setupOf(services.config, scope, connection) }
  }),
  setAccess: routes.sync.setAccess.handler(async ({ context, input: { id, ...access } }) => {
    refuseInDemo(context)
    const { services, scope, me } = context
    const { kind, name } = await getSyncConnection(services.state.database, scope, id)
    if (isStorageKind(kind))
      throw badInput(
        `The credentials of "${name}" cannot be replaced. Delete the connection and add it again; what was imported stays.`,
      )
    const sealed = replaceAccess(await readSealedAccess(services, scope, id), access)
    await proveAccess(services, scope, { id, sealed })
    const credentials = services.secrets.seal(connectionPlace(scope, id), JSON.stringify(sealed))
    await replaceCredentials(services.state.database, scope, id, {
      credentials,
      location: locationOf(sealed),
      access: {
        method: accessMethodOf(sealed),
        roleArn: sealed.kind === 'aws' ? (sealed.role_arn ?? '') : '',
        changedAt: services.now(),
      },
      actorName: me.user.full_name,
      auditContext: actingOf(context).auditContext,
    })
    await checkConnection(services, scope, id, sealed)
    return { data: await getSyncConnection(services.state.database, scope, id) }
  }),
  check: routes.sync.check.handler(async ({ context, input: { id } }) => {
    const { services, scope } = context
    const connection = await getSyncConnection(services.state.database, scope, id)
    if (isStorageKind(connection.kind)) await checkExports(services, scope, connection, AbortSignal.timeout(checkMs))
    else await checkConnection(services, scope, id, await readSealedAccess(services, scope, id))
    return { data: await getSyncConnection(services.state.database, scope, id) }
  }),
  run: routes.sync.run.handler(async ({ context, input: { id } }) => {
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
  setApiCostLimit: routes.sync.setApiCostLimit.handler(async ({ context, input: { id, api_cost_limit } }) => {
    refuseInDemo(context)
    const { services, scope } = context
    await setApiCostLimit(services.state.database, scope, id, api_cost_limit)
    return { data: await getSyncConnection(services.state.database, scope, id) }
  }),
  units: routes.sync.units.handler(async ({ context: { services, scope }, input }) => {
    const { id, state, dataset, limit, cursor } = input
    await getSyncConnection(services.state.database, scope, id)
    const units = await listUnits(services.state.database, scope, id, {
      state,
      dataset,
      limit: limit + 1,
      after: cursor,
    })
    const page = units.slice(0, limit)
    return { data: page, meta: { next: units.length > limit ? (page.at(-1)?.id ?? null) : null } }
  }),
  runs: routes.sync.runs.handler(async ({ context: { services, scope }, input: { id, limit } }) => {
    await getSyncConnection(services.state.database, scope, id)
    return { data: await listRuns(services.state.database, scope, id, limit) }
  }),
}
