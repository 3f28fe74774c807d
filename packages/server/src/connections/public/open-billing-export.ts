/**
 * Opens the billing export of a Google Cloud connection with its own credentials. What its queries cost is added to the
 * run of the connection, and they may cost what is left of its monthly limit.
 */
import { billingExportAddress } from '@kept/connectors/gcp/live/billing/export-name.ts'
import { readBillingExport } from '@kept/connectors/gcp/live/billing/source.ts'
import { type GcpSession, openSession } from '@kept/connectors/gcp/live/session.ts'
import type { StorageClient } from '@kept/connectors/storage/client.ts'
import { gcpAccessSchema } from '@kept/domain/cloud-access.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { multiply, subtract, toNumber } from '@kept/foundation/decimal.ts'
import type { SealedConnection } from '@kept/store/connections/connections.ts'
import { getSyncConnection } from '@kept/store/sync/connections.ts'
import { addCharges } from '@kept/store/sync/runs.ts'
import * as z from 'zod'
import type { Services } from '../../platform/context.ts'
import { createLiveDeps } from '../../platform/live-deps.ts'
import { checkStorageEndpoint, storageNetworks } from '../../platform/storage-endpoint.ts'
import { googleAccess } from './google-access.ts'
import { connectionPlace } from './open-storage.ts'

type ExportServices = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'pace'>

const sealedSchema = z.object({
  kind: z.literal('gcp'),
  access: gcpAccessSchema,
  endpoint: z.string().optional(),
})

/** Throws one sentence when the connection reads another export now: it may have been changed since. */
export async function openBillingExport(
  services: ExportServices,
  scope: Scope,
  connection: SealedConnection,
  { address, signal }: { address: string; signal: AbortSignal },
): Promise<Pick<StorageClient, 'read'>> {
  const { id, name } = connection
  const { access, endpoint } = openAccess(services, scope, connection)
  const { billing_export: billingExport } = access
  if (billingExport === undefined || address !== billingExportAddress(billingExport))
    throw badInput(`The connection "${name}" reads another billing export now. Open it and choose "Sync now".`)
  // Checked at every use: the operator may have removed an endpoint from the list since the connection was created.
  checkStorageEndpoint(endpoint, services.config)
  const deps = createLiveDeps(services, { networks: storageNetworks(endpoint), signal })
  const session = openSession(googleAccess(services, scope, { id, access, endpoint }), deps)
  return {
    async read(path) {
      const leftNanos = await nanosLeft(services, scope, id)
      const lines = readBillingExport(session, billingExport, { path, leftNanos })
      return new Response(gzipped(counted(services, scope, { id, session, lines })))
    },
  }
}

async function nanosLeft({ state }: Pick<Services, 'state'>, scope: Scope, id: string): Promise<number> {
  const { api_cost_limit, api_cost_this_month } = await getSyncConnection(state.database, scope, id)
  return toNumber(multiply(subtract(api_cost_limit, api_cost_this_month), '1000000000'))
}

/** The bytes of the lines. A refusal becomes the error of the import; a limit or an outage is tried again by its job. */
async function* counted(
  { state }: Pick<Services, 'state'>,
  scope: Scope,
  { id, session, lines }: { id: string; session: GcpSession; lines: AsyncGenerator<string> },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const before = { requests: session.calls(), chargedNanos: session.chargedNanos() }
  const encoder = new TextEncoder()
  try {
    for await (const text of lines) yield encoder.encode(text)
  } catch (error) {
    throw error instanceof SyncFailure ? importErrorOf(error) : error
  } finally {
    await addCharges(state.database, scope, id, {
      requests: session.calls() - before.requests,
      chargedNanos: session.chargedNanos() - before.chargedNanos,
    })
  }
}

function importErrorOf({ kind, message, retryAfterMs }: SyncFailure): KeptError {
  const isPassing = kind === 'unavailable' || (kind === 'throttled' && retryAfterMs === undefined)
  return isPassing ? new KeptError('unavailable', message) : badInput(message)
}

/** A month as text is some twenty times larger. */
function gzipped(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(chunks).pipeThrough(new CompressionStream('gzip'))
}

function openAccess(
  { secrets }: Pick<Services, 'secrets'>,
  scope: Scope,
  { id, name, credentials }: SealedConnection,
): z.output<typeof sealedSchema> {
  try {
    return sealedSchema.parse(JSON.parse(secrets.open(connectionPlace(scope, id), credentials)))
  } catch {
    // The cause could contain the encrypted value.
    throw new KeptError(
      'unavailable',
      `The credentials of the connection "${name}" cannot be decrypted. Remove it and add it again.`,
    )
  }
}
