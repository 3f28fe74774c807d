/** Connections to object storage and clouds. Credentials are sealed on write and never returned. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { NewConnection } from '@kept/domain/connection.ts'
import { isCloudKind } from '@kept/domain/connection-kind.ts'
import { badInput } from '@kept/domain/errors.ts'
import { createConnection, deleteConnection, listConnections } from '@kept/store/connections/connections.ts'
import { listSyncConnections, type NewSyncConnection } from '@kept/store/sync/connections.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { routes } from '../platform/implement.ts'
import { checkStorageEndpoint } from '../platform/storage-endpoint.ts'
import { exportAddressOf, overlaps } from './public/export-address.ts'
import { connectionPlace } from './public/open-storage.ts'

export const connections = {
  list: routes.connections.list.handler(async ({ context: { services, scope } }) => ({
    data: await listConnections(services.state.database, scope),
  })),
  create: routes.connections.create.handler(async ({ context, input }) => {
    refuseInDemo(context)
    const { services, scope } = context
    checkStorageEndpoint(input.endpoint, services.config)
    const exportAddress = await checkedExportAddress(services, scope, input)
    const id = randomUUID()
    // Guessing it would let another customer name this role; it is never typed, so it may be long.
    const externalId = `kept-${randomBytes(16).toString('hex')}`
    const secret = input.kind === 'aws' ? { ...input, external_id: externalId } : input
    const credentials = services.secrets.seal(connectionPlace(scope, id), JSON.stringify(secret))
    const { kind, name } = input
    const data = await createConnection(
      services.state.database,
      scope,
      { id, kind, name, location: locationOf(input), credentials },
      {
        ...byOf(context),
        ...((isCloudKind(input.kind) || exportAddress !== '') && {
          sync: {
            exportAddress,
            externalId: input.kind === 'aws' ? externalId : '',
            roleArn: input.kind === 'aws' ? (input.role_arn ?? '') : '',
            regions: input.kind === 'aws' ? input.regions : [],
            nextRunAt: services.now(),
            access: accessOf(input, services.now()),
          },
        }),
      },
    )
    return { data }
  }),
  delete: routes.connections.delete.handler(async ({ context, input: { id, inventory } }) => {
    refuseInDemo(context)
    const { services, scope } = context
    await deleteConnection(services.state.database, scope, id, { ...byOf(context), inventory })
    return { data: { deleted: true } }
  }),
}

/** '' without one; throws one sentence when another connection reads the same folder. */
async function checkedExportAddress(
  { state }: Pick<SignedInContext['services'], 'state'>,
  scope: SignedInContext['scope'],
  connection: NewConnection,
): Promise<string> {
  if (!('export_address' in connection) || connection.export_address === undefined) return ''
  const { kind, name, export_address } = connection
  const address = exportAddressOf(export_address, { kind, name, location: locationOf(connection) })
  const rival = (await listSyncConnections(state.database, scope)).find(
    (other) => other.export_address !== '' && overlaps(other.export_address, address),
  )
  if (rival)
    throw badInput(
      `The connection "${rival.name}" already reads ${rival.export_address}, and a bill must not be counted twice. Choose another folder, or delete that connection first.`,
    )
  return address
}

function locationOf(connection: NewConnection): string {
  switch (connection.kind) {
    case 's3':
      return connection.endpoint ?? connection.region
    case 'gcs':
      return connection.endpoint ?? 'storage.googleapis.com'
    case 'azure_blob':
      return connection.account
    case 'aws':
      return connection.endpoint ?? (connection.regions.join(', ') || 'all regions')
    case 'azure':
    case 'gcp':
    case 'oci':
    case 'kubernetes':
      return connection.endpoint ?? 'not set up yet'
  }
}

/** Only AWS may have its credentials from the start. */
function accessOf(connection: NewConnection, changedAt: Date): NewSyncConnection['access'] {
  if (connection.kind !== 'aws' || connection.access_key_id === undefined) return undefined
  return { method: connection.role_arn === undefined ? 'keys' : 'role', changedAt }
}

function byOf(context: SignedInContext) {
  return { actorName: context.me.user.full_name, auditContext: actingOf(context).auditContext }
}
