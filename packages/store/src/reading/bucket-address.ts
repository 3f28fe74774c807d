/** s3://, gs:// and az:// addresses as SQL for the engine, which reads buckets directly. */
import { badInput } from '@kept/domain/errors.ts'
import { type Environment, findAwsCredentials } from './aws-credentials.ts'
import { quote } from './source.ts'

export interface Bucket {
  /** Everything before the object's path, as a user writes it: "s3://bucket/". */
  address: string
  /** The requested path inside the bucket; "" for all of it. */
  path: string
  /** SQL after FROM for an object or a pattern of objects. */
  from(path: string, format: string, structure: string, compression: string): string
}

export async function parseBucket(url: string, environment: Environment): Promise<Bucket> {
  const match = /^(s3|gs|gcs|az|azure|abfss?):\/\/([^/]+)(?:\/(.*))?$/.exec(url)
  if (!match?.[1] || !match[2]) {
    throw badInput(
      `${url} is not an address that Kept can read; give a file, s3://bucket/path, gs://bucket/path or az://container/path.`,
    )
  }
  const [, scheme, host, path = ''] = match
  if (!/^(?:[\w.-]+@)?[\w.-]+$/.test(host)) throw badInput(`${url} does not name a bucket; check the address.`)
  if (scheme === 's3') return s3(host, path, environment)
  if (scheme === 'gs' || scheme === 'gcs') return gcs(host, path, environment)
  return azure(url, host, path, environment)
}

/** Glob patterns of the engine; all other characters of a path are literal. */
export function isPattern(path: string): boolean {
  return /[*?{]/.test(path)
}

async function s3(bucket: string, path: string, environment: Environment): Promise<Bucket> {
  const endpoint = environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL
  const region = environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION
  const host = region && region !== 'us-east-1' ? `s3.${region}.amazonaws.com` : 's3.amazonaws.com'
  const root = endpoint
    ? `${endpoint.replace(/\/$/, '')}/${bucket}/`
    : bucket.includes('.')
      ? `https://${host}/${bucket}/`
      : `https://${bucket}.${host}/`
  const credentials = await findAwsCredentials(environment)
  const keys = credentials
    ? [
        credentials.accessKeyId,
        credentials.secretAccessKey,
        ...(credentials.sessionToken ? [credentials.sessionToken] : []),
      ].map(quote)
    : ['NOSIGN']
  return {
    address: `s3://${bucket}/`,
    path,
    from: (object, ...options) => `s3(${[quote(root + object), ...keys, ...options.map(quote)].join(', ')})`,
  }
}

function gcs(bucket: string, path: string, environment: Environment): Bucket {
  const { GCS_HMAC_ACCESS_ID, GCS_HMAC_SECRET } = environment
  const root = `${(environment.GCS_ENDPOINT_URL ?? 'https://storage.googleapis.com').replace(/\/$/, '')}/${bucket}/`
  if (!GCS_HMAC_ACCESS_ID && environment.GOOGLE_APPLICATION_CREDENTIALS) {
    throw badInput(
      `gs://${bucket} is read with an HMAC key, not with GOOGLE_APPLICATION_CREDENTIALS; create one for the service account (gcloud storage hmac create) and set GCS_HMAC_ACCESS_ID and GCS_HMAC_SECRET.`,
    )
  }
  const keys = GCS_HMAC_ACCESS_ID && GCS_HMAC_SECRET ? [GCS_HMAC_ACCESS_ID, GCS_HMAC_SECRET].map(quote) : ['NOSIGN']
  return {
    address: `gs://${bucket}/`,
    path,
    from: (object, ...options) => `gcs(${[quote(root + object), ...keys, ...options.map(quote)].join(', ')})`,
  }
}

/**
 * az://container/path with the account from the environment, or az://account.blob.core.windows.net/container/path,
 * or abfss://container@account.dfs.core.windows.net/path.
 */
function azure(url: string, host: string, containerPath: string, environment: Environment): Bucket {
  const inHost = /^(?:([^@]+)@)?([\w-]+)\.(?:blob|dfs)\.(.+)$/.exec(host)
  const [container, path] = inHost && !inHost[1] ? splitOnce(containerPath) : [inHost?.[1] ?? host, containerPath]
  // A host that only resembles Azure's would receive the key or the signature.
  if (host.includes('.') && !azureSuffixes.includes(inHost?.[3] ?? '')) {
    throw badInput(`${url} is not an Azure storage account; check the address.`)
  }
  const account = inHost?.[2] ?? environment.AZURE_STORAGE_ACCOUNT
  const connection = environment.AZURE_STORAGE_CONNECTION_STRING
  const { AZURE_STORAGE_KEY, AZURE_STORAGE_SAS_TOKEN } = environment
  const endpoint = `https://${account}.blob.${inHost?.[3] ?? 'core.windows.net'}`
  const endpointArguments = connection
    ? [connection]
    : account && AZURE_STORAGE_KEY
      ? [endpoint]
      : account && AZURE_STORAGE_SAS_TOKEN
        ? [`BlobEndpoint=${endpoint};SharedAccessSignature=${AZURE_STORAGE_SAS_TOKEN.replace(/^\?/, '')}`]
        : undefined
  if (!endpointArguments || !container) {
    throw badInput(
      `${url} needs a storage account; set AZURE_STORAGE_CONNECTION_STRING, or AZURE_STORAGE_ACCOUNT with AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN.`,
    )
  }
  const keys = !connection && account && AZURE_STORAGE_KEY ? [account, AZURE_STORAGE_KEY] : []
  return {
    address: `az://${container}/`,
    path,
    from: (object, format, structure, compression) =>
      `azureBlobStorage(${[...endpointArguments, container, object, ...keys, format, compression, structure].map(quote).join(', ')})`,
  }
}

const azureSuffixes = ['core.windows.net', 'core.usgovcloudapi.net', 'core.chinacloudapi.cn']

function splitOnce(text: string): [string, string] {
  const slashIndex = text.indexOf('/')
  return slashIndex < 0 ? [text, ''] : [text.slice(0, slashIndex), text.slice(slashIndex + 1)]
}
