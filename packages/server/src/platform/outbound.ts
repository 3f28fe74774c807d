/**
 * Requests to URLs that users entered: an issuer, a webhook. Only to the public internet, except for private ranges
 * that the operator allows; limited in time and size, without redirects.
 */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { isIP } from 'node:net'
import { KeptError } from '@kept/domain/errors.ts'
import type { Agent } from 'undici'
import { isPublicAddress, isWithin } from './private-networks.ts'

const timeoutMs = 10_000
const maxBytes = 4 * 1024 * 1024
/** Loaded with the first such request: a Kept that sends none starts without it. */
const library = () => import('undici')

export interface OutboundOptions {
  method?: string
  headers?: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: any type that fetch accepts, of either library.
  body?: any
  signal?: AbortSignal | undefined
  /** Instead of the public certificate authorities: a cluster has its own. In PEM. */
  certificateAuthority?: string | undefined
}

/** fetch for such URLs; `privateNetworks` is the operator's list (`config.privateNetworks`). */
export async function guardedFetch(
  url: string | URL,
  { signal, certificateAuthority, ...options }: OutboundOptions,
  privateNetworks: readonly string[],
): Promise<Response> {
  checkOutboundAddress(url, privateNetworks)
  const timeoutSignal = AbortSignal.timeout(timeoutMs)
  const { fetch: fetchThrough } = await library()
  // The same at run time: only the types of the library and of Node differ.
  const response: unknown = await fetchThrough(url, {
    ...options,
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    dispatcher: await guardedAgent(privateNetworks, certificateAuthority),
  })
  return response as Response
}

/**
 * Rejects what can be rejected before a request: other protocols, credentials in the URL, and forbidden IP addresses.
 * URL normalizes all of their notations (0x7f.1, 2130706433, 127.1).
 */
export function checkOutboundAddress(url: string | URL, privateNetworks: readonly string[]): void {
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new KeptError('bad_input', 'The URL must start with https:// or http://.')
  if (username || password) throw new KeptError('bad_input', 'The URL must not contain a user name or a password.')
  checkOutboundHost(hostname.replace(/^\[|\]$/g, ''), privateNetworks)
}

/** Rejects an IP address that Kept must not connect to. Names are checked when they are resolved. */
export function checkOutboundHost(host: string, privateNetworks: readonly string[]): void {
  if (isIP(host) !== 0 && !mayReach(host, privateNetworks)) throw refusal(host)
}

function mayReach(address: string, privateNetworks: readonly string[]): boolean {
  return isPublicAddress(address) || isWithin(address, privateNetworks)
}

function refusal(host: string): KeptError {
  return new KeptError(
    'bad_input',
    `${host} is in a private network; an operator may allow its range with KEPT_PRIVATE_NETWORKS.`,
  )
}

type Answered = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Resolves the name and checks the address that is then connected to, so that a second resolution changes nothing. */
export function guardedLookup(privateNetworks: readonly string[]) {
  return (host: string, options: LookupOptions, answer: Answered): void => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, [])
      const [first] = addresses
      const forbidden = addresses.find(({ address }) => !mayReach(address, privateNetworks))
      if (!first || forbidden) return answer(refusal(host), [])
      return options.all ? answer(null, addresses) : answer(null, first.address, first.family)
    })
  }
}

/**
 * fetch for large responses, such as an object of a bucket: without a size limit of its own (the reader counts), ended
 * when no data arrives for a while. A redirect is not followed; its 3xx response is returned.
 */
export async function guardedDownload(
  url: string | URL,
  { method = 'GET', headers = {}, signal }: Pick<OutboundOptions, 'method' | 'headers' | 'signal'>,
  privateNetworks: readonly string[],
): Promise<Response> {
  checkOutboundAddress(url, privateNetworks)
  const { fetch: fetchThrough } = await library()
  const response: unknown = await fetchThrough(url, {
    method,
    headers,
    redirect: 'manual',
    signal: signal ?? null,
    dispatcher: await downloadAgent(privateNetworks),
  })
  return response as Response
}

const downloadIdleMs = 30_000
const downloadAgents = new Map<string, Agent>()

async function downloadAgent(privateNetworks: readonly string[]): Promise<Agent> {
  const { Agent } = await library()
  const key = privateNetworks.join()
  const existing = downloadAgents.get(key)
  if (existing) return existing
  const agent = new Agent({
    connect: { lookup: guardedLookup(privateNetworks), timeout: timeoutMs },
    headersTimeout: downloadIdleMs,
    bodyTimeout: downloadIdleMs,
    keepAliveTimeout: 1000,
  })
  downloadAgents.set(key, agent)
  return agent
}

const agents = new Map<string, Agent>()

/** One pool per list: connections opened under one rule are not reused under another. */
async function guardedAgent(privateNetworks: readonly string[], ca?: string): Promise<Agent> {
  const { Agent } = await library()
  const key = [...privateNetworks, ca ?? ''].join()
  const existing = agents.get(key)
  if (existing) return existing
  const agent = new Agent({
    connect: { lookup: guardedLookup(privateNetworks), timeout: timeoutMs, ...(ca && { ca }) },
    maxResponseSize: maxBytes,
    keepAliveTimeout: 1000,
  })
  agents.set(key, agent)
  return agent
}

/** fetch for URLs of the operator's own settings: any network, but limited and without redirects. */
export const politeFetch = (url: string, options: object): Promise<Response> =>
  fetch(url, { ...options, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
