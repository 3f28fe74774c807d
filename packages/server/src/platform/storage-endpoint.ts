/** Storage servers of one's own: only those that the operator lists in KEPT_STORAGE_ENDPOINTS. */
import { badInput } from '@kept/domain/errors.ts'
import type { Config } from './config.ts'

/** Rejects a storage server that the operator has not listed. */
export function checkStorageEndpoint(
  endpoint: string | undefined,
  { storageEndpoints }: Pick<Config, 'storageEndpoints'>,
): void {
  if (endpoint === undefined) return
  const { origin, pathname, search, hash, username } = new URL(endpoint)
  if (pathname !== '/' || search || hash || username) {
    throw badInput(
      'The address of a storage server must not have a path, query or user name. Write it as https://storage.example.com.',
    )
  }
  if (storageEndpoints.includes(origin)) return
  throw badInput(
    `The storage server ${origin} is not allowed. Leave the address empty to use the provider's own, or ask the operator to add it to KEPT_STORAGE_ENDPOINTS.`,
  )
}

/** An endpoint on the operator's list is trusted in any network; the providers' own hosts are never private. */
export function storageNetworks(endpoint: string | undefined): readonly string[] {
  return endpoint === undefined ? [] : ['0.0.0.0/0', '::/0']
}
