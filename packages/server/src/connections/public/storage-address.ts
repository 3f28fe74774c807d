/**
 * s3://, gs:// and az:// addresses of a connection. An address contains only a bucket and a path: the host is the
 * provider's own, or the connection's storage server.
 */
import { azureBlobHosts } from '@kept/connectors/storage/azure-blob.ts'
import type { Connection } from '@kept/domain/connection.ts'
import { isStorage, type StorageKind } from '@kept/domain/connection-kind.ts'
import { badInput } from '@kept/domain/errors.ts'

interface StorageAddress {
  bucket: string
  /** Inside the bucket; "" for all of it. */
  path: string
}

const schemesOf: Record<StorageKind, { schemes: RegExp; example: string; label: string }> = {
  s3: { schemes: /^s3$/, example: 's3://bucket/path', label: 'Amazon S3' },
  gcs: { schemes: /^(gs|gcs)$/, example: 'gs://bucket/path', label: 'Google Cloud Storage' },
  azure_blob: { schemes: /^(az|azure|abfss?)$/, example: 'az://container/path', label: 'Azure Blob Storage' },
}

// Valid for all three providers; no dots at either end, so that no name can look like the end of a host name.
const bucketName = /^[a-z0-9](?:[a-z0-9._-]{1,220}[a-z0-9])$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here.
const controlCharacters = /[\u0000-\u001f\u007f]/

/** The bucket and path of an address of `connection`; throws one sentence for any other address. */
export function checkStorageAddress(
  url: string,
  connection: Pick<Connection, 'kind' | 'name' | 'location'>,
): StorageAddress {
  if (!isStorage(connection))
    throw badInput(`The connection "${connection.name}" is not for object storage. Choose one that is.`)
  const { schemes, example, label } = schemesOf[connection.kind]
  const match = /^([a-z0-9]+):\/\/([^/]+)(?:\/(.*))?$/.exec(url)
  if (!match?.[1] || !schemes.test(match[1])) {
    throw badInput(`The connection "${connection.name}" is for ${label}. Use an address such as ${example}.`)
  }
  const [, , host = '', remainder = ''] = match
  const { bucket, path } =
    connection.kind === 'azure_blob'
      ? azureAddress(url, host, remainder, connection)
      : { bucket: host, path: remainder }
  if (!bucketName.test(bucket) || /\.\.|^\d+(?:\.\d+){3}$/.test(bucket)) {
    throw badInput(`"${bucket.slice(0, 100)}" is not the name of a bucket; give an address such as ${example}.`)
  }
  if (controlCharacters.test(path) || path.split('/').some((part) => part === '.' || part === '..')) {
    throw badInput('The path must not contain control characters, "." or "..". Check the address.')
  }
  return { bucket, path }
}

/**
 * az://container/path, az://account.blob.core.windows.net/container/path or
 * abfss://container@account.dfs.core.windows.net/path.
 */
function azureAddress(
  url: string,
  host: string,
  remainder: string,
  { name, location }: Pick<Connection, 'name' | 'location'>,
): StorageAddress {
  if (!host.includes('.')) return { bucket: host, path: remainder }
  const [container, server] = host.includes('@')
    ? [host.slice(0, host.indexOf('@')), host.slice(host.indexOf('@') + 1)]
    : ['', host]
  const accountMatch = /^([a-z0-9]{3,24})\.(?:blob|dfs)\.(.+)$/.exec(server)
  const isKnownHost = Object.values(azureBlobHosts).some((suffix) => suffix === `blob.${accountMatch?.[2]}`)
  if (!accountMatch || !isKnownHost || accountMatch[1] !== location) {
    throw badInput(`${url} is not in the storage account ${location} of the connection "${name}"; check the address.`)
  }
  if (container) return { bucket: container, path: remainder }
  const end = remainder.indexOf('/')
  return end < 0 ? { bucket: remainder, path: '' } : { bucket: remainder.slice(0, end), path: remainder.slice(end + 1) }
}
