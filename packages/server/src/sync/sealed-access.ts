/** The credentials of a live connection, as they are sealed, and the cloud they open. */
import { openAzureCloud } from '@kept/connectors/azure/live/cloud.ts'
import { openGcpCloud } from '@kept/connectors/gcp/live/cloud.ts'
import { openKubernetesCloud } from '@kept/connectors/kubernetes/live/cloud.ts'
import { openOciCloud } from '@kept/connectors/oci/live/cloud.ts'
import {
  awsAccessFields,
  azureAccessSchema,
  cloudAccessSchemas,
  gcpAccessSchema,
  kubernetesAccessSchema,
  ociAccessSchema,
  readServiceAccountKey,
} from '@kept/domain/cloud-access.ts'
import type { CloudKind } from '@kept/domain/connection-kind.ts'
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveDeps, LiveFetch } from '@kept/domain/sync/live-fetch.ts'
import type { LiveCloud } from '@kept/domain/sync/port.ts'
import { getConnection } from '@kept/store/connections/connections.ts'
import * as z from 'zod'
import { connectionPlace } from '../connections/public/open-storage.ts'
import type { Services } from '../platform/context.ts'
import { guardedFetch } from '../platform/outbound.ts'
import { checkStorageEndpoint } from '../platform/storage-endpoint.ts'
import { isSimulated } from '../simulation/public/simulated-access.ts'
import { openSimulatedCloud } from '../simulation/public/simulated-cloud.ts'
import { openAwsCloud } from './aws-cloud.ts'
import { createPace } from './pace.ts'

const endpoint = z.string().optional()

/** As it is sealed: what was entered, and the external ID that Kept made. Without `access` there are no credentials yet. */
const sealedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('aws'),
    ...z.object(awsAccessFields).partial().shape,
    regions: z.array(z.string()),
    external_id: z.string(),
    endpoint,
  }),
  z.object({ kind: z.literal('azure'), access: azureAccessSchema.optional(), endpoint }),
  z.object({ kind: z.literal('gcp'), access: gcpAccessSchema.optional(), endpoint }),
  z.object({ kind: z.literal('oci'), access: ociAccessSchema.optional(), endpoint }),
  z.object({ kind: z.literal('kubernetes'), access: kubernetesAccessSchema.optional(), endpoint }),
])

/** A connection to a simulated cloud has no credentials. */
const sealedOrSimulatedSchema = z.union([
  z.strictObject({ kind: z.enum(['aws', 'azure', 'gcp', 'kubernetes']), simulated: z.literal(true) }),
  sealedSchema,
])
export type SealedAccess = z.output<typeof sealedOrSimulatedSchema>
type RealAccess = z.output<typeof sealedSchema>

export type SessionServices = Pick<Services, 'state' | 'secrets' | 'config' | 'now'>

/** An endpoint on the operator's list is trusted in any network; a cloud itself is never in a private one. */
const everywhere = ['0.0.0.0/0', '::/0']

export async function readSealedAccess(
  { state, secrets }: Pick<SessionServices, 'state' | 'secrets'>,
  scope: Scope,
  id: string,
): Promise<SealedAccess> {
  const { name, credentials } = await getConnection(state.database, scope, id)
  try {
    return sealedOrSimulatedSchema.parse(JSON.parse(secrets.open(connectionPlace(scope, id), credentials)))
  } catch {
    // The cause could contain the sealed value.
    throw new KeptError(
      'unavailable',
      `The credentials of the connection "${name}" cannot be decrypted. Remove it and add it again.`,
    )
  }
}

/** False where the credentials cannot be decrypted, too: what Kept sealed for its demo, it can open. */
export async function isSimulatedConnection(
  { state, secrets }: Pick<SessionServices, 'state' | 'secrets'>,
  scope: Scope,
  id: string,
): Promise<boolean> {
  const { credentials } = await getConnection(state.database, scope, id)
  try {
    return isSimulated(JSON.parse(secrets.open(connectionPlace(scope, id), credentials)))
  } catch {
    return false
  }
}

/** New credentials instead of the old ones; what Kept made, and the regions, stay. Throws one sentence, without secrets. */
export function replaceAccess(sealed: SealedAccess, entered: object): RealAccess {
  if ('simulated' in sealed) throw badInput('A simulated cloud has no credentials.')
  if (sealed.kind === 'aws') {
    const { regions, external_id, endpoint: address } = sealed
    return { kind: 'aws', regions, external_id, ...(address && { endpoint: address }), ...checked('aws', entered) }
  }
  const { kind } = sealed
  const address = sealed.endpoint === undefined ? {} : { endpoint: sealed.endpoint }
  switch (kind) {
    case 'azure':
      return { kind, ...address, access: checked('azure', entered) }
    case 'gcp':
      return { kind, ...address, access: checked('gcp', entered) }
    case 'oci':
      return { kind, ...address, access: checked('oci', entered) }
    case 'kubernetes':
      return { kind, ...address, access: checked('kubernetes', entered) }
  }
}

function checked<Kind extends CloudKind>(kind: Kind, entered: object): z.output<(typeof cloudAccessSchemas)[Kind]> {
  const parsed = cloudAccessSchemas[kind].safeParse(entered)
  if (parsed.success) return parsed.data as z.output<(typeof cloudAccessSchemas)[Kind]>
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || (issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : 'it')
  throw badInput(`The credentials are not valid: ${field}, ${issue ? describeIssue(issue) : 'cannot be read'}.`)
}

/** Where it reads, without secrets: shown in lists and in the audit log. */
export function locationOf(sealed: RealAccess): string {
  if (sealed.kind === 'aws') return sealed.endpoint ?? (sealed.regions.join(', ') || 'all regions')
  if (sealed.access === undefined) return sealed.endpoint ?? 'not set up yet'
  switch (sealed.kind) {
    case 'azure':
      return `tenant ${sealed.access.tenant_id}`
    case 'gcp':
      return readServiceAccountKey(sealed.access.service_account_key)?.client_email ?? ''
    case 'oci':
      return `tenancy ${sealed.access.tenancy}, ${sealed.access.region}`
    case 'kubernetes':
      return sealed.access.server
  }
}

export function openCloud(
  { state, config, now }: Pick<SessionServices, 'state' | 'config' | 'now'>,
  scope: Scope,
  sealed: SealedAccess,
  signal?: AbortSignal,
): LiveCloud {
  if ('simulated' in sealed) return openSimulatedCloud({ state, now }, scope, sealed.kind, signal)
  // Checked at every use: the operator may have removed an endpoint from the list since.
  checkStorageEndpoint(sealed.endpoint, config)
  const nowMs = () => now().getTime()
  const deps: LiveDeps = {
    fetch: liveFetch(networksFor(sealed, config), signal),
    pace: createPace(nowMs),
    signal,
    nowMs,
  }
  switch (sealed.kind) {
    case 'aws': {
      const { access_key_id, secret_access_key, regions } = sealed
      if (access_key_id === undefined || secret_access_key === undefined)
        throw new SyncFailure(
          'credentials',
          'This connection has no credentials yet. Enter the access key and the role.',
        )
      return openAwsCloud({ ...sealed, access_key_id, secret_access_key }, regions, deps)
    }
    case 'azure':
      if (sealed.access === undefined) throw noCredentials('Enter the tenant, the application and its secret.')
      return openAzureCloud({ ...sealed.access, endpoint: sealed.endpoint }, deps)
    case 'gcp': {
      const key = readServiceAccountKey(sealed.access?.service_account_key ?? '')
      if (sealed.access === undefined || key === undefined)
        throw noCredentials('Enter the key file of the service account.')
      return openGcpCloud({ ...sealed.access, key, endpoint: sealed.endpoint }, deps)
    }
    case 'oci':
      if (sealed.access === undefined) throw noCredentials('Enter the tenancy, the user and the key.')
      return openOciCloud({ ...sealed.access, endpoint: sealed.endpoint }, deps)
    case 'kubernetes':
      if (sealed.access === undefined) throw noCredentials('Enter the address of the cluster and a token.')
      return openKubernetesCloud({ ...sealed.access, endpoint: sealed.endpoint }, deps)
  }
}

/** A cluster may be in a private network that the operator allows; the public clouds never are. */
function networksFor({ kind, endpoint }: RealAccess, config: Pick<Services['config'], 'privateNetworks'>) {
  if (endpoint !== undefined) return everywhere
  return kind === 'kubernetes' ? config.privateNetworks : []
}

function noCredentials(whatToDo: string): SyncFailure {
  return new SyncFailure('credentials', `This connection has no credentials yet. ${whatToDo}`)
}

function liveFetch(networks: readonly string[], signal: AbortSignal | undefined): LiveFetch {
  return async (url, { signal: requestSignal, ...request }) => {
    const signals = [...new Set([signal, requestSignal])].filter((entry) => entry !== undefined)
    const response = await guardedFetch(
      url,
      { ...request, ...(signals.length > 0 && { signal: AbortSignal.any(signals) }) },
      networks,
    )
    return {
      status: response.status,
      headers: response.headers,
      bytes: async () => new Uint8Array(await response.arrayBuffer()),
    }
  }
}
