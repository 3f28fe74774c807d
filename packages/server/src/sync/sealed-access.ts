/** The credentials of a live connection, as they are sealed. */
import type { AccessMethod } from '@kept/domain/access-method.ts'
import {
  awsAccessFields,
  azureAccessSchema,
  cloudAccessSchemas,
  gcpAccessSchema,
  kubernetesAccessSchema,
  ociAccessSchema,
  readServiceAccountKey,
  signInMethods,
} from '@kept/domain/cloud-access.ts'
import type { CloudKind } from '@kept/domain/connection-kind.ts'
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { getConnection } from '@kept/store/connections/connections.ts'
import * as z from 'zod'
import { connectionPlace } from '../connections/public/open-storage.ts'
import type { Services } from '../platform/context.ts'
import { isSimulated } from '../simulation/public/simulated-access.ts'

const endpoint = z.string().optional()

/** As it is sealed: what was entered, and the external ID that Kept made. Without `access` there are no credentials yet. */
const sealedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('aws'),
    method: z.enum(signInMethods).optional(),
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
export type RealAccess = z.output<typeof sealedSchema>

export async function readSealedAccess(
  { state, secrets }: Pick<Services, 'state' | 'secrets'>,
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
  { state, secrets }: Pick<Services, 'state' | 'secrets'>,
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
      return googleAccount(sealed.access)
    case 'oci':
      return `tenancy ${sealed.access.tenancy}, ${sealed.access.region}`
    case 'kubernetes':
      return sealed.access.server
  }
}

/** The service account, or the provider of the pool. */
function googleAccount(access: z.output<typeof gcpAccessSchema>): string {
  if (access.method === 'federation') return access.service_account ?? access.workload_identity_provider
  return readServiceAccountKey(access.service_account_key)?.client_email ?? ''
}

/** Null without credentials. */
export function accessMethodOf(sealed: RealAccess): AccessMethod | null {
  if (sealed.kind === 'aws') {
    if (sealed.method === 'federation') return 'federation'
    if (sealed.access_key_id === undefined) return null
    return sealed.role_arn === undefined ? 'keys' : 'role'
  }
  if (sealed.access === undefined) return null
  if ('method' in sealed.access && sealed.access.method === 'federation') return 'federation'
  return 'certificate' in sealed.access && sealed.access.certificate !== undefined ? 'certificate' : 'keys'
}
