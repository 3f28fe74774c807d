/** Writes one object into an S3 bucket. Reading is in `s3.ts`. */
import { AwsV4Signer } from 'aws4fetch'
import { encodePath, StorageError } from './client.ts'
import { s3BucketUrl } from './s3.ts'

interface S3Target {
  region: string
  bucket: string
  /** Another server that speaks the protocol, without a trailing slash. */
  endpoint?: string | undefined
  access_key_id: string
  secret_access_key: string
}

interface S3Object {
  path: string
  body: string
  contentType: string
  /** Hex; the storage rejects a body that arrives differently. */
  sha256: string
}

type PutFetch = (
  url: string,
  options: { method: 'PUT'; headers: Record<string, string>; body: string },
) => Promise<Response>

/** Anything but success is thrown as a `StorageError`. */
export async function putS3Object(
  { region, bucket, endpoint, access_key_id, secret_access_key }: S3Target,
  { path, body, contentType, sha256 }: S3Object,
  fetch: PutFetch,
): Promise<void> {
  const url = `${s3BucketUrl({ region, bucket, endpoint })}/${encodePath(path)}`
  const signer = new AwsV4Signer({
    method: 'PUT',
    url,
    service: 's3',
    region,
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    headers: { 'content-type': contentType, 'x-amz-content-sha256': sha256 },
  })
  const { headers } = await signer.sign()
  const response = await fetch(url, { method: 'PUT', headers: Object.fromEntries(headers), body })
  await response.body?.cancel()
  if (response.status !== 200)
    throw new StorageError(response.status, response.headers.get('x-amz-bucket-region') ?? undefined)
}
