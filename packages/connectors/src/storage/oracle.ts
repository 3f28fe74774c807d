/** Reads objects of Oracle Cloud Object Storage. What signs a request is passed in: the key is that of a tenancy. */
import { requireSuccess, type StorageClient, type StorageFetch } from './client.ts'

interface OracleBucket {
  region: string
  namespace: string
  bucket: string
  /** Instead of Oracle Cloud, for tests. */
  endpoint?: string | undefined
}

export function oracleObjects(
  { region, namespace, bucket, endpoint }: OracleBucket,
  sign: (url: URL) => Promise<Record<string, string>>,
  fetch: StorageFetch,
): Pick<StorageClient, 'read'> {
  const host = `objectstorage.${region}.oraclecloud.com`
  const root = endpoint === undefined ? `https://${host}` : `${new URL(endpoint).origin}/${host}`
  return {
    async read(path) {
      const url = `${root}/n/${encodeURIComponent(namespace)}/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(path)}`
      return requireSuccess(await fetch(url, { method: 'GET', headers: await sign(new URL(url)) }))
    },
  }
}
