/** Opens a client for one bucket with a connection's credentials. All requests go through the guarded fetch. */
import { azureContainer } from '@kept/connectors/storage/azure-blob.ts'
import type { StorageClient, StorageFetch } from '@kept/connectors/storage/client.ts'
import { gcsBucket, s3Bucket } from '@kept/connectors/storage/s3.ts'
import { type NewStorageConnection, newStorageConnectionSchema } from '@kept/domain/connection.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { SealedConnection } from '@kept/store/connections/connections.ts'
import type { Services } from '../../platform/context.ts'
import { guardedDownload } from '../../platform/outbound.ts'
import type { SecretLocation } from '../../platform/secrets.ts'
import { checkStorageEndpoint, storageNetworks } from '../../platform/storage-endpoint.ts'

/** The location that a connection's credentials are encrypted for. */
export function connectionPlace(scope: Scope, id: string): SecretLocation {
  return { organization: scope.organizationId, table: 'cloud_connection', row: id, column: 'credentials' }
}

export function openStorage(
  { secrets, config, now }: Pick<Services, 'secrets' | 'config' | 'now'>,
  scope: Scope,
  { id, name, credentials }: SealedConnection,
  bucket: string,
  signal: AbortSignal,
): StorageClient {
  const connection = openCredentials(() => secrets.open(connectionPlace(scope, id), credentials), name)
  // Checked at every use: the operator may have removed an endpoint from the list since the connection was created.
  checkStorageEndpoint(connection.endpoint, config)
  const networks = storageNetworks(connection.endpoint)
  const fetch: StorageFetch = (url, options) => guardedDownload(url, { ...options, signal }, networks)
  switch (connection.kind) {
    case 's3':
      return s3Bucket(connection, bucket, fetch)
    case 'gcs':
      return gcsBucket(connection, bucket, fetch)
    case 'azure_blob':
      return azureContainer(connection, bucket, fetch, () => now().getTime())
  }
}

function openCredentials(open: () => string, name: string): NewStorageConnection {
  try {
    return newStorageConnectionSchema.parse(JSON.parse(open()))
  } catch {
    // The cause could contain the encrypted value.
    throw new KeptError(
      'unavailable',
      `The credentials of the connection "${name}" cannot be decrypted. Remove it and add it again.`,
    )
  }
}
