/**
 * Azure Blob Storage, by a shared access signature or an account key. Protocol: learn.microsoft.com, "Blob service REST
 * API".
 */
import {
  type ConnectionOf,
  collectPages,
  encodePath,
  readListingText,
  requireSuccess,
  type StorageClient,
  StorageError,
  type StorageFetch,
} from './client.ts'
import { readXml } from './read-xml.ts'

const apiVersion = '2023-11-03'

/** The only hosts that receive an account's credentials. */
export const azureBlobHosts = {
  public: 'blob.core.windows.net',
  us_government: 'blob.core.usgovcloudapi.net',
  china: 'blob.core.chinacloudapi.cn',
} as const

export function azureContainer(
  connection: ConnectionOf<'azure_blob'>,
  container: string,
  fetch: StorageFetch,
  nowMs: () => number,
): StorageClient {
  const { account, cloud, endpoint, sas_token } = connection
  // A custom storage server has the account in the path, as Azurite does.
  const root = endpoint ? `${endpoint.replace(/\/+$/, '')}/${account}` : `https://${account}.${azureBlobHosts[cloud]}`
  const get = async (path: string, query: Record<string, string>) => {
    const url = new URL(`${root}/${container}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    url.search = url.search.replaceAll('+', '%20')
    const headers: Record<string, string> = {
      'x-ms-date': new Date(nowMs()).toUTCString(),
      'x-ms-version': apiVersion,
    }
    if (sas_token !== undefined) addSignature(url, sas_token)
    else headers.authorization = await authorize(connection, url, headers)
    return requireSuccess(await fetch(url.href, { method: 'GET', headers }))
  }
  return {
    read: (path) => get(`/${encodePath(path)}`, {}),
    list: (prefix, limit) =>
      collectPages(async (cursor) => {
        const response = await get('', {
          restype: 'container',
          comp: 'list',
          prefix,
          ...(cursor !== undefined && { marker: cursor }),
        })
        return parseListing(await readListingText(response))
      }, limit),
  }
}

function addSignature(url: URL, token: string): void {
  for (const [name, value] of new URLSearchParams(token.replace(/^\?/, ''))) url.searchParams.append(name, value)
}

/** "Authorize with Shared Key": the canonical string of a GET without a body. */
async function authorize(
  { account, account_key = '' }: ConnectionOf<'azure_blob'>,
  url: URL,
  headers: Record<string, string>,
): Promise<string> {
  const canonicalHeaders = Object.keys(headers)
    .toSorted()
    .map((name) => `${name}:${headers[name]}`)
  const canonicalQuery = [...url.searchParams].map(([name, value]) => `${name.toLowerCase()}:${value}`).toSorted()
  const text = [
    'GET',
    ...Array(11).fill(''),
    ...canonicalHeaders,
    `/${account}${url.pathname}`,
    ...canonicalQuery,
  ].join('\n')
  const raw = Uint8Array.from(atob(account_key), (sign) => sign.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)))
  return `SharedKey ${account}:${btoa(String.fromCharCode(...signature))}`
}

function parseListing(xml: string) {
  try {
    const { items, root } = readXml(xml, 'Blob')
    return {
      objects: items.map((blob) => ({
        path: blob.Name ?? '',
        bytes: Number(blob['Content-Length']),
        version: `${blob.Etag ?? ''} ${blob['Last-Modified'] ?? ''}`.trim(),
      })),
      next: root.NextMarker || undefined,
    }
  } catch {
    throw new StorageError(502)
  }
}
