/**
 * For tests: four clouds behind one local address, as far as Kept uses them. They have state, reject unsigned requests
 * and missing tokens, and record every requested change.
 */
import { createHmac, generateKeyPairSync, hash, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CloudsState, EmulatedRequest, EmulatedResponse } from './clouds-state.ts'
import { awsApis } from './emulated-aws.ts'
import { balancers } from './emulated-balancers.ts'
import { changeApis } from './emulated-changes.ts'
import { awsContainerApis, newContainers, otherContainerApis } from './emulated-containers.ts'
import { images } from './emulated-images.ts'
import { otherApis } from './emulated-others.ts'

export interface EmulatedClouds {
  url: string
  state: CloudsState
  /** Requests that change something, as "PUT /path". */
  changes: string[]
  /** The next matching change fails with this status. */
  refuse(change: RegExp, status: number): void
  /** The next matching change is made at once and answered only after this long. */
  slow(change: RegExp, ms: number): void
  /** From the next matching change on nothing can be read, until it is called with null. */
  failReadsAfter(change: RegExp | null): void
  /** Removes what is being deleted. */
  finishDeletions(): void
  credentials: { aws: object; azure: object; gcp: object; kubernetes: object }
  /** Of another AWS account, which has resources of its own. */
  otherAws: { credentials: object; state: CloudsState }
  close(): Promise<void>
}

const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const [ownKey, otherKey] = ['AKIDEXAMPLE', 'AKIDOTHEREXAMPLE']
/** That of the targets, and one with resources of its own. */
const [ownAccount, otherAccount] = ['111122223333', '444455556666']
const token = 'a-token-that-was-asked-for'

/** Created once, because it takes some time. */
let pair: ReturnType<typeof makePair> | undefined
const makePair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** `awsAccount` is the number of the account that the keys belong to. */
export async function emulateClouds({ awsAccount = ownAccount } = {}): Promise<EmulatedClouds> {
  pair ??= makePair()
  const { privateKey, publicKey } = pair
  const state = newState()
  const otherState = newState()
  const changes: string[] = []
  let slowness: { change: RegExp; ms: number } | undefined
  let refusal: { change: RegExp; status: number } | undefined
  let reads: { failAfter: RegExp | null; fail: boolean } = { failAfter: null, fail: false }
  const answer = (request: EmulatedRequest): EmulatedResponse => {
    const { method, path, headers, body } = request
    if (path.endsWith('/oauth2/v2.0/token'))
      return body.includes('client_secret=right')
        ? { status: 200, body: { access_token: token, expires_in: 3600 } }
        : { status: 401, body: { error_description: 'wrong secret' } }
    if (path === '/token') {
      const assertion = new URLSearchParams(body).get('assertion') ?? ''
      const [header, claims, signature = ''] = assertion.split('.')
      const isRight = verify(
        'RSA-SHA256',
        Buffer.from(`${header}.${claims}`),
        publicKey,
        Buffer.from(signature, 'base64url'),
      )
      return isRight
        ? { status: 200, body: { access_token: token, expires_in: 3600 } }
        : { status: 401, body: { error_description: 'wrong signature' } }
    }
    const isAws = headers.authorization?.startsWith('AWS4-HMAC-SHA256') ?? false
    const key = keyOf(request)
    if (isAws ? !isSigned(request) : headers.authorization !== `Bearer ${token}`)
      return { status: 403, body: { message: 'The request is not signed as it should be.' } }
    if (new URLSearchParams(body).get('Action') === 'GetCallerIdentity')
      return { status: 200, body: `<R><Account>${key === otherKey ? otherAccount : awsAccount}</Account></R>` }
    const response = (
      isAws
        ? [images, balancers, ...awsContainerApis, ...awsApis]
        : [...otherContainerApis, ...changeApis, ...otherApis]
    ).reduce<EmulatedResponse | undefined>(
      (result, api) => result ?? api(request, key === otherKey ? otherState : state),
      undefined,
    )
    return response ?? { status: 404, body: { message: `nothing at ${method} ${path}` } }
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://emulated')
      const body = Buffer.concat(chunks).toString()
      const method = request.method ?? 'GET'
      const change = changeOf({ method, path: pathname, body, headers: request.headers })
      if (change) changes.push(change)
      const isRefused = change && refusal?.change.test(change)
      const isUnreadable = reads.fail && change === undefined && !pathname.endsWith('/token')
      if (change && reads.failAfter?.test(change)) reads.fail = true
      const emulated: EmulatedResponse =
        isRefused || isUnreadable
          ? { status: isUnreadable ? 503 : (refusal?.status ?? 500), body: { message: 'Not now.' } }
          : answer({ method, path: pathname, query: searchParams, headers: request.headers, body })
      if (isRefused) refusal = undefined
      const send = () => {
        response.writeHead(emulated.status, { 'content-type': 'application/json' })
        response.end(typeof emulated.body === 'string' ? emulated.body : JSON.stringify(emulated.body))
      }
      if (change && slowness?.change.test(change)) {
        setTimeout(send, slowness.ms).unref()
        slowness = undefined
      } else send()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    state,
    changes,
    refuse(change, status) {
      refusal = { change, status }
    },
    slow(change, ms) {
      slowness = { change, ms }
    },
    failReadsAfter(change) {
      reads = { failAfter: change, fail: false }
    },
    finishDeletions() {
      const { azure, google } = state
      for (const [id, { properties }] of Object.entries(azure))
        if (properties?.provisioningState === 'Deleting') delete azure[id]
      google.disks = google.disks.filter(({ status }) => status !== 'DELETING')
      google.addresses = google.addresses.filter(({ isDeleted }) => isDeleted !== true)
    },
    credentials: {
      aws: { access_key_id: ownKey, secret_access_key: secret, endpoint: url },
      azure: { tenant_id: 'tenant', client_id: 'client', client_secret: 'right', endpoint: url },
      gcp: {
        client_email: 'kept@project.iam.gserviceaccount.com',
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        endpoint: url,
      },
      kubernetes: { server: url, token },
    },
    otherAws: {
      credentials: { access_key_id: otherKey, secret_access_key: secret, endpoint: url },
      state: otherState,
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function newState(): CloudsState {
  return {
    lambda: { reserved: 40 },
    mappings: {
      'm-1': { enabled: true, function: 'thumbnailer', source: 'arn:aws:sqs:eu-west-1:111122223333:orders' },
      'm-2': { enabled: false, function: 'thumbnailer', source: 'arn:aws:sqs:eu-west-1:111122223333:late' },
    },
    queueDelay: 5,
    group: { min: 2, max: 12, desired: 7, suspended: ['AZRebalance'] },
    machines: { ec2: true, app: true, vm: true, gce: true },
    scaleSet: { capacity: 6, running: true, autoscale: true },
    run: { mode: 'AUTOMATIC', instances: 0 },
    function: { maxInstances: 80 },
    instanceGroup: { size: 9, mode: 'ON' },
    replicas: { deployments: 5, statefulsets: 3 },
    suspended: false,
    image: {
      ...{ id: 'ami-0123456789abcdef0', location: 'account', snapshots: ['snap-1', 'snap-2'], restored: [] },
      ...{ isCovered: true, instance: '', rules: [], requested: 0 },
    },
    azure: {},
    sized: { azure: 'Standard_D4s_v5', azureRunning: true, google: 'n2-standard-8', googleRunning: true },
    google: { disks: [], addresses: [], snapshots: [], snapshotDisks: {} },
    containers: newContainers(),
    sql: { tier: 'db-custom-4-15360', activationPolicy: 'ALWAYS' },
    volumes: {},
    volumeUse: { at: {}, isDenied: false },
    snapshots: {},
    addresses: {},
    balancers: {},
    slowDeletions: false,
  }
}

/**
 * "StopInstances" for the Query API, "SetQueueAttributes" for SQS, method and path for the rest; undefined for reading.
 */
function changeOf({ method, path, body, headers }: Pick<EmulatedRequest, 'method' | 'path' | 'body' | 'headers'>) {
  const action = new URLSearchParams(body).get('Action') ?? String(headers['x-amz-target'] ?? '').split('.')[1]
  if (action) return /^(Describe|Get|Assume|List)/.test(action) ? undefined : action
  return method === 'GET' || path.endsWith('/token') || path === '/list-rules' ? undefined : `${method} ${path}`
}

function keyOf({ headers }: EmulatedRequest): string {
  return /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? ''
}

/** The signature calculated independently, as AWS describes it, by other code than the code under test. */
function isSigned({ method, path, query, headers, body }: EmulatedRequest): boolean {
  const shape = /Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w{64})/
  const [, id, day = '', region = '', service = '', names = '', signature] =
    shape.exec(headers.authorization ?? '') ?? []
  const sorted = [...query].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).sort()
  const canonical = `${method}\n${path.split('/').map(encodeURIComponent).join('/')}\n${sorted.join('&')}\n${names
    .split(';')
    .map((name) => `${name}:${headers[name]}\n`)
    .join('')}\n${names}\n${hash('sha256', body)}`
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${scope}\n${hash('sha256', canonical)}`
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${secret}`,
  )
  return (
    id !== undefined &&
    [ownKey, otherKey].includes(id) &&
    createHmac('sha256', key).update(text).digest('hex') === signature
  )
}
