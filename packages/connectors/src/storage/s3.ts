/**
 * Amazon S3 and servers that speak its protocol; Google Cloud Storage by its XML API, which takes the same signature.
 */
import { AwsV4Signer } from 'aws4fetch'
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

interface S3Settings {
  /** URL of the bucket, without a trailing "/". */
  bucketUrl: string
  region: string
  keys: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
}

export function s3Bucket(connection: ConnectionOf<'s3'>, bucket: string, fetch: StorageFetch): StorageClient {
  const { region, endpoint, access_key_id, secret_access_key, session_token } = connection
  return openBucket(
    {
      bucketUrl: s3BucketUrl({ region, bucket, endpoint }),
      region,
      keys: { accessKeyId: access_key_id, secretAccessKey: secret_access_key, sessionToken: session_token },
    },
    fetch,
  )
}

/** Without a trailing "/". A certificate covers one label before the host: a bucket with dots is addressed by path. */
export function s3BucketUrl({
  region,
  bucket,
  endpoint,
}: {
  region: string
  bucket: string
  endpoint?: string | undefined
}): string {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  if (endpoint !== undefined) return `${endpoint.replace(/\/+$/, '')}/${bucket}`
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`
}

export function gcsBucket(connection: ConnectionOf<'gcs'>, bucket: string, fetch: StorageFetch): StorageClient {
  const root = connection.endpoint?.replace(/\/+$/, '') ?? 'https://storage.googleapis.com'
  return openBucket(
    {
      bucketUrl: `${root}/${bucket}`,
      region: 'auto',
      keys: { accessKeyId: connection.access_id, secretAccessKey: connection.secret },
    },
    fetch,
  )
}

function openBucket({ bucketUrl, region, keys }: S3Settings, fetch: StorageFetch): StorageClient {
  const get = async (url: string) => {
    const { sessionToken, ...credentials } = keys
    const signer = new AwsV4Signer({
      method: 'GET',
      url,
      service: 's3',
      region,
      ...credentials,
      ...(sessionToken && { sessionToken }),
    })
    const { headers } = await signer.sign()
    return requireSuccess(await fetch(url, { method: 'GET', headers: Object.fromEntries(headers) }))
  }
  return {
    read: (path) => get(`${bucketUrl}/${encodePath(path)}`),
    list: (prefix, limit) =>
      collectPages(async (cursor) => {
        const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix })
        if (cursor !== undefined) query.set('continuation-token', cursor)
        const response = await get(`${bucketUrl}?${query.toString().replaceAll('+', '%20')}`)
        return parseListing(await readListingText(response))
      }, limit),
  }
}

function parseListing(xml: string) {
  const { items, root } = readListing(xml)
  const isEncoded = root.EncodingType === 'url'
  return {
    objects: items.map(({ Key = '', Size, ETag = '', LastModified = '' }) => ({
      path: isEncoded ? decodeURIComponent(Key.replaceAll('+', ' ')) : Key,
      bytes: Number(Size),
      version: `${ETag} ${LastModified}`.trim(),
    })),
    next: root.IsTruncated === 'true' ? root.NextContinuationToken : undefined,
  }
}

function readListing(xml: string) {
  try {
    return readXml(xml, 'Contents')
  } catch {
    throw new StorageError(502)
  }
}
