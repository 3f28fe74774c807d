/** How a connection signs in to Google Cloud: with its key file, or with tokens of its federation. */
import type { GcpAccess } from '@kept/connectors/gcp/live/access.ts'
import { type gcpAccessSchema, readServiceAccountKey } from '@kept/domain/cloud-access.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { gcpAudience } from '@kept/domain/sync/federation.ts'
import type * as z from 'zod'
import { identityTokenOf } from '../../federation/public/identity-token.ts'
import type { Services } from '../../platform/context.ts'

interface GoogleCredentials {
  /** Of the connection: tokens of a federation name it. */
  id: string
  access?: z.output<typeof gcpAccessSchema> | undefined
  endpoint?: string | undefined
}

/** Throws a `SyncFailure` where there are no credentials yet. */
export function googleAccess(
  services: Pick<Services, 'state' | 'secrets' | 'config' | 'now'>,
  scope: Scope,
  { id, access, endpoint }: GoogleCredentials,
): GcpAccess {
  if (access?.method === 'federation')
    return {
      ...access,
      endpoint,
      identityToken: identityTokenOf(services, scope, { connectionId: id, audience: gcpAudience }),
    }
  const key = readServiceAccountKey(access?.service_account_key ?? '')
  if (access === undefined || key === undefined)
    throw new SyncFailure(
      'credentials',
      'This connection has no credentials yet. Enter the provider of the pool, or the key file of the service account.',
    )
  return { ...access, key, endpoint }
}
