/** One object for each batch: an export of its events that `kept verify` checks, like one that a person downloads. */
import { StorageError } from '@kept/connectors/storage/client.ts'
import { putS3Object } from '@kept/connectors/storage/s3-put.ts'
import type { AuditExportLine } from '@kept/domain/audit.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { sha256 } from '@kept/store/audit/sha256.ts'
import { guardedFetch } from '../../platform/outbound.ts'
import { describeUnreached } from '../../platform/outbound-post.ts'
import { openSigningKey } from '../../platform/signing-key.ts'
import { checkStorageEndpoint, storageNetworks } from '../../platform/storage-endpoint.ts'
import { signExport } from '../sign-audit.ts'
import { batchRange, type SendBatch, type StreamBatch, type StreamDeps } from './stream-batch.ts'

const DIGITS = 12

export const sendToBucket: SendBatch<'s3'> = async (batch, { settings, secret }, deps) => {
  const { region, bucket, prefix, endpoint, access_key_id } = settings
  const body = exportOf(batch, deps)
  const target = {
    ...{ region, bucket, access_key_id, secret_access_key: secret.secret_access_key ?? '' },
    ...(endpoint !== null && { endpoint }),
  }
  const object = {
    ...{ path: objectPath(prefix, batch), body },
    ...{ contentType: 'application/x-ndjson', sha256: sha256(body) },
  }
  try {
    // Checked at each use: the operator may have removed it from the list.
    checkStorageEndpoint(endpoint ?? undefined, deps.config)
    await putS3Object(target, object, (url, options) =>
      guardedFetch(url, options, storageNetworks(endpoint ?? undefined)),
    )
    return { delivered: true }
  } catch (error) {
    return { delivered: false, reason: describeFailure(error, settings), waitMs: null }
  }
}

/** Sorted by name, objects are in the order of the chain. The same events overwrite the same object. */
function objectPath(prefix: string, batch: StreamBatch): string {
  const { first, last } = batchRange(batch)
  const number = (seq: number) => String(seq).padStart(DIGITS, '0')
  return `${prefix}${batch.organizationId}/${number(first)}-${number(last)}.jsonl`
}

function exportOf({ organizationId, before, events }: StreamBatch, { config, secrets, now }: StreamDeps): string {
  const last = events.at(-1) ?? events[0]
  const beginning = signExport(
    {
      ...{ kind: 'export', version: 1, organization_id: organizationId, exported_at: now().toISOString() },
      ...{ before, head: { seq: last.seq, hash: last.hash }, checkpoints: 0 },
    },
    openSigningKey(config.sharedFolder, secrets),
  )
  const lines: AuditExportLine[] = [beginning, ...events.map((event) => ({ kind: 'event' as const, event }))]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function describeFailure(error: unknown, { bucket, region }: { bucket: string; region: string }): string {
  if (error instanceof KeptError) return error.message
  if (error instanceof StorageError) {
    const { status, region: actual } = error
    if (actual !== undefined && actual !== region) return `The bucket "${bucket}" is in the region ${actual}.`
    if (status === 403)
      return `Writing to the bucket "${bucket}" was denied. Allow s3:PutObject, and check the access key.`
    if (status === 404) return `There is no bucket "${bucket}" in ${region}.`
    return `The storage answered HTTP ${status}.`
  }
  const unreached = describeUnreached(error)
  return unreached.outcome === 'taken' ? '' : unreached.sentence
}
