/** What a connection to a folder of exports may read, and the statement that grants it. */
import { isStorageKind, type StorageKind } from '@kept/domain/connection-kind.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CheckedCapability, SetupDocument } from '@kept/domain/sync/port.ts'
import { saveCheck } from '@kept/store/sync/connections.ts'
import { type FolderServices, openExports } from './open-exports.ts'
import { storagePermissions } from './storage-failure.ts'

export const exportsUnlock = 'Bills, three times a day.'

/** Opens the folder once, and stores what was found. */
export async function checkExports(
  services: FolderServices,
  scope: Scope,
  connection: SyncConnection,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { bucket } = await openExports(services, scope, connection, { previous: new Map(), signal })
    await saveExportCheck(services, scope, connection, { bucket, failure: undefined })
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error
    await saveExportCheck(services, scope, connection, { bucket: '', failure: error })
  }
}

export async function saveExportCheck(
  { state, now }: Pick<FolderServices, 'state' | 'now'>,
  scope: Scope,
  { id, kind, export_address: address }: Pick<SyncConnection, 'id' | 'kind' | 'export_address'>,
  { bucket, failure }: { bucket: string; failure: SyncFailure | undefined },
): Promise<void> {
  if (!isStorageKind(kind)) return
  await saveCheck(state.database, scope, id, {
    ...(bucket !== '' && { accountId: bucket }),
    capabilities: [capabilityOf(kind, address, failure)],
    error: failure?.message ?? '',
    checkedAt: now(),
  })
}

function capabilityOf(kind: StorageKind, address: string, failure: SyncFailure | undefined): CheckedCapability {
  const { list, read } = storagePermissions[kind]
  const missing = failure?.kind === 'denied' ? [failure.action] : []
  return {
    dataset: 'exports',
    unlocks: exportsUnlock,
    state: missing.length > 0 ? 'missing' : 'complete',
    actions: [list.action, read.action],
    missing,
    statement: missing.length > 0 ? grantOf(kind, address) : '',
    reason: failure?.message ?? '',
  }
}

/** What an owner of the bucket adds: a policy, or the command that assigns the smallest built-in role. */
function grantOf(kind: StorageKind, address: string): string {
  const [, , bucket = ''] = address.split('/')
  const { list, read } = storagePermissions[kind]
  switch (kind) {
    case 's3': {
      const folder = address.slice(`s3://${bucket}/`.length)
      const statements = [
        {
          Sid: 'KeptListExports',
          Effect: 'Allow',
          Action: [list.action],
          Resource: [`arn:aws:s3:::${bucket}`],
          ...(folder !== '' && { Condition: { StringLike: { 's3:prefix': [`${folder}*`] } } }),
        },
        {
          Sid: 'KeptReadExports',
          Effect: 'Allow',
          Action: [read.action],
          Resource: [`arn:aws:s3:::${bucket}/${folder}*`],
        },
      ]
      return JSON.stringify({ Version: '2012-10-17', Statement: statements }, null, 2)
    }
    case 'gcs':
      return `gcloud storage buckets add-iam-policy-binding gs://${bucket} \\\n  --member=serviceAccount:SERVICE_ACCOUNT --role=roles/storage.objectViewer`
    case 'azure_blob':
      return `az storage container generate-sas --account-name ACCOUNT --name ${bucket} \\\n  --permissions lr --expiry YYYY-MM-DD --https-only`
  }
}

/** What grants the access that a connection to exports uses. */
export function exportSetup(kind: StorageKind, address: string): SetupDocument {
  const names: Record<StorageKind, string> = {
    s3: 'kept-exports.json',
    gcs: 'kept-exports.sh',
    azure_blob: 'kept-exports.sh',
  }
  return {
    label: kind === 's3' ? 'IAM policy' : 'Command',
    file_name: names[kind],
    text: `${grantOf(kind, address)}\n`,
  }
}
