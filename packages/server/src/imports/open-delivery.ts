/**
 * Opens the files of an import and detects their formats. The credentials of the server's
 * environment are used for the command line only; addresses of an organization use its own connections.
 */
import { formats } from '@kept/connectors/all.ts'
import { genericFormat } from '@kept/connectors/generic/column-mapping.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { ImportInput } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type BillInput, openBills } from '@kept/store/reading/open-bills.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { ImportDeps } from './deps.ts'

interface Openers {
  warehouse: Warehouse
  /** Path of an upload on disk. */
  pathOfUpload(id: string): string
  /** Credentials for buckets that the operator passes on the command line. */
  environment: Record<string, string | undefined>
  /** Fetches the objects of a connection; undefined where connections are not available. */
  fetchFromConnection?: FetchFromConnection
}

/** Fetched objects, as a file or a folder on disk that is removed by `remove`. */
export type FetchFromConnection = (
  scope: Scope,
  request: {
    url: string
    connectionId: string
    /** Only these objects of the bucket; left out, all at the address. */
    files?: readonly { path: string; bytes: number }[]
    signal: AbortSignal
  },
) => Promise<{ path: string; remove(): Promise<void> }>

export function deliveryOpener(openers: Openers): ImportDeps['openDelivery'] {
  const { warehouse, environment } = openers
  return async (inputs, { format, mapping, ...options }) => {
    const described = mapping && genericFormat(mapping)
    const fetched: (() => Promise<void>)[] = []
    const dispose = async () => {
      for (const remove of fetched.splice(0)) await remove()
    }
    try {
      const files: BillInput[] = []
      for (const input of inputs) {
        const { file, remove } = await resolveInput(openers, input, options)
        if (remove) fetched.push(remove)
        files.push(file)
      }
      const delivery = await openBills(warehouse, files, described ? [described, ...formats] : formats, {
        ...options,
        format: described?.id ?? format,
        environment,
      })
      const ofExports = inputs.flatMap((input) => (input.kind === 'connection_export' ? (input.notes ?? []) : []))
      return { ...delivery, notes: [...ofExports, ...delivery.notes], dispose }
    } catch (error) {
      await dispose()
      throw error
    }
  }
}

async function resolveInput(
  { pathOfUpload, fetchFromConnection }: Openers,
  input: ImportInput,
  { scope, signal }: { scope: Scope; signal: AbortSignal },
): Promise<{ file: BillInput; remove?: () => Promise<void> }> {
  switch (input.kind) {
    case 'upload':
      return { file: { kind: 'file', path: pathOfUpload(input.id), name: input.name } }
    case 'file':
      return { file: input }
    case 'operator_url':
      return { file: { kind: 'url', url: input.url } }
    case 'connection_url':
    case 'connection_export': {
      const { url, connection_id: connectionId } = input
      const files = input.kind === 'connection_export' ? { files: input.files } : {}
      const fetched = await fetchFromConnection?.(scope, { url, connectionId, ...files, signal })
      if (fetched) return { file: { kind: 'file', path: fetched.path, name: url }, remove: fetched.remove }
    }
  }
  // Imports of older versions can have an address without a connection.
  throw badInput('This address has no connection. Start the import again and choose one.')
}
