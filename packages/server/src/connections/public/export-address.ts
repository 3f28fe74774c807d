/** The folder of scheduled exports, spelled in one way, so that one folder is never read by two connections. */
import type { StorageKind } from '@kept/domain/connection-kind.ts'
import { checkStorageAddress } from './storage-address.ts'

const schemeOf: Record<StorageKind, string> = { s3: 's3', gcs: 'gs', azure_blob: 'az' }

/** "s3://bucket/path/"; throws one sentence for an address that is not of this kind of storage. */
export function exportAddressOf(
  address: string,
  connection: { kind: StorageKind; name: string; location: string },
): string {
  const { bucket, path } = checkStorageAddress(address, connection)
  const folder = path.replace(/\/+$/, '')
  return `${schemeOf[connection.kind]}://${bucket}/${folder === '' ? '' : `${folder}/`}`
}

/** Whether one of the two addresses contains the other. */
export function overlaps(address: string, other: string): boolean {
  const [a, b] = [folderOf(address), folderOf(other)]
  return a.startsWith(b) || b.startsWith(a)
}

function folderOf(address: string): string {
  return `${address
    .replace(/^gcs:/, 'gs:')
    .replace(/^azure:/, 'az:')
    .replace(/\/+$/, '')}/`
}
