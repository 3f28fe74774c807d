/** The cloud that the credentials of a connection open. */
import { openAzureCloud } from '@kept/connectors/azure/live/cloud.ts'
import { openGcpCloud } from '@kept/connectors/gcp/live/cloud.ts'
import { openKubernetesCloud } from '@kept/connectors/kubernetes/live/cloud.ts'
import { openOciCloud } from '@kept/connectors/oci/live/cloud.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { awsAudience, azureAudiences, type IdentityToken } from '@kept/domain/sync/federation.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import type { LiveCloud } from '@kept/domain/sync/port.ts'
import { googleAccess } from '../connections/public/google-access.ts'
import { identityTokenOf } from '../federation/public/identity-token.ts'
import type { Services } from '../platform/context.ts'
import { createLiveDeps } from '../platform/live-deps.ts'
import { checkStorageEndpoint, storageNetworks } from '../platform/storage-endpoint.ts'
import { openSimulatedCloud } from '../simulation/public/simulated-cloud.ts'
import { openAwsCloud } from './aws-cloud.ts'
import type { RealAccess, SealedAccess } from './sealed-access.ts'

export type SessionServices = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'pace'>

/** `id` is the connection that the credentials were sealed for: tokens of a federation name it. */
export function openCloud(
  services: SessionServices,
  scope: Scope,
  { id, sealed, signal }: { id: string; sealed: SealedAccess; signal?: AbortSignal },
): LiveCloud {
  const { state, config, now } = services
  if ('simulated' in sealed) return openSimulatedCloud({ state, now }, scope, sealed.kind, signal)
  // Checked at every use: the operator may have removed an endpoint from the list since.
  checkStorageEndpoint(sealed.endpoint, config)
  const deps = createLiveDeps(services, { networks: networksFor(sealed, config), signal })
  const tokenFor = (audience: string): IdentityToken => identityTokenOf(services, scope, { connectionId: id, audience })
  switch (sealed.kind) {
    case 'aws':
      return openAws(sealed, tokenFor, deps)
    case 'azure':
      return openAzure(sealed, tokenFor, deps)
    case 'gcp':
      return openGcpCloud(googleAccess(services, scope, { id, ...sealed }), deps)
    case 'oci':
      if (sealed.access === undefined) throw noCredentials('Enter the tenancy, the user and the key.')
      return openOciCloud({ ...sealed.access, endpoint: sealed.endpoint }, deps)
    case 'kubernetes':
      if (sealed.access === undefined) throw noCredentials('Enter the address of the cluster and a token.')
      return openKubernetesCloud({ ...sealed.access, endpoint: sealed.endpoint }, deps)
  }
}

type AccessOf<Kind extends RealAccess['kind']> = Extract<RealAccess, { kind: Kind }>
type TokenFor = (audience: string) => IdentityToken

function openAws(sealed: AccessOf<'aws'>, tokenFor: TokenFor, deps: LiveDeps): LiveCloud {
  const { method, role_arn, access_key_id, secret_access_key, session_token, external_id, endpoint, regions } = sealed
  if (method === 'federation') {
    if (role_arn === undefined) throw noCredentials('Enter the ARN of the role.')
    return openAwsCloud({ role_arn, external_id, endpoint, identityToken: tokenFor(awsAudience) }, regions, deps)
  }
  if (access_key_id === undefined || secret_access_key === undefined)
    throw noCredentials('Enter the role, or the access key and the role.')
  const keys = { access_key_id, secret_access_key, session_token }
  return openAwsCloud({ ...keys, role_arn, external_id, endpoint }, regions, deps)
}

function openAzure({ access, endpoint }: AccessOf<'azure'>, tokenFor: TokenFor, deps: LiveDeps): LiveCloud {
  if (access === undefined) throw noCredentials('Enter the tenant and the application.')
  if (access.method !== 'federation') return openAzureCloud({ ...access, endpoint }, deps)
  return openAzureCloud({ ...access, endpoint, identityToken: tokenFor(azureAudiences[access.cloud]) }, deps)
}

/** A cluster may be in a private network that the operator allows; the public clouds never are. */
function networksFor({ kind, endpoint }: RealAccess, config: Pick<Services['config'], 'privateNetworks'>) {
  if (endpoint !== undefined) return storageNetworks(endpoint)
  return kind === 'kubernetes' ? config.privateNetworks : []
}

function noCredentials(whatToDo: string): SyncFailure {
  return new SyncFailure('credentials', `This connection has no credentials yet. ${whatToDo}`)
}
