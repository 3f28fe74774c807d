/**
 * A session in one AWS account: clients of the official SDK, each imported when it is first used. All requests go
 * through the caller's guarded fetch and are signed with the connection's own credentials: the SDK's search for
 * credentials and addresses in the environment is never reached.
 */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { IdentityToken } from '@kept/domain/sync/federation.ts'
import type { LiveFetch } from '@kept/domain/sync/live-fetch.ts'
import { pause } from '../../pause.ts'
import { failureOf } from './failure.ts'
import { type AwsKeys, temporaryKeys } from './keys.ts'
import { partitionOf } from './partition.ts'
import { requestHandler } from './request-handler.ts'

interface SharedAccess {
  /** Made by Kept; roles of members are assumed with it. */
  external_id: string
  /** Any region of the partition, where there is no role to tell it: China and GovCloud have regions of their own. */
  home_region?: string | undefined
  /** Instead of AWS, for tests. */
  endpoint?: string | undefined
}

interface KeysAccess extends SharedAccess {
  access_key_id: string
  secret_access_key: string
  session_token?: string | undefined
  /** Assumed with `external_id` before anything is read. */
  role_arn?: string | undefined
}

/** The role trusts tokens of Kept for this connection; no key is stored. */
interface FederatedAccess extends SharedAccess {
  identityToken: IdentityToken
  role_arn: string
}

export type AwsAccess = KeysAccess | FederatedAccess

interface RequestLimits {
  burst: number
  perSecond: number
}

interface SessionDeps {
  fetch: LiveFetch
  /** Waits until a request to this service may be sent. */
  pace(key: string, signal?: AbortSignal, limits?: RequestLimits): Promise<void>
  signal?: AbortSignal | undefined
}

interface ClientConfig {
  region: string
  credentials: () => Promise<AwsKeys>
  endpoint?: string
  requestHandler: Record<string, unknown>
  maxAttempts: number
  retryMode: string
  useFipsEndpoint: boolean
  useDualstackEndpoint: boolean
  forcePathStyle?: boolean
}

export interface AwsSession {
  /** Where services without regions are asked: roles, bucket names, Cost Explorer, Organizations. */
  homeRegion: string
  /** A client of the SDK, created once for each service and region. */
  client<Client>(service: string, region: string, create: (config: ClientConfig) => Client): Client
  /** Imports an SDK package; throws a sentence when it is not installed. */
  load<Module>(imported: () => Promise<Module>): Promise<Module>
  /** Sends one request and names the permission in its failure. */
  call<Output>(action: string, region: string, send: () => Promise<Output>, limits?: RequestLimits): Promise<Output>
  /** Waits for something that AWS makes; ends early when the run is stopped. */
  pause(ms: number): Promise<void>
  /** Requests sent so far. */
  calls(): number
  /** Counts what AWS charges for a request, in nano-dollars. */
  charge(nanos: number): void
  chargedNanos(): number
  /** Only to check permissions: a person waits, and a few resources of each list show them all. */
  probe?: { resources: number; onDeniedDetail(failure: SyncFailure): void }
  /** The same in a member account, through its role. */
  assume(roleArn: string): AwsSession
  /** Lets go of its clients; they are made again when it is used. A thousand accounts have ten thousand of them. */
  release(): void
}

/** As CloudTrail of the customer names the requests. */
const sessionName = 'kept-sync'
/** These are in every account of their partition. */
const homeRegions: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-north-1',
  'aws-us-gov': 'us-gov-west-1',
}

export function openSession(access: AwsAccess, deps: SessionDeps): AwsSession {
  const homeRegion = access.role_arn === undefined ? homeOf(access.home_region) : homeRegionOf(access.role_arn)
  const counter = { calls: 0, nanos: 0 }
  if ('identityToken' in access) {
    const { role_arn: account, identityToken } = access
    // Nothing signs the exchange itself: the token is the proof.
    const unsigned = sessionWith({ account: '', homeRegion, credentials: noKeys }, access, deps, counter)
    return sessionWith(
      { account, homeRegion, credentials: federatedKeys(unsigned, identityToken, account) },
      access,
      deps,
      counter,
    )
  }
  const ownKeys: AwsKeys = {
    accessKeyId: access.access_key_id,
    secretAccessKey: access.secret_access_key,
    sessionToken: access.session_token,
  }
  const base = sessionWith({ account: '', homeRegion, credentials: async () => ownKeys }, access, deps, counter)
  return access.role_arn === undefined ? base : base.assume(access.role_arn)
}

async function noKeys(): Promise<AwsKeys> {
  throw new SyncFailure('unexpected', 'This connection has no keys; only its role signs requests.')
}

function sessionWith(
  { account, homeRegion, credentials }: { account: string; homeRegion: string; credentials: () => Promise<AwsKeys> },
  access: AwsAccess,
  deps: SessionDeps,
  counter: { calls: number; nanos: number },
): AwsSession {
  const clients = new Map<string, unknown>()
  const session: AwsSession = {
    homeRegion,
    client<Client>(service: string, region: string, create: (config: ClientConfig) => Client): Client {
      const key = `${service} ${region}`
      const existing = clients.get(key)
      // The key names the service, and each service creates one class of client.
      if (existing !== undefined) return existing as Client
      const client = create({
        region,
        credentials,
        ...(access.endpoint !== undefined && { endpoint: access.endpoint, forcePathStyle: true }),
        requestHandler: requestHandler(deps.fetch, access.endpoint, () => {
          counter.calls += 1
        }),
        maxAttempts: 4,
        retryMode: 'standard',
        useFipsEndpoint: false,
        useDualstackEndpoint: false,
      })
      clients.set(key, client)
      return client
    },
    async load(imported) {
      try {
        return await imported()
      } catch (error) {
        throw new SyncFailure(
          'unavailable',
          'The AWS packages are not installed. Run npm install without --omit=optional, and restart Kept.',
          { cause: error },
        )
      }
    },
    async call(action, region, send, limits) {
      await deps.pace(`${account} ${action.split(':')[0]} ${region}`, deps.signal, limits)
      try {
        return await send()
      } catch (error) {
        if (deps.signal?.aborted) throw deps.signal.reason
        throw failureOf(error, action, region)
      }
    },
    pause: (ms) => pause(ms, deps.signal),
    calls: () => counter.calls,
    charge: (nanos) => {
      counter.nanos += nanos
    },
    chargedNanos: () => counter.nanos,
    release: () => clients.clear(),
    assume(roleArn) {
      const role = {
        account: roleArn,
        homeRegion: homeRegionOf(roleArn),
        credentials: roleKeys(session, access, roleArn),
      }
      return sessionWith(role, access, deps, counter)
    },
  }
  return session
}

/** The keys of a role that another session may assume. */
function roleKeys(session: AwsSession, { external_id }: AwsAccess, roleArn: string): () => Promise<AwsKeys> {
  const action = 'sts:AssumeRole'
  return temporaryKeys({ action, roleArn }, async () => {
    const sdk = await session.load(() => import('@aws-sdk/client-sts'))
    const region = homeRegionOf(roleArn)
    const client = session.client('sts', region, (config) => new sdk.STSClient(config))
    const command = new sdk.AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: sessionName,
      ExternalId: external_id,
    })
    return (await session.call(action, region, () => client.send(command))).Credentials
  })
}

/** The keys of a role that trusts Kept as an issuer. Each request has a token of its own. */
function federatedKeys(session: AwsSession, identityToken: IdentityToken, roleArn: string): () => Promise<AwsKeys> {
  const action = 'sts:AssumeRoleWithWebIdentity'
  return temporaryKeys({ action, roleArn }, async () => {
    const sdk = await session.load(() => import('@aws-sdk/client-sts'))
    const region = homeRegionOf(roleArn)
    const client = session.client('sts', region, (config) => new sdk.STSClient(config))
    const command = new sdk.AssumeRoleWithWebIdentityCommand({
      RoleArn: roleArn,
      RoleSessionName: sessionName,
      WebIdentityToken: await identityToken(),
    })
    return (await session.call(action, region, () => client.send(command))).Credentials
  })
}

/** "arn:aws-cn:iam::..." is in China: each partition has a region of its own for roles. */
function homeRegionOf(arn: string): string {
  return homeRegions[arn.split(':')[1] ?? ''] ?? 'us-east-1'
}

/** The chosen region itself in China and GovCloud: an account there may have enabled one of two. */
function homeOf(region = 'us-east-1'): string {
  return partitionOf(region) === 'aws' ? homeRegionOf('') : region
}
