/** For tests: an Azure of our own, with one tenant, its subscriptions, one disk in each, and faults. */
import { faultOf, type TokenFault, type TrustedIssuer } from '@kept/domain/sync/testing/identity-token.ts'
import type { AnswerTo, SmallAnswer, SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { metricRefusal } from './documented-metrics.ts'
import { answerRetailPrices, type RetailPrice } from './retail-prices.ts'
import { answerDocument, failure } from './small-manager.ts'

export const tenantId = '11111111-2222-3333-4444-555555555555'
export const clientId = '99999999-2222-3333-4444-555555555555'
export const clientSecret = 'the-secret'

export interface SmallAzure {
  subscriptions: string[]
  /** Actions that the role has; by default all that can be read. */
  actions(subscription: string): string[]
  resources(subscription: string, type: string): object[]
  /** What each hour of a metric is; undefined where it has no values. */
  measured(resourceId: string, metric: string): { average?: number; maximum?: number; total?: number } | undefined
  /** Events of the activity log. */
  activity(subscription: string): object[]
  /** Reservations, savings plans and reservation orders of the tenant, as Resource Manager lists them. */
  reservations: object[]
  savingsPlans: object[]
  order(id: string): object
  /** What Resource Manager answers besides Resource Graph: by path in lower case, from the provider on. */
  documents(subscription: string): Readonly<Record<string, object>>
  /** What the price list has. */
  retailPrices: RetailPrice[]
  /** The federated credential of the application; without one, an assertion is that of a certificate. */
  federatedCredential?: TrustedIssuer
  /** An answer in place of the normal one. */
  fault?(request: SmallRequest, count: number): SmallAnswer | undefined
  pageSize?: number
  /** Tokens of the requests that were answered. */
  tokens: Set<string>
}

export function subscriptionId(index: number): string {
  return `00000000-0000-0000-0000-${String(index).padStart(12, '0')}`
}

export function createSmallAzure(options: Partial<SmallAzure> = {}): SmallAzure {
  return {
    subscriptions: [subscriptionId(1)],
    actions: () => ['*/read'],
    resources: (subscription, type) =>
      type === 'microsoft.compute/disks' ? [unattachedDisk(subscription, 'old')] : [],
    measured: () => ({ average: 1, maximum: 2, total: 3600 }),
    activity: () => [],
    reservations: [],
    savingsPlans: [],
    order: () => ({}),
    documents: () => ({}),
    retailPrices: [],
    tokens: new Set(),
    ...options,
  }
}

export function unattachedDisk(subscription: string, name: string): object {
  return {
    id: `/subscriptions/${subscription}/resourceGroups/shop/providers/Microsoft.Compute/disks/${name}`,
    name,
    type: 'microsoft.compute/disks',
    location: 'westeurope',
    sku: { name: 'Premium_LRS', tier: 'Premium' },
    tags: { owner: 'ana' },
    properties: {
      diskState: 'Unattached',
      diskSizeGB: 128,
      timeCreated: '2026-01-01T00:00:00Z',
      LastOwnershipUpdateTime: '2026-10-01T00:00:00Z',
    },
  }
}

export function answerAzure(azure: SmallAzure): AnswerTo {
  const counts = new Map<string, number>()
  return (request) => {
    const { url, headers } = request
    const key = `${request.method} ${url.pathname}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const fault = azure.fault?.(request, count)
    if (fault) return fault
    if (url.pathname.endsWith('/oauth2/v2.0/token')) return tokenFor(azure, request)
    if (url.pathname === '/api/retail/prices') return answerRetailPrices(azure.retailPrices, request, azure.pageSize)
    azure.tokens.add(headers.authorization ?? '')
    if (headers.authorization !== 'Bearer azure-token')
      return failure(401, 'InvalidAuthenticationToken', 'The access token is invalid.')
    if (url.pathname === '/subscriptions') return listSubscriptions(azure, url)
    const subscription = url.pathname.split('/')[2] ?? ''
    if (url.pathname.endsWith('/Microsoft.Authorization/permissions'))
      return { body: { value: [{ actions: azure.actions(subscription), notActions: [] }] } }
    if (url.pathname === '/providers/Microsoft.ResourceGraph/resources') return query(azure, request)
    if (url.pathname.endsWith('/providers/microsoft.insights/metrics')) return metrics(azure, url)
    if (url.pathname === '/providers/Microsoft.Capacity/reservations')
      return pageOf(azure.reservations, url, azure.pageSize ?? 100)
    if (url.pathname === '/providers/Microsoft.BillingBenefits/savingsPlans')
      return pageOf(azure.savingsPlans, url, azure.pageSize ?? 100)
    if (/^\/providers\/Microsoft\.Capacity\/reservationOrders\/[^/]+$/i.test(url.pathname))
      return { body: azure.order(url.pathname.split('/').at(-1) ?? '') }
    if (url.pathname.endsWith('/eventtypes/management/values')) return { body: { value: azure.activity(subscription) } }
    return answerDocument(azure, subscription, url.pathname)
  }
}

/** learn.microsoft.com, Microsoft Entra authentication error codes. */
const federationRefusals: Readonly<Record<TokenFault, readonly [code: number, sentence: string]>> = {
  malformed: [50027, 'JWT token is invalid or malformed.'],
  issuer: [700211, "No matching federated identity record found for presented assertion issuer 'https://...'."],
  unreachable: [50166, 'Request to External OIDC endpoint failed.'],
  signature: [5000224, 'The signature of the assertion is not valid.'],
  expired: [700024, 'Client assertion is not within its valid time range.'],
  audience: [700212, "No matching federated identity record found for presented assertion audience '...'."],
  subject: [700213, "No matching federated identity record found for presented assertion subject '...'."],
}

function tokenFor({ federatedCredential }: SmallAzure, { url, body }: SmallRequest): SmallAnswer {
  const form = new URLSearchParams(body)
  const refuse = (code: number, sentence: string): SmallAnswer => ({
    status: 401,
    body: { error: 'invalid_client', error_description: `AADSTS${code}: ${sentence}` },
  })
  if (!url.pathname.startsWith(`/${tenantId}/`)) return refuse(90002, 'Tenant not found.')
  if (form.get('client_id') !== clientId) return refuse(700016, 'Application was not found in the directory.')
  const assertion = form.get('client_assertion')
  if (federatedCredential && assertion !== null) {
    const fault = faultOf(assertion, federatedCredential)
    if (fault) return refuse(...federationRefusals[fault])
  }
  const secret = form.get('client_secret')
  if (secret === 'expired') return refuse(7000222, 'The provided client secret keys are expired.')
  if (assertion === null && secret !== clientSecret) return refuse(7000215, 'Invalid client secret provided.')
  return { body: { access_token: 'azure-token', expires_in: 3599, token_type: 'Bearer' } }
}

/** Two to a page. */
function listSubscriptions({ subscriptions }: SmallAzure, url: URL): SmallAnswer {
  const rows = subscriptions.map((id, index) => ({
    subscriptionId: id,
    displayName: `Subscription ${index}`,
    state: 'Enabled',
  }))
  return pageOf(rows, url, 2)
}

/** So many to a page, with a link to the next. */
function pageOf(rows: readonly object[], url: URL, size: number): SmallAnswer {
  const start = Number(url.searchParams.get('$skiptoken') ?? 0)
  const next = new URL(url)
  next.searchParams.set('$skiptoken', String(start + size))
  return {
    body: { value: rows.slice(start, start + size), ...(start + size < rows.length && { nextLink: next.href }) },
  }
}

/** A reservation of 4 machines for a year at $7,300, a quarter of which was used, and its order. */
export const reservationOrder = {
  properties: {
    originalQuantity: 4,
    planInformation: { pricingCurrencyTotal: { currencyCode: 'USD', amount: 7300 } },
  },
}

export function reservation(name: string, changes: object = {}): object {
  return {
    id: `/providers/Microsoft.Capacity/reservationOrders/order-1/reservations/${name}`,
    sku: { name: 'Standard_D4s_v5' },
    location: 'westeurope',
    properties: {
      displayName: name,
      reservedResourceType: 'VirtualMachines',
      quantity: 4,
      provisioningState: 'Succeeded',
      displayProvisioningState: 'Succeeded',
      term: 'P1Y',
      effectiveDateTime: '2026-03-01T00:00:00Z',
      expiryDateTime: '2027-03-01T00:00:00Z',
      billingScopeId: `/subscriptions/${subscriptionId(1)}`,
      utilization: {
        trend: 'SAME',
        aggregates: [
          { grain: 1, grainUnit: 'days', value: 100, valueUnit: 'percentage' },
          { grain: 30, grainUnit: 'days', value: 25, valueUnit: 'percentage' },
        ],
      },
      ...changes,
    },
  }
}

/** Like Resource Graph, it leaves out what the application may not read. */
function query(azure: SmallAzure, { body }: SmallRequest): SmallAnswer {
  const { subscriptions, query: text, options } = JSON.parse(body)
  const [, type = ''] = /type =~ '([^']+)'/.exec(text) ?? []
  const [subscription = ''] = subscriptions
  const rows = azure.actions(subscription).length === 0 ? [] : azure.resources(subscription, type)
  const start = Number(options.$skipToken ?? 0)
  const size = azure.pageSize ?? options.$top
  return {
    body: {
      totalRecords: rows.length,
      count: Math.min(size, rows.length - start),
      data: rows.slice(start, start + size),
      facets: [],
      resultTruncated: 'false',
      ...(start + size < rows.length && { $skipToken: String(start + size) }),
    },
  }
}

/** Hours with a value, and one without. */
function metrics({ measured }: SmallAzure, url: URL): SmallAnswer {
  const resourceId = url.pathname.replace(/\/providers\/microsoft\.insights\/metrics$/, '')
  const names = (url.searchParams.get('metricnames') ?? '').split(',')
  const refusal = metricRefusal(resourceId, names)
  if (refusal !== undefined) return { status: 400, body: { code: 'BadRequest', message: refusal } }
  const [start = '', end = ''] = (url.searchParams.get('timespan') ?? '').split('/')
  const length = (Date.parse(end) - Date.parse(start)) / 3_600_000
  const hours = Array.from({ length }, (_, index) => new Date(Date.parse(start) + index * 3_600_000).toISOString())
  return {
    body: {
      interval: 'PT1H',
      value: names.map((name) => ({
        name: { value: name },
        unit: 'Percent',
        timeseries: [
          {
            data: [
              ...hours.map((timeStamp) => ({ timeStamp, ...measured(resourceId, name) })),
              { timeStamp: new Date(Date.parse(start) - 3_600_000).toISOString() },
            ],
          },
        ],
      })),
    },
  }
}
