/** What grants access to each cloud, and every permission with its reason. */
import { readPolicy } from '@kept/connectors/aws/live/policy.ts'
import { permissionsByDataset as awsPermissions } from '@kept/connectors/aws/live/ports.ts'
import { setupDocuments as awsDocuments, federatedDocuments as awsFederated } from '@kept/connectors/aws/live/setup.ts'
import { cloudFormationTemplate } from '@kept/connectors/aws/live/template.ts'
import { permissionsByDataset as azurePermissions } from '@kept/connectors/azure/live/ports.ts'
import {
  setupDocuments as azureDocuments,
  federatedDocuments as azureFederated,
} from '@kept/connectors/azure/live/setup.ts'
import { allPermissionsByDataset as gcpPermissions } from '@kept/connectors/gcp/live/ports.ts'
import { setupDocuments as gcpDocuments, federatedDocuments as gcpFederated } from '@kept/connectors/gcp/live/setup.ts'
import { permissionsByDataset as kubernetesPermissions } from '@kept/connectors/kubernetes/live/ports.ts'
import { setupDocuments as kubernetesDocuments } from '@kept/connectors/kubernetes/live/setup.ts'
import { permissionsByDataset as ociPermissions } from '@kept/connectors/oci/live/ports.ts'
import { setupDocuments as ociDocuments } from '@kept/connectors/oci/live/setup.ts'
import { type CloudKind, isStorageKind } from '@kept/domain/connection-kind.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import {
  awsAudience,
  azureAudiences,
  type FederationTrust,
  federationSubject,
  gcpAudience,
} from '@kept/domain/sync/federation.ts'
import type { LivePermission, SetupDocument } from '@kept/domain/sync/port.ts'
import { issuerOf } from '../federation/public/issuer.ts'
import type { Config } from '../platform/config.ts'
import { exportSetup, exportsUnlock } from './exports/check-exports.ts'
import { storagePermissions } from './exports/storage-failure.ts'

interface CloudSetup {
  permissions: readonly { dataset: string; unlocks: string; permissions: readonly LivePermission[] }[]
  documents(externalId: string): SetupDocument[]
  /** Where the cloud trusts an issuer of OpenID Connect. */
  federation?: { audience: string; documents(trust: FederationTrust, externalId: string): SetupDocument[] }
}

const setups: Readonly<Record<CloudKind, CloudSetup>> = {
  aws: {
    permissions: awsPermissions,
    documents: awsDocuments,
    federation: { audience: awsAudience, documents: awsFederated },
  },
  azure: {
    permissions: azurePermissions,
    documents: azureDocuments,
    federation: { audience: azureAudiences.public, documents: azureFederated },
  },
  gcp: {
    permissions: gcpPermissions,
    documents: gcpDocuments,
    federation: { audience: gcpAudience, documents: gcpFederated },
  },
  oci: { permissions: ociPermissions, documents: ociDocuments },
  kubernetes: { permissions: kubernetesPermissions, documents: kubernetesDocuments },
}

type Connection = Pick<SyncConnection, 'id' | 'kind' | 'external_id' | 'export_address'>

export function setupOf(config: Pick<Config, 'publicUrl'>, scope: Scope, connection: Connection) {
  const { kind, external_id: externalId, export_address: address } = connection
  if (isStorageKind(kind)) {
    const { list, read } = storagePermissions[kind]
    return {
      external_id: '',
      policy: '',
      cloudformation: '',
      documents: [exportSetup(kind, address)],
      federation: null,
      permissions: [list, read].map((permission) => ({ dataset: 'exports', unlocks: exportsUnlock, ...permission })),
    }
  }
  const { permissions, documents } = setups[kind]
  return {
    external_id: externalId,
    policy: kind === 'aws' ? JSON.stringify(readPolicy(), null, 2) : '',
    cloudformation: kind === 'aws' ? cloudFormationTemplate(externalId) : '',
    documents: documents(externalId),
    federation: federationSetup(config, scope, connection, setups[kind]),
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

/** What the cloud is told to trust; null where it trusts no issuer. */
function federationSetup(
  config: Pick<Config, 'publicUrl'>,
  scope: Scope,
  { id, external_id }: Connection,
  { federation }: CloudSetup,
) {
  if (!federation) return null
  const { issuer, unavailableReason } = issuerOf(config)
  const subject = federationSubject(scope, id)
  const { audience } = federation
  return {
    unavailable_reason: unavailableReason,
    issuer: issuer ?? '',
    subject,
    audience,
    documents: issuer === undefined ? [] : federation.documents({ issuer, subject }, external_id),
  }
}
