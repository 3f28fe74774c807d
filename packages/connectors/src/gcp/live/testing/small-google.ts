/** For tests: a Google Cloud of our own, with projects, one disk in each, and faults. */
import { generateKeyPairSync } from 'node:crypto'
import { faultOf, type TokenFault, type TrustedIssuer } from '@kept/domain/sync/testing/identity-token.ts'
import type { AnswerTo, SmallAnswer, SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { answerCatalog, type CatalogSku } from './price-catalog.ts'
import { answerBigQuery } from './small-bigquery.ts'
import type { SmallBigQuery } from './small-bigquery-shape.ts'
import { answerMonitoring, type MeasuredHours } from './small-monitoring.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

export const serviceAccountKey = {
  type: 'service_account',
  client_email: 'kept-reader@shop-production.iam.gserviceaccount.com',
  private_key: privateKey,
  private_key_id: 'key-1',
  project_id: 'shop-production',
  // Kept must not send anything there.
  token_uri: 'http://169.254.169.254/token',
}

export const workloadIdentityProvider =
  'projects/123456789012/locations/global/workloadIdentityPools/kept/providers/kept'

export interface SmallGoogle {
  /** What the provider of the pool trusts; without it, there is none. */
  provider?: TrustedIssuer
  /** The service account that the subject may act as. */
  impersonated?: string
  projects: string[]
  permissions(project: string): (permission: string) => boolean
  assets(project: string, type: string): object[]
  /** By the name of an asset, whom its own policy allows something. */
  members(project: string): Readonly<Record<string, readonly string[]>>
  /** By the name of a key of a service account, when it last signed in; null when it never did. */
  keyUses(project: string): Readonly<Record<string, string | null>>
  measured: MeasuredHours
  /** Entries of the audit log. */
  activity(project: string): object[]
  /** What the Cloud Billing Catalog lists; nothing by default. */
  catalog?: readonly CatalogSku[]
  /** With billing exports; without it, no request comes to BigQuery. */
  bigQuery?: SmallBigQuery
  fault?(request: SmallRequest, count: number): SmallAnswer | undefined
  pageSize?: number
  /** Its clock, in milliseconds. */
  nowMs: number
}

export const smallGoogleNowMs = Date.parse('2026-11-22T10:20:00Z')

export function createSmallGoogle(options: Partial<SmallGoogle> = {}): SmallGoogle {
  return {
    projects: ['shop-production'],
    permissions: () => () => true,
    assets: (project, type) => (type === 'compute.googleapis.com/Disk' ? [unattachedDisk(project, 'old', '77')] : []),
    members: () => ({}),
    keyUses: () => ({}),
    measured: () => ({ value: 0.01, max: 0.02 }),
    activity: () => [],
    nowMs: smallGoogleNowMs,
    ...options,
  }
}

export function unattachedDisk(project: string, name: string, id: string): object {
  const path = `projects/${project}/zones/europe-west1-b`
  return {
    name: `//compute.googleapis.com/${path}/disks/${name}`,
    assetType: 'compute.googleapis.com/Disk',
    resource: {
      location: 'europe-west1-b',
      data: {
        id,
        name,
        status: 'READY',
        sizeGb: '100',
        type: `https://www.googleapis.com/compute/v1/${path}/diskTypes/pd-ssd`,
        creationTimestamp: '2026-01-01T00:00:00.000-07:00',
        lastDetachTimestamp: '2026-10-01T00:00:00.000-07:00',
        labels: { owner: 'ana' },
      },
    },
  }
}

/** Requests come as ".../cloudasset/v1/..." through an endpoint, or to "cloudasset.googleapis.com". */
export function answerGoogle(google: SmallGoogle): AnswerTo {
  const counts = new Map<string, number>()
  return (request) => {
    const { url, headers } = request
    const path = url.host.endsWith('.googleapis.com') ? `/${url.host.split('.')[0]}${url.pathname}` : url.pathname
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    const fault = google.fault?.(request, count)
    if (fault) return fault
    if (path === '/sts/v1/token') return exchange(google, request)
    if (path.startsWith('/iamcredentials/')) return impersonate(google, request)
    if (path.endsWith('/token')) return tokenFor(google, request)
    if (headers.authorization !== 'Bearer google-token') return { status: 401, body: { error: { code: 401 } } }
    if (!['shop-production', google.provider && '123456789012'].includes(headers['x-goog-user-project']))
      return refusal('USER_PROJECT_DENIED', 'Caller does not have required permission to use project.')
    const [, service = '', , , target = ''] = path.split('/')
    const project = target.replace(/:.*$/, '')
    if (path === '/cloudresourcemanager/v3/projects:search') return listProjects(google, url)
    if (path.endsWith(':testIamPermissions')) {
      const { permissions } = JSON.parse(request.body)
      return { body: { permissions: permissions.filter(google.permissions(project)) } }
    }
    if (service === 'bigquery' && google.bigQuery) return answerBigQuery(google.bigQuery, path, request)
    if (service === 'cloudbilling') return answerCatalog(google.catalog ?? [], url, google.pageSize)
    if (service === 'cloudasset') return listAssets(google, project, url)
    if (service === 'policyanalyzer') return listKeyUses(google, project, url)
    if (path === '/logging/v2/entries:list') return listEntries(google, request)
    return service === 'monitoring'
      ? answerMonitoring(google.measured, url)
      : { status: 404, body: { error: { code: 404, message: path } } }
  }
}

function tokenFor({ nowMs }: SmallGoogle, { body }: SmallRequest): SmallAnswer {
  const [, claims = ''] = (new URLSearchParams(body).get('assertion') ?? '').split('.')
  const { iss, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const headers = { date: new Date(nowMs).toUTCString() }
  const refuse = (description: string): SmallAnswer => ({
    status: 400,
    headers,
    body: { error: 'invalid_grant', error_description: description },
  })
  if (Math.abs(iat * 1000 - nowMs) > 300_000)
    return refuse('Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.')
  if (iss !== serviceAccountKey.client_email) return refuse('Invalid grant: account not found')
  return { body: { access_token: 'google-token', expires_in: 3599 } }
}

/** cloud.google.com, Security Token Service and workload identity federation: troubleshooting. */
const exchangeRefusals: Readonly<Record<TokenFault, readonly [error: string, description: string]>> = {
  malformed: ['invalid_grant', 'The ID Token is not a valid JWT.'],
  issuer: ['invalid_grant', 'The issuer in ID Token https://... does not match the expected ones: https://...'],
  unreachable: ['invalid_grant', "Error connecting to the given credential's issuer."],
  signature: ['invalid_grant', 'Invalid JWT signature.'],
  expired: ['invalid_grant', 'The ID Token is expired.'],
  audience: ['invalid_grant', 'The audience in ID Token [...] does not match the expected audience.'],
  subject: ['unauthorized_client', 'The given credential is rejected by the attribute condition.'],
}

/** The token of the subject itself reads where no service account is named. */
function exchange({ provider, impersonated }: SmallGoogle, { body }: SmallRequest): SmallAnswer {
  const form = new URLSearchParams(body)
  const refuse = (error: string, error_description: string): SmallAnswer => ({
    status: error === 'invalid_target' ? 400 : 401,
    body: { error, error_description },
  })
  if (provider === undefined || form.get('audience') !== `//iam.googleapis.com/${workloadIdentityProvider}`)
    return refuse(
      'invalid_target',
      'The target service indicated by the "audience" parameters is invalid. This might either be because the pool or provider is disabled or deleted or because it doesn\'t exist.',
    )
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:token-exchange')
    return refuse('unsupported_grant_type', 'The grant type is not supported.')
  const fault = faultOf(form.get('subject_token') ?? '', provider)
  if (fault) return refuse(...exchangeRefusals[fault])
  return {
    body: {
      access_token: impersonated === undefined ? 'google-token' : 'federated-token',
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 3599,
    },
  }
}

function impersonate({ impersonated, nowMs }: SmallGoogle, { url, headers }: SmallRequest): SmallAnswer {
  const email = /serviceAccounts\/(.+):generateAccessToken$/.exec(decodeURIComponent(url.pathname))?.[1]
  if (headers.authorization !== 'Bearer federated-token' || email !== impersonated)
    return refusal(
      'IAM_PERMISSION_DENIED',
      "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist).",
    )
  return { body: { accessToken: 'google-token', expireTime: new Date(nowMs + 3_600_000).toISOString() } }
}

function listProjects({ projects }: SmallGoogle, url: URL): SmallAnswer {
  const start = Number(url.searchParams.get('pageToken') ?? 0)
  return {
    body: {
      projects: projects
        .slice(start, start + 2)
        .map((projectId) => ({ projectId, displayName: projectId, state: 'ACTIVE' })),
      ...(start + 2 < projects.length && { nextPageToken: String(start + 2) }),
    },
  }
}

function listAssets(google: SmallGoogle, project: string, url: URL): SmallAnswer {
  const isPolicies = url.searchParams.get('contentType') === 'IAM_POLICY'
  const denied = isPolicies ? 'cloudasset.assets.listIamPolicy' : 'cloudasset.assets.listResource'
  if (!google.permissions(project)(denied)) return deniedPermission(denied)
  const type = url.searchParams.get('assetTypes') ?? ''
  const assets = isPolicies ? policiesOf(google, project, type) : google.assets(project, type)
  const start = Number(url.searchParams.get('pageToken') ?? 0)
  const size = google.pageSize ?? Number(url.searchParams.get('pageSize'))
  return {
    body: {
      assets: assets.slice(start, start + size),
      ...(start + size < assets.length && { nextPageToken: String(start + size) }),
    },
  }
}

/** Only assets that have a policy of their own; their resource is left out. */
function policiesOf(google: SmallGoogle, project: string, assetType: string): object[] {
  return Object.entries(google.members(project))
    .filter(([name]) => name.startsWith(`//${assetType.split('/')[0]}/`))
    .map(([name, members]) => ({ name, assetType, iamPolicy: { bindings: [{ role: 'roles/viewer', members }] } }))
}

/** One to a page. */
function listKeyUses(google: SmallGoogle, project: string, url: URL): SmallAnswer {
  const denied = 'policyanalyzer.serviceAccountKeyLastAuthenticationActivities.query'
  if (!google.permissions(project)(denied)) return deniedPermission(denied)
  const uses = Object.entries(google.keyUses(project))
  const start = Number(url.searchParams.get('pageToken') ?? 0)
  const activities = uses.slice(start, start + 1).map(([fullResourceName, lastAuthenticatedTime]) => ({
    fullResourceName,
    activityType: 'serviceAccountKeyLastAuthentication',
    activity: lastAuthenticatedTime === null ? {} : { lastAuthenticatedTime },
  }))
  return { body: { activities, ...(start + 1 < uses.length && { nextPageToken: String(start + 1) }) } }
}

function deniedPermission(permission: string): SmallAnswer {
  return refusal('IAM_PERMISSION_DENIED', `Permission '${permission}' denied on resource.`, { permission })
}

/** Two entries to a page. */
function listEntries(google: SmallGoogle, { body }: SmallRequest): SmallAnswer {
  const { resourceNames, pageToken } = JSON.parse(body)
  const project = String(resourceNames[0]).replace('projects/', '')
  const entries = google.activity(project)
  const start = Number(pageToken ?? 0)
  return {
    body: {
      entries: entries.slice(start, start + 2),
      ...(start + 2 < entries.length && { nextPageToken: String(start + 2) }),
    },
  }
}

export function refusal(reason: string, message: string, metadata: Record<string, string> = {}): SmallAnswer {
  return {
    status: 403,
    body: { error: { code: 403, status: 'PERMISSION_DENIED', message, details: [{ reason, metadata }] } },
  }
}
