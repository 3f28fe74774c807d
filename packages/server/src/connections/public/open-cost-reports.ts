/**
 * Opens the cost reports of an Oracle Cloud connection with its own key. The bucket is that of the tenancy that the key
 * belongs to, and never taken from an address.
 */
import { costReportsAddress, reportNamespace } from '@kept/connectors/oci/live/cost-reports.ts'
import { readKey, signedHeaders } from '@kept/connectors/oci/live/signing.ts'
import type { StorageClient } from '@kept/connectors/storage/client.ts'
import { oracleObjects } from '@kept/connectors/storage/oracle.ts'
import { ociAccessSchema } from '@kept/domain/cloud-access.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { SealedConnection } from '@kept/store/connections/connections.ts'
import * as z from 'zod'
import type { Services } from '../../platform/context.ts'
import { guardedDownload } from '../../platform/outbound.ts'
import { checkStorageEndpoint, storageNetworks } from '../../platform/storage-endpoint.ts'
import { connectionPlace } from './open-storage.ts'

const sealedSchema = z.object({
  kind: z.literal('oci'),
  access: ociAccessSchema,
  endpoint: z.string().optional(),
})

/** Throws one sentence when the address is that of another tenancy: the key may have been replaced since. */
export async function openCostReports(
  { secrets, config, now }: Pick<Services, 'secrets' | 'config' | 'now'>,
  scope: Scope,
  { id, name, credentials }: SealedConnection,
  { address, signal }: { address: string; signal: AbortSignal },
): Promise<Pick<StorageClient, 'read'>> {
  const { access, endpoint } = openAccess(() => secrets.open(connectionPlace(scope, id), credentials), name)
  if (address !== costReportsAddress(access))
    throw badInput(`The connection "${name}" signs in to another tenancy now. Open it and choose "Sync now".`)
  // Checked at every use: the operator may have removed an endpoint from the list since the connection was created.
  checkStorageEndpoint(endpoint, config)
  const networks = storageNetworks(endpoint)
  const key = await readKey(access.private_key).catch((error: unknown) => {
    throw error instanceof SyncFailure ? badInput(error.message) : error
  })
  return oracleObjects(
    { region: access.region, namespace: reportNamespace, bucket: access.tenancy, endpoint },
    (url) => signedHeaders(access, key, { url, nowMs: now().getTime() }),
    (url, options) => guardedDownload(url, { ...options, signal }, networks),
  )
}

function openAccess(open: () => string, name: string): z.output<typeof sealedSchema> {
  try {
    return sealedSchema.parse(JSON.parse(open()))
  } catch {
    // The cause could contain the encrypted value.
    throw new KeptError(
      'unavailable',
      `The credentials of the connection "${name}" cannot be decrypted. Remove it and add it again.`,
    )
  }
}
