/** Why a folder of exports could not be read, in one sentence, and the permission that is missing. */
import { StorageError, TooManyObjectsError } from '@kept/connectors/storage/client.ts'
import type { StorageKind } from '@kept/domain/connection-kind.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LivePermission } from '@kept/domain/sync/port.ts'
import { formatCount } from '@kept/foundation/format/number.ts'

/** Tens of thousands of objects are usual where every execution has a folder of its own. */
export const MAX_OBJECTS = 200_000

export const storagePermissions: Readonly<Record<StorageKind, { list: LivePermission; read: LivePermission }>> = {
  s3: {
    list: { action: 's3:ListBucket', reason: 'Find the manifests of exports.' },
    read: { action: 's3:GetObject', reason: 'Read manifests and bills.' },
  },
  gcs: {
    list: { action: 'storage.objects.list', reason: 'Find the manifests of exports.' },
    read: { action: 'storage.objects.get', reason: 'Read manifests and bills.' },
  },
  azure_blob: {
    list: {
      action: 'Microsoft.Storage/storageAccounts/blobServices/containers/read',
      reason: 'Find the manifests of exports.',
    },
    read: {
      action: 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read',
      reason: 'Read manifests and bills.',
    },
  },
}

/** The failure to show; anything that is not about the storage is thrown as it is. */
export function storageFailure(
  error: unknown,
  { kind, use, address }: { kind: StorageKind; use: 'list' | 'read'; address: string },
): SyncFailure {
  if (error instanceof SyncFailure) return error
  const { action } = storagePermissions[kind][use]
  if (error instanceof TooManyObjectsError)
    return new SyncFailure(
      'unexpected',
      `${address} has more than ${formatCount(MAX_OBJECTS)} objects. Connect the folder of one export.`,
      { action },
    )
  if (error instanceof StorageError) return failureOfStatus(error, action, address)
  const refusal = refusalIn(error)
  if (refusal?.code === 'bad_input') return new SyncFailure('unavailable', refusal.message, { action })
  if (refusal) throw refusal
  if (error instanceof TypeError || (error instanceof Error && 'code' in error))
    return new SyncFailure(
      'unavailable',
      `${address} cannot be reached. Check the address, the region and the network.`,
      { action },
    )
  throw error
}

function failureOfStatus({ status, region }: StorageError, action: string, address: string): SyncFailure {
  if (status === 401 || status === 403)
    return new SyncFailure('denied', `Access to ${address} was denied. Allow ${action}, and check the credentials.`, {
      action,
    })
  if (status === 404)
    return new SyncFailure('not_enabled', `Nothing was found at ${address}. Check the bucket and the path.`, { action })
  if (status >= 300 && status < 400 && region && /^[a-z0-9-]{1,30}$/.test(region))
    return new SyncFailure('unexpected', `${address} is in the region ${region}. Add a connection for that region.`, {
      action,
    })
  if (status === 400)
    return new SyncFailure(
      'credentials',
      `The storage rejected the request for ${address}. Check the address and the credentials.`,
      { action },
    )
  return new SyncFailure('unavailable', `${address} could not be read completely. The next sync tries again.`, {
    action,
  })
}

/** The guarded fetch wraps its refusal of a private network. */
function refusalIn(error: unknown): KeptError | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof KeptError) return cause
  return undefined
}
