/** Who may read a bucket, and what it retains and logs: S3 has no list of it, so each bucket is asked. */
import type { AwsSession } from '../session.ts'
import { type Details, noneWhenMissing, readDetail } from './optional-read.ts'

/** What S3 charges for a request that reads a setting, in nano-dollars: $0.0004 for a thousand. */
const requestNanos = 400

export const bucketSecurityReads = [
  { action: 's3:GetBucketVersioning', reason: 'Reads whether a bucket retains earlier versions.' },
  { action: 's3:GetBucketLogging', reason: 'Reads whether access to a bucket is logged.' },
  { action: 's3:GetBucketPublicAccessBlock', reason: 'Reads whether a bucket blocks public access.' },
  { action: 's3:GetBucketPolicyStatus', reason: 'Reads whether the policy of a bucket makes it public.' },
  { action: 's3:GetBucketAcl', reason: 'Reads whether an access control list makes a bucket public.' },
  {
    action: 's3:GetAccountPublicAccessBlock',
    reason: 'Reads whether the account blocks public access to all buckets.',
  },
] as const

/** Of the predefined groups of S3. */
const everyone = /\/groups\/global\/(?:AllUsers|AuthenticatedUsers)$/
const missing = /NoSuchBucketPolicy|NoSuchPublicAccessBlockConfiguration/

interface Block {
  RestrictPublicBuckets?: boolean | undefined
  IgnorePublicAcls?: boolean | undefined
}

export async function readBucketSecurity(
  session: AwsSession,
  { bucket, region, accountId }: { bucket: string; region: string; accountId: string },
): Promise<Details> {
  const { sdk, client } = await s3(session, region)
  const input = { Bucket: bucket, ExpectedBucketOwner: accountId }
  const versioning = () =>
    call(session, 's3:GetBucketVersioning', region, () => client.send(new sdk.GetBucketVersioningCommand(input)))
  const logging = () =>
    call(session, 's3:GetBucketLogging', region, () => client.send(new sdk.GetBucketLoggingCommand(input)))
  return {
    // S3 encrypts every new object since January 2023.
    encrypted: true,
    ...(await readDetail(session, 'versioning', async () => (await versioning()).Status === 'Enabled')),
    ...(await readDetail(session, 'access_logging', async () => (await logging()).LoggingEnabled !== undefined)),
    ...(await readDetail(session, 'public', () => isPublic(session, { bucket, region, accountId }))),
  }
}

/** A block overrules policies and lists; that of the account is read only where it decides. */
async function isPublic(
  session: AwsSession,
  { bucket, region, accountId }: { bucket: string; region: string; accountId: string },
): Promise<boolean> {
  const { sdk, client } = await s3(session, region)
  const input = { Bucket: bucket, ExpectedBucketOwner: accountId }
  const block = await noneWhenMissing(missing, () =>
    call(session, 's3:GetBucketPublicAccessBlock', region, () =>
      client.send(new sdk.GetPublicAccessBlockCommand(input)),
    ),
  )
  const own = block?.PublicAccessBlockConfiguration ?? {}
  if (own.RestrictPublicBuckets && own.IgnorePublicAcls) return false
  const status = await noneWhenMissing(missing, () =>
    call(session, 's3:GetBucketPolicyStatus', region, () => client.send(new sdk.GetBucketPolicyStatusCommand(input))),
  )
  const { Grants } = await call(session, 's3:GetBucketAcl', region, () =>
    client.send(new sdk.GetBucketAclCommand(input)),
  )
  const byPolicy = status?.PolicyStatus?.IsPublic === true
  const byList = (Grants ?? []).some(({ Grantee }) => everyone.test(Grantee?.URI ?? ''))
  const isOpen = (blocked: Block) =>
    (byPolicy && !blocked.RestrictPublicBuckets) || (byList && !blocked.IgnorePublicAcls)
  return isOpen(own) && isOpen({ ...(await accountBlock(session, region, accountId)), ...onlySet(own) })
}

async function accountBlock(session: AwsSession, region: string, accountId: string): Promise<Block> {
  const sdk = await session.load(() => import('@aws-sdk/client-s3-control'))
  const client = session.client('s3-control', region, (config) => new sdk.S3ControlClient(config))
  const answer = await noneWhenMissing(missing, () =>
    call(session, 's3:GetAccountPublicAccessBlock', region, () =>
      client.send(new sdk.GetPublicAccessBlockCommand({ AccountId: accountId })),
    ),
  )
  return answer?.PublicAccessBlockConfiguration ?? {}
}

/** What a bucket leaves open, its account may still block. */
function onlySet(block: Block): Block {
  return Object.fromEntries(Object.entries(block).filter(([, isSet]) => isSet === true))
}

async function s3(session: AwsSession, region: string) {
  const sdk = await session.load(() => import('@aws-sdk/client-s3'))
  return { sdk, client: session.client('s3', region, (config) => new sdk.S3Client(config)) }
}

function call<Output>(session: AwsSession, action: string, region: string, send: () => Promise<Output>) {
  session.charge(requestNanos)
  return session.call(action, region, send)
}
