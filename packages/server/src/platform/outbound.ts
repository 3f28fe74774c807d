/**
 * Requests to addresses that somebody typed in: an issuer, a webhook. Into the open internet only, unless the operator
 * has named the private ranges that may be reached; bounded in time and size, and never led elsewhere by a redirect.
 */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { isIP } from 'node:net'
import { KeptError } from '@kept/domain/errors.ts'
import { Agent, fetch as fetchThrough } from 'undici'
import { isPublicAddress, isWithin } from './private-networks.ts'

const timeoutMs = 10_000
const maxBytes = 4 * 1024 * 1024

export interface OutboundOptions {
  method?: string
  headers?: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: whatever fetch takes, of whichever library's types.
  body?: any
  signal?: AbortSignal | undefined
  /** In the place of the authorities everybody knows: a cluster has one of its own. In PEM. */
  certificateAuthority?: string | undefined
}

/** fetch as it may be used with such an address; `privateNetworks` is the operator's list (`config.privateNetworks`). */
export async function guardedFetch(
  url: string | URL,
  { signal, certificateAuthority, ...options }: OutboundOptions,
  privateNetworks: readonly string[],
): Promise<Response> {
  checkOutboundAddress(url, privateNetworks)
  const timeoutSignal = AbortSignal.timeout(timeoutMs)
  // The same thing at run time: only the library's types and Node's differ.
  const response: unknown = await fetchThrough(url, {
    ...options,
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    dispatcher: guardedAgent(privateNetworks, certificateAuthority),
  })
  return response as Response
}

/**
 * Refuses what can be refused before anything is sent: other protocols, names and passwords in the address, and
 * addresses written as numbers. URL brings every spelling of those (0x7f.1, 2130706433, 127.1) into one.
 */
export function checkOutboundAddress(url: string | URL, privateNetworks: readonly string[]): void {
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new KeptError('bad_input', 'The URL must start with https:// or http://.')
  if (username || password) throw new KeptError('bad_input', 'The URL must not contain a user name or a password.')
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && !mayReach(address, privateNetworks)) throw refusal(address)
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

/** Looks the name up and judges what it found; what is judged is what is connected to, so a second answer changes nothing. */
function guardedLookup(privateNetworks: readonly string[]) {
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
 * fetch of something large, such as an object of a bucket: no limit of its own to the size (whoever reads counts), ended
 * when nothing arrives for a while. A redirect is not followed; its 3xx answer is returned.
 */
export async function guardedDownload(
  url: string | URL,
  { method = 'GET', headers = {}, signal }: Pick<OutboundOptions, 'method' | 'headers' | 'signal'>,
  privateNetworks: readonly string[],
): Promise<Response> {
  checkOutboundAddress(url, privateNetworks)
  const response: unknown = await fetchThrough(url, {
    method,
    headers,
    redirect: 'manual',
    signal: signal ?? null,
    dispatcher: downloadAgent(privateNetworks),
  })
  return response as Response
}

const downloadIdleMs = 30_000
const downloadAgents = new Map<string, Agent>()

function downloadAgent(privateNetworks: readonly string[]): Agent {
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

/** One for each list there is: connections opened under one rule are not used under another. */
function guardedAgent(privateNetworks: readonly string[], ca?: string): Agent {
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

/** fetch with an address of the operator's own settings: wherever it is, but bounded and never led elsewhere. */
export const politeFetch = (url: string, options: object): Promise<Response> =>
  fetch(url, { ...options, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
