/** Opens the folder of exports of a connection, with the connection's own credentials. */
import { isStorageKind, type StorageKind } from '@kept/domain/connection-kind.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { getConnection } from '@kept/store/connections/connections.ts'
import { openStorage } from '../../connections/public/open-storage.ts'
import { checkStorageAddress } from '../../connections/public/storage-address.ts'
import type { Services } from '../../platform/context.ts'
import { countRequests } from './count-requests.ts'
import { findExports } from './find-exports.ts'

export type FolderServices = Pick<Services, 'state' | 'secrets' | 'config' | 'now'>

/** Opens the folder and reads its manifests. Throws a `SyncFailure`. */
export async function openExports(
  services: FolderServices,
  scope: Scope,
  { id, export_address: address }: Pick<SyncConnection, 'id' | 'export_address'>,
  { previous, signal }: { previous: ReadonlyMap<string, string>; signal: AbortSignal },
) {
  const connection = await getConnection(services.state.database, scope, id)
  const kind = storageKindOf(connection)
  const { bucket, path } = checkStorageAddress(address, connection)
  const { storage, requests } = countRequests(openStorage(services, scope, connection, bucket, signal))
  const exports = await findExports({ storage, kind, address, path, previous, now: services.now() })
  return { exports, bucket, requests }
}

function storageKindOf({ kind, name }: Pick<SyncConnection, 'kind' | 'name'>): StorageKind {
  if (isStorageKind(kind)) return kind
  throw badInput(`The connection "${name}" is not for object storage.`)
}
