/** What grants access to each cloud, and every permission with its reason. */
import { cloudFormationTemplate, readPolicy } from '@kept/connectors/aws/live/policy.ts'
import { permissionsByDataset as awsPermissions } from '@kept/connectors/aws/live/ports.ts'
import { setupDocuments as awsDocuments } from '@kept/connectors/aws/live/setup.ts'
import { permissionsByDataset as azurePermissions } from '@kept/connectors/azure/live/ports.ts'
import { setupDocuments as azureDocuments } from '@kept/connectors/azure/live/setup.ts'
import { permissionsByDataset as gcpPermissions } from '@kept/connectors/gcp/live/ports.ts'
import { setupDocuments as gcpDocuments } from '@kept/connectors/gcp/live/setup.ts'
import { permissionsByDataset as kubernetesPermissions } from '@kept/connectors/kubernetes/live/ports.ts'
import { setupDocuments as kubernetesDocuments } from '@kept/connectors/kubernetes/live/setup.ts'
import { permissionsByDataset as ociPermissions } from '@kept/connectors/oci/live/ports.ts'
import { setupDocuments as ociDocuments } from '@kept/connectors/oci/live/setup.ts'
import { type CloudKind, isStorageKind } from '@kept/domain/connection-kind.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import type { LivePermission, SetupDocument } from '@kept/domain/sync/port.ts'
import { exportSetup, exportsUnlock } from './exports/check-exports.ts'
import { storagePermissions } from './exports/storage-failure.ts'

interface CloudSetup {
  permissions: readonly { dataset: string; unlocks: string; permissions: readonly LivePermission[] }[]
  documents(externalId: string): SetupDocument[]
}

const setups: Readonly<Record<CloudKind, CloudSetup>> = {
  aws: { permissions: awsPermissions, documents: awsDocuments },
  azure: { permissions: azurePermissions, documents: azureDocuments },
  gcp: { permissions: gcpPermissions, documents: gcpDocuments },
  oci: { permissions: ociPermissions, documents: ociDocuments },
  kubernetes: { permissions: kubernetesPermissions, documents: kubernetesDocuments },
}

export function setupOf({
  kind,
  external_id: externalId,
  export_address: address,
}: Pick<SyncConnection, 'kind' | 'external_id' | 'export_address'>) {
  if (isStorageKind(kind)) {
    const { list, read } = storagePermissions[kind]
    return {
      external_id: '',
      policy: '',
      cloudformation: '',
      documents: [exportSetup(kind, address)],
      permissions: [list, read].map((permission) => ({ dataset: 'exports', unlocks: exportsUnlock, ...permission })),
    }
  }
  const { permissions, documents } = setups[kind]
  return {
    external_id: externalId,
    policy: kind === 'aws' ? JSON.stringify(readPolicy(), null, 2) : '',
    cloudformation: kind === 'aws' ? cloudFormationTemplate(externalId) : '',
    documents: documents(externalId),
    permissions: permissions.flatMap((dataset) =>
      dataset.permissions.map(({ action, reason }) => ({
        dataset: dataset.dataset,
        unlocks: dataset.unlocks,
        action,
        reason,
      })),
    ),
  }
}
