/** Sends one request to a user-entered address and classifies the response. Private networks need permission. */
import { KeptError } from '@kept/domain/errors.ts'
import { classifyAnswer, type DeliveryOutcome } from '@kept/engine/alerts/classify-answer.ts'
import { codeOf } from '@kept/foundation/thrown.ts'
import type { Services } from './context.ts'
import { guardedFetch } from './outbound.ts'
import { waitOf } from './retry-after.ts'

export interface Posted {
  result: DeliveryOutcome
  status: number | null
  /** The response body. Empty when there was no response. */
  text: string
}

type PostDeps = Pick<Services, 'config' | 'now'>

export function post(
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body: string },
  deps: PostDeps,
): Promise<Posted> {
  return send(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }, deps)
}

/** For what must be looked up before it is sent again. */
export function get(url: string, { headers }: { headers: Record<string, string> }, deps: PostDeps): Promise<Posted> {
  return send(url, { method: 'GET', headers }, deps)
}

export function remove(url: string, { headers }: { headers: Record<string, string> }, deps: PostDeps): Promise<Posted> {
  return send(url, { method: 'DELETE', headers }, deps)
}

async function send(
  url: string,
  request: { method: 'GET' | 'POST' | 'DELETE'; headers: Record<string, string>; body?: string },
  { config, now }: PostDeps,
): Promise<Posted> {
  try {
    const response = await guardedFetch(
      url,
      { ...request, headers: { 'user-agent': 'Kept', ...request.headers } },
      config.privateNetworks,
    )
    const text = await response.text()
    const { status } = response
    return {
      result: classifyAnswer({ status, body: text, waitMs: waitOf(response.headers.get('retry-after'), now()) }),
      status,
      text,
    }
  } catch (error) {
    return { result: describeUnreached(error), status: null, text: '' }
  }
}

/** Why there was no response. Blocked addresses and redirects are permanent, everything else is retried. */
export function describeUnreached(error: unknown): DeliveryOutcome {
  const causes = causesOf(error)
  const refused = causes.find((cause) => cause instanceof KeptError)
  if (refused) return { outcome: 'given_up', sentence: refused.message, gone: false }
  if (causes.some(({ message }) => /redirect/i.test(message)))
    return {
      outcome: 'given_up',
      sentence: 'The address redirects. Enter the final address.',
      gone: false,
    }
  const code = causes.map(codeOf).findLast(Boolean)
  const timedOut = causes.some(({ name }) => name === 'TimeoutError') || code === 'UND_ERR_CONNECT_TIMEOUT'
  const reason = timedOut
    ? 'it did not respond in time'
    : (reasons[code ?? ''] ?? `the connection failed${code ? ` (${code})` : ''}`)
  return { outcome: 'again', sentence: `The receiver could not be reached: ${reason}.`, waitMs: null }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'DNS lookup failed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'its response was too large',
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause)
  return causes
}
