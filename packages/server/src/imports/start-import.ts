/** Creates an import and queues its job in one transaction, so that an acknowledged import always runs. */
import { stat } from 'node:fs/promises'
import { genericFormat } from '@kept/connectors/generic/column-mapping.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { ColumnMapping, Import, ImportInput } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { getConnection } from '@kept/store/connections/connections.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { createImport, type NewImport } from '@kept/store/imports/create.ts'
import { listSyncConnections } from '@kept/store/sync/connections.ts'
import { findUploads } from '@kept/store/uploads/find.ts'
import { overlaps } from '../connections/public/export-address.ts'
import { checkStorageAddress } from '../connections/public/storage-address.ts'
import type { Services } from '../platform/context.ts'
import { uploadPath } from '../platform/upload-path.ts'
import { importJob } from './import-job.ts'

interface ImportRequest {
  uploads: string[]
  urls: string[]
  /** The connection whose credentials the addresses are read with. */
  connection_id?: string | undefined
  format?: string | undefined
  mapping?: ColumnMapping | undefined
  accept_smaller?: boolean | undefined
}

type Parts = Pick<Services, 'state' | 'jobs' | 'folder'>

export async function startImport(
  parts: Parts,
  formats: readonly { id: string }[],
  scope: Scope,
  { uploads, urls, connection_id, format, mapping, accept_smaller }: ImportRequest,
): Promise<Import> {
  if (uploads.length === 0 && urls.length === 0) throw badInput('Nothing to import. Pass uploads or URLs.')
  if (uploads.length > 0 && urls.length > 0) throw badInput(notBoth)
  checkFormat({ format, mapping }, formats)
  const addresses = urls.length > 0 ? await checkConnection(parts, scope, urls, connection_id) : []
  return queueImport(parts, scope, async (tx) => {
    const files = await findUploads(tx, uploads)
    for (const { id, name } of files) {
      await stat(uploadPath(parts.folder, id)).catch(() => {
        throw badInput(`The upload "${name}" has expired. Upload it again.`)
      })
    }
    return {
      inputs: [...files.map(({ id, name }) => ({ kind: 'upload' as const, id, name })), ...addresses],
      sources: [
        ...files.map(({ name, bytes }) => ({ name, bytes })),
        ...urls.map((url) => ({ name: url, bytes: null })),
      ],
      format,
      mapping,
      accept_smaller,
    }
  })
}

/** Checks that every address belongs to a connection of this organization. */
async function checkConnection(
  { state }: Parts,
  scope: Scope,
  urls: string[],
  connectionId: string | undefined,
): Promise<ImportInput[]> {
  for (const url of urls) checkAddress(url)
  if (connectionId === undefined) {
    throw badInput('Choose a connection for these addresses. You can add one in the Integration Center.')
  }
  const connection = await getConnection(state.database, scope, connectionId)
  for (const url of urls) checkStorageAddress(url, connection)
  for (const { name, export_address } of await listSyncConnections(state.database, scope)) {
    const scheduled = urls.find((url) => export_address !== '' && overlaps(url, export_address))
    if (scheduled === undefined) continue
    throw badInput(
      `${scheduled} is read on a schedule by the connection "${name}", so an import would count it twice. Open the connection and choose "Sync now".`,
    )
  }
  return urls.map((url) => ({ kind: 'connection_url' as const, url, connection_id: connectionId }))
}

/** Creates and queues the import that `describe` returns, in one transaction. */
export async function queueImport(
  { state, jobs }: Pick<Parts, 'state' | 'jobs'>,
  scope: Scope,
  describe: (tx: ScopedTransaction) => Promise<NewImport>,
  alongside?: (tx: ScopedTransaction, importId: string) => Promise<void>,
): Promise<Import> {
  const created = await state.database.scoped(scope, async (tx) => {
    const newImport = await createImport(tx, scope, await describe(tx))
    await alongside?.(tx, newImport.id)
    await jobs.send(importJob, { organization_id: scope.organizationId, import_id: newImport.id }, { within: tx })
    return newImport
  })
  jobs.wake(importJob)
  return created
}

/** Imports from buckets are replaced by address, imports of files by account, so one import cannot be both. */
export const notBoth = 'Files and URLs cannot be in one import. Import them separately.'

/** Throws bad_input for an unknown format or an invalid column mapping. */
export function checkFormat(
  { format, mapping }: Pick<ImportRequest, 'format' | 'mapping'>,
  formats: readonly { id: string }[],
): void {
  if (mapping !== undefined) {
    if (format !== undefined) throw badInput('Pass either a format or a column mapping, not both.')
    genericFormat(mapping)
  }
  if (format === undefined || formats.some(({ id }) => id === format)) return
  throw badInput(`Unknown format "${format}". Use one of ${formats.map(({ id }) => id).join(', ')}.`)
}

const schemes = ['s3:', 'gs:', 'az:']

export function checkAddress(url: string): void {
  const scheme = URL.parse(url)?.protocol
  if (!scheme || !schemes.includes(scheme)) {
    throw badInput(
      `"${url}" is not a supported address. Use s3://bucket/path, gs://bucket/path or az://container/path.`,
    )
  }
}
