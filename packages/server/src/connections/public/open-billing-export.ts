/**
 * Opens the billing export of a Google Cloud connection with its own credentials. What its queries cost is added to the
 * run of the connection, and they may cost what is left of its monthly limit.
 */
import { AnswerTooLarge } from '@kept/connectors/answer-too-large.ts'
import { billingExportAddress } from '@kept/connectors/gcp/live/billing/export-name.ts'
import { limitReached } from '@kept/connectors/gcp/live/billing/query-cost.ts'
import { readBillingExport } from '@kept/connectors/gcp/live/billing/source.ts'
import { openSession } from '@kept/connectors/gcp/live/session.ts'
import type { StorageClient } from '@kept/connectors/storage/client.ts'
import { gcpAccessSchema } from '@kept/domain/cloud-access.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { SealedConnection } from '@kept/store/connections/connections.ts'
import { addRequests, spendWithinLimit } from '@kept/store/sync/runs.ts'
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
  const spend = async (nanos: number) => {
    if (!(await spendWithinLimit(services.state.database, scope, id, nanos))) throw limitReached()
  }
  return {
    async read(path) {
      const before = session.calls()
      const lines = readBillingExport(session, billingExport, { path, owner: id, spend })
      const addSent = () => addRequests(services.state.database, scope, id, session.calls() - before)
      return new Response(gzipped(bytesOf(lines, addSent)))
    },
  }
}

/** A refusal becomes the error of the import; a limit or an outage is tried again by its job. */
async function* bytesOf(
  lines: AsyncGenerator<string>,
  onEnd: () => Promise<void>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  try {
    for await (const text of lines) yield encoder.encode(text)
  } catch (error) {
    throw error instanceof SyncFailure ? importErrorOf(error) : error
  } finally {
    await onEnd()
  }
}

function importErrorOf(failure: SyncFailure): KeptError {
  const { kind, message, retryAfterMs } = failure
  const isPassing = kind === 'unavailable' || (kind === 'throttled' && retryAfterMs === undefined)
  if (isPassing) return new KeptError('unavailable', message)
  return failure instanceof AnswerTooLarge ? new KeptError('too_large', message) : badInput(message)
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
