/** Opens a cloud account with a connection's own credentials. All requests go through the guarded fetch. */

import type { LiveFetch } from '@kept/connectors/aws/live/request-handler.ts'
import { type AwsSession, openSession } from '@kept/connectors/aws/live/session.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { getConnection } from '@kept/store/connections/connections.ts'
import * as z from 'zod'
import { checkEndpoint, connectionPlace } from '../connections/public/open-storage.ts'
import type { Services } from '../platform/context.ts'
import { guardedFetch } from '../platform/outbound.ts'
import { createPace } from './pace.ts'

/** As it is sealed: what was entered, and the external ID that Kept made. */
const sealedAwsSchema = z.object({
  kind: z.literal('aws'),
  access_key_id: z.string().optional(),
  secret_access_key: z.string().optional(),
  session_token: z.string().optional(),
  role_arn: z.string().optional(),
  regions: z.array(z.string()),
  external_id: z.string(),
  endpoint: z.string().optional(),
})
export type SealedAws = z.output<typeof sealedAwsSchema>

export type SessionServices = Pick<Services, 'state' | 'secrets' | 'config' | 'now'>

/** An endpoint on the operator's list is trusted in any network; AWS itself is never in a private one. */
const everywhere = ['0.0.0.0/0', '::/0']

export async function readSealedAws(
  { state, secrets }: Pick<SessionServices, 'state' | 'secrets'>,
  scope: Scope,
  id: string,
): Promise<SealedAws> {
  const { name, credentials } = await getConnection(state.database, scope, id)
  try {
    return sealedAwsSchema.parse(JSON.parse(secrets.open(connectionPlace(scope, id), credentials)))
  } catch {
    // The cause could contain the sealed value.
    throw new KeptError(
      'unavailable',
      `The credentials of the connection "${name}" cannot be decrypted. Remove it and add it again.`,
    )
  }
}

export function openAwsSession(
  { config, now }: Pick<SessionServices, 'config' | 'now'>,
  sealed: SealedAws,
  signal?: AbortSignal,
): AwsSession {
  const { access_key_id, secret_access_key, endpoint } = sealed
  if (access_key_id === undefined || secret_access_key === undefined)
    throw new SyncFailure('credentials', 'This connection has no credentials yet. Enter the access key and the role.')
  // Checked at every use: the operator may have removed an endpoint from the list since.
  checkEndpoint(endpoint, config)
  const networks = endpoint === undefined ? [] : everywhere
  const fetch: LiveFetch = async (url, { method, headers, body, signal: requestSignal }) => {
    const signals = [signal, requestSignal].filter((entry) => entry !== undefined)
    const response = await guardedFetch(
      url,
      { method, headers, body, ...(signals.length > 0 && { signal: AbortSignal.any(signals) }) },
      networks,
    )
    return {
      status: response.status,
      headers: response.headers,
      bytes: async () => new Uint8Array(await response.arrayBuffer()),
    }
  }
  return openSession(
    { ...sealed, access_key_id, secret_access_key },
    { fetch, pace: createPace(() => now().getTime()), signal },
  )
}
