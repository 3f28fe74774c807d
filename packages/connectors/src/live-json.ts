/** Requests to a cloud that speaks JSON: one token, one guarded fetch, failures that name the permission. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { codeOf } from '@kept/foundation/thrown.ts'
import { AnswerTooLarge, isOversized } from './answer-too-large.ts'
import { retryAfterMs } from './live-retry-after.ts'
import { pause } from './pause.ts'

export interface JsonAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** Undefined when it is not JSON, such as an error page in HTML. */
  body: unknown
}

interface JsonRequest {
  /** The permission it needs. */
  action: string
  method?: 'GET' | 'POST'
  url: string
  body?: unknown
  headers?: Record<string, string>
  /** Requests with the same key share one limit. */
  pace: string
  limits?: { burst: number; perSecond: number }
}

export interface JsonClient {
  /** The body of the answer. */
  send(request: JsonRequest): Promise<unknown>
  /** Also the headers, where a list names its next page there. */
  answer(request: JsonRequest): Promise<Pick<JsonAnswer, 'body' | 'headers'>>
  calls(): number
  charge(nanos: number): void
  chargedNanos(): number
}

interface ClientSettings {
  /** The name of the cloud, for sentences. */
  cloud: string
  /** A token; `renew` when the last one was refused. Undefined where each request is signed instead. */
  token?: (renew: boolean) => Promise<string>
  /** The headers of a signed request. */
  authorize?: (request: JsonRequest) => Promise<Record<string, string>>
  /** Where the token may be sent. A link to a next page must not lead anywhere else. */
  isAllowed(url: URL): boolean
  toFailure(answer: JsonAnswer, request: JsonRequest): SyncFailure
  certificateAuthority?: string | undefined
}

/** A short wait happens in the request; a longer one ends the unit's turn, which goes on there later. */
const longestWaitMs = 3_000
const attempts = 3

export function createJsonClient(deps: LiveDeps, settings: ClientSettings): JsonClient {
  let [calls, nanos] = [0, 0]
  const { token = async () => '', authorize } = settings
  const headersOf =
    authorize ?? (async () => ({ authorization: `Bearer ${await token(false)}` }) satisfies Record<string, string>)
  const answer = async (request: JsonRequest): Promise<Pick<JsonAnswer, 'body' | 'headers'>> => {
    for (let attempt = 1; ; attempt += 1) {
      await deps.pace(request.pace, deps.signal, request.limits)
      // Before the token or the signature: nothing is signed for another host.
      checkedAddress(request.url, settings.isAllowed, settings.cloud)
      const authorization = await headersOf(request)
      calls += 1
      const received = await answerTo(deps, settings, request, authorization)
      if (received.status >= 200 && received.status < 300)
        return { body: jsonOf(received, settings, request), headers: received.headers }
      if (received.status === 401 && attempt === 1 && authorize === undefined) {
        await token(true)
        continue
      }
      const failure = settings.toFailure(received, request)
      const waitMs = failure.retryAfterMs ?? (received.status >= 500 ? 500 : undefined)
      const isBusy = failure.kind === 'throttled' || failure.kind === 'unavailable'
      if (!isBusy || waitMs === undefined || waitMs > longestWaitMs || attempt >= attempts) throw failure
      await pause(waitMs, deps.signal)
    }
  }
  return {
    answer,
    send: async (request) => (await answer(request)).body,
    calls: () => calls,
    charge: (amount) => {
      nanos += amount
    },
    chargedNanos: () => nanos,
  }
}

async function answerTo(
  deps: LiveDeps,
  { cloud, isAllowed, certificateAuthority }: ClientSettings,
  { action, method = 'GET', url, body, headers }: JsonRequest,
  authorization: Readonly<Record<string, string>>,
): Promise<JsonAnswer> {
  const { host } = checkedAddress(url, isAllowed, cloud)
  try {
    const response = await deps.fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: deps.signal,
      certificateAuthority,
    })
    return { status: response.status, headers: lowerCased(response.headers), body: parse(await response.bytes()) }
  } catch (error) {
    throw unreachable(error, { cloud, host, action, signal: deps.signal })
  }
}

function checkedAddress(url: string, isAllowed: (url: URL) => boolean, cloud: string): URL {
  const address = new URL(url)
  if (isAllowed(address)) return address
  throw new SyncFailure('unexpected', `Kept sends the token of a connection only to ${cloud}, not to ${address.host}.`)
}

/** A failure to reach a cloud, as one sentence. An error of the guard against private networks keeps its own. */
export function unreachable(
  error: unknown,
  { cloud, host, action, signal }: { cloud: string; host: string; action: string; signal?: AbortSignal | undefined },
): unknown {
  if (error instanceof SyncFailure) return error
  if (signal?.aborted) return signal.reason
  if (isOversized(error))
    return new AnswerTooLarge('unexpected', `${action}: the answer of ${cloud} is larger than Kept accepts.`, {
      action,
      cause: error,
    })
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const details = `${message} ${cause instanceof Error ? `${cause.message} ${codeOf(cause) ?? ''}` : ''}`
  const guarded = /[^ ]+ is in a private network; [^.]+\./.exec(details)?.[0]
  if (guarded) return new SyncFailure('credentials', guarded, { action, cause: error })
  if (/CERT|certificate|self.signed|issuer/i.test(details))
    return new SyncFailure(
      'credentials',
      `The certificate of ${host} is of another authority. Paste the certificate authority of the server.`,
      { action, cause: error },
    )
  if (/ENOTFOUND|EAI_AGAIN/.test(details))
    return new SyncFailure('unavailable', `There is no server named ${host}. Check the address.`, {
      action,
      cause: error,
    })
  return new SyncFailure('unavailable', `${action}: ${cloud} could not be reached. Kept tries again in the next run.`, {
    action,
    cause: error,
  })
}

function jsonOf({ status, body }: JsonAnswer, { cloud }: ClientSettings, { action }: JsonRequest): unknown {
  if (body !== undefined) return body
  throw new SyncFailure('unavailable', `${action}: ${cloud} answered ${status} without JSON. Kept tries again later.`, {
    action,
  })
}

/** The failures that all clouds share: limits, outages, and whatever else is not understood. */
export function commonFailure(
  { status, headers, body }: JsonAnswer,
  { cloud, action, nowMs, message }: { cloud: string; action: string; nowMs: number; message: string },
): SyncFailure {
  const wait = retryAfterMs(headers, nowMs)
  if (status === 429 || (status === 503 && wait !== undefined))
    return new SyncFailure('throttled', `${cloud} limits the requests of ${action}. Kept continues later.`, {
      action,
      retryAfterMs: wait,
    })
  if (status >= 500 || body === undefined)
    return new SyncFailure('unavailable', `${action}: ${cloud} answered ${status}. Kept tries again in the next run.`, {
      action,
      retryAfterMs: wait,
    })
  const reason = message === '' ? '' : ` (${message.replaceAll(/\s+/g, ' ').slice(0, 200)})`
  return new SyncFailure('unexpected', `${action}: ${cloud} answered ${status}${reason}.`, { action })
}

export function lowerCased(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]))
}

export function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
