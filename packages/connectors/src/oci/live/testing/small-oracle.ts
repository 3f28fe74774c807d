/** For tests: an Oracle Cloud of our own that verifies signatures, with compartments, volumes and faults. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import type { AnswerTo, SmallAnswer, SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'

/** In the form of older tools; `pkcs8Key` is the same key as Oracle's console writes it. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

export const pkcs8Key = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString()

export const oracleAccess = {
  tenancy: 'ocid1.tenancy.oc1..aaaaroot',
  user: 'ocid1.user.oc1..aaaareader',
  fingerprint: '20:3b:97:13:55:1c:5b:0d:d3:37:d8:50:4e:c5:3a:34',
  private_key: privateKey,
  region: 'eu-frankfurt-1',
}

export interface SmallOracle {
  compartments: string[]
  regions: string[]
  /** Entries of a list, such as "volumes". */
  entries(list: string, compartment: string, region: string): object[]
  isDenied(list: string): boolean
  /** CPU by the hour of a query of Monitoring: the values of its hours. */
  cpu(query: string): number[]
  fault?(request: SmallRequest, count: number): SmallAnswer | undefined
  /** The cost reports in the bucket of the tenancy, by path. */
  reports: Map<string, SmallReport>
  pageSize: number
  /** Its clock, in milliseconds. */
  nowMs: number
}

interface SmallReport {
  bytes: Uint8Array
  timeCreated: string
  etag: string
}

export const smallOracleNowMs = Date.parse('2026-11-22T10:20:00Z')

export function createSmallOracle(options: Partial<SmallOracle> = {}): SmallOracle {
  return {
    compartments: ['ocid1.compartment.oc1..shop'],
    regions: ['eu-frankfurt-1'],
    entries: (list, compartment, region) =>
      list === 'volumes' && compartment.endsWith('shop') ? [volume('old', region)] : [],
    isDenied: () => false,
    cpu: () => [],
    reports: new Map(),
    pageSize: 2,
    nowMs: smallOracleNowMs,
    ...options,
  }
}

export function volume(name: string, region = 'eu-frankfurt-1', change: object = {}): object {
  return {
    id: `ocid1.volume.oc1.${region}.${name}`,
    displayName: name,
    lifecycleState: 'AVAILABLE',
    sizeInGBs: 200,
    vpusPerGB: 10,
    timeCreated: '2026-01-01T00:00:00.000Z',
    freeformTags: { owner: 'ana' },
    ...change,
  }
}

/** Requests come as "/iaas.eu-frankfurt-1.oraclecloud.com/20160918/..." through an endpoint, or to the host itself. */
export function answerOracle(oracle: SmallOracle): AnswerTo {
  const counts = new Map<string, number>()
  return (request) => {
    const { url } = request
    const [, first = '', ...others] = url.pathname.split('/')
    const isThroughEndpoint = first.endsWith('.oraclecloud.com')
    const host = isThroughEndpoint ? first : url.host
    const [version = '', ...path] = isThroughEndpoint ? others : [first, ...others]
    const count = (counts.get(url.pathname) ?? 0) + 1
    counts.set(url.pathname, count)
    const fault = oracle.fault?.(request, count)
    if (fault) return fault
    const refusedSignature = refuseSignature(oracle, request)
    if (refusedSignature) return refusedSignature
    const [, region = ''] = host.split('.')
    if (host === `objectstorage.${oracleAccess.region}.oraclecloud.com` && version === 'n')
      return answerReports(oracle, url, path)
    const list = path.at(-1) ?? ''
    if (!/^2016|^2017|^2018/.test(version)) return failure(404, 'NotFound', url.pathname)
    if (oracle.isDenied(list)) return failure(404, 'NotAuthorizedOrNotFound', 'Authorization failed or not found.')
    if (list === 'summarizeMetricsData') return { body: metricsOf(oracle, request) }
    return page(
      oracle,
      url,
      entriesOf(oracle, { list, region, compartment: url.searchParams.get('compartmentId') ?? '' }),
    )
  }
}

/**
 * "bling/b/<tenancy>/o", and an object below it. As Oracle Cloud answers: without the policy, and for the bucket of
 * another tenancy, the bucket does not exist.
 */
function answerReports(oracle: SmallOracle, url: URL, path: readonly string[]): SmallAnswer {
  const [namespace, , bucket, , encodedName] = path
  if (namespace !== 'bling' || bucket !== oracleAccess.tenancy || oracle.isDenied('objects'))
    return failure(
      404,
      'BucketNotFound',
      `Either the bucket named '${bucket}' does not exist or you are not authorized.`,
    )
  if (encodedName !== undefined) {
    const report = oracle.reports.get(decodeURIComponent(encodedName))
    return report === undefined
      ? failure(404, 'ObjectNotFound', 'The object was not found.')
      : { body: report.bytes, headers: { 'content-type': 'application/x-gzip' } }
  }
  const prefix = url.searchParams.get('prefix') ?? ''
  const start = url.searchParams.get('start') ?? ''
  const fields = url.searchParams.get('fields')?.split(',') ?? ['name']
  const limit = Math.min(Number(url.searchParams.get('limit') ?? 1000), oracle.pageSize)
  const named = [...oracle.reports].filter(([name]) => name.startsWith(prefix) && name >= start)
  const sorted = named.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const objects = sorted.slice(0, limit).map(([name, { bytes, timeCreated, etag }]) => {
    const all: Record<string, unknown> = { name, size: bytes.length, timeCreated, etag, md5: 'none' }
    return Object.fromEntries(fields.map((field) => [field, all[field]]))
  })
  return { body: { objects, nextStartWith: sorted[limit]?.[0] ?? null } }
}

function entriesOf(
  oracle: SmallOracle,
  { list, region, compartment }: { list: string; region: string; compartment: string },
): object[] {
  if (list === 'regionSubscriptions') return oracle.regions.map((regionName) => ({ regionName, status: 'READY' }))
  if (list === 'compartments')
    return oracle.compartments.map((id) => ({ id, name: id.split('.').at(-1), lifecycleState: 'ACTIVE' }))
  if (list === 'availabilityDomains') return [{ name: 'AD-1' }]
  return oracle.entries(list, compartment, region)
}

/** One stream with the hours that end at the end of the query. */
function metricsOf({ cpu }: SmallOracle, { body }: SmallRequest): object[] {
  const { namespace, query, endTime } = JSON.parse(body)
  const values = namespace === 'oci_computeagent' ? cpu(query) : []
  const aggregatedDatapoints = values.map((value, index) => ({
    timestamp: new Date(Date.parse(endTime) - index * 3_600_000).toISOString(),
    value,
  }))
  return aggregatedDatapoints.length === 0 ? [] : [{ namespace, name: 'CpuUtilization', aggregatedDatapoints }]
}

function page({ pageSize }: SmallOracle, url: URL, entries: object[]): SmallAnswer {
  const start = Number(url.searchParams.get('page') ?? 0)
  return {
    body: entries.slice(start, start + pageSize),
    headers: start + pageSize < entries.length ? { 'opc-next-page': String(start + pageSize) } : {},
  }
}

/** As documented: the signed headers in their order, with the public key that was uploaded. */
function refuseSignature(
  { nowMs }: SmallOracle,
  { method, url, headers, body }: SmallRequest,
): SmallAnswer | undefined {
  const authorization = headers.authorization ?? ''
  const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(authorization)?.[1] ?? ''
  const values: Record<string, string> = {
    '(request-target)': `${method.toLowerCase()} ${url.pathname}${url.search}`,
    host: headers.host ?? url.host,
    'x-date': headers['x-date'] ?? '',
    'content-length': String(Buffer.byteLength(body)),
    'content-type': headers['content-type'] ?? '',
    'x-content-sha256': createHash('sha256').update(body).digest('base64'),
  }
  const text = field('headers')
    .split(' ')
    .map((name) => `${name}: ${values[name] ?? ''}`)
    .join('\n')
  const { tenancy, user, fingerprint } = oracleAccess
  // A body must be signed.
  const isBodySigned = method === 'GET' || field('headers').split(' ').includes('x-content-sha256')
  const isSigned =
    isBodySigned &&
    field('keyId') === `${tenancy}/${user}/${fingerprint}` &&
    verify('RSA-SHA256', Buffer.from(text), createPublicKey(publicKey), Buffer.from(field('signature'), 'base64'))
  const isOnTime = Math.abs(Date.parse(headers['x-date'] ?? '') - nowMs) <= 300_000
  if (isSigned && isOnTime) return undefined
  return {
    ...failure(401, 'NotAuthenticated', 'The required information to complete authentication was not provided.'),
    headers: { date: new Date(nowMs).toUTCString() },
  }
}

export function failure(status: number, code: string, message: string): SmallAnswer {
  return { status, body: { code, message } }
}
