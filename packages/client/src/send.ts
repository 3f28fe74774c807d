/**
 * Sends every request: 30 s timeout, retries after 1, 2 and 4 s where they can help, the CSRF token on writes, one
 * session renewal when the server no longer accepts the session, and errors as messages.
 */
import type { Idempotency } from '@kept/contract/route.ts'
import type { Csrf } from './csrf.ts'
import { ApiError, fromAnswer, mayPass, networkError, timeoutError } from './errors.ts'

export interface SendOptions {
  fetch(request: Request): Promise<Response>
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  timeoutSeconds?: number
  csrf?: Csrf
  /** The path as the contract has it, where Kept is served under a path of its own. */
  pathOf?(request: Request): string
  /** The token for this path; undefined where a cookie authenticates. */
  bearer?(path: string): string | undefined
  /** Called on 401 or 403: tries to renew the session once; false when there is none. */
  renew?(): Promise<boolean>
  /** How the contract declares a route; without it, no POST is repeated. */
  idempotencyOf?(method: string, path: string): Idempotency | undefined
  /** Called after every attempt with whether there was any response. */
  onAttempt?(answered: boolean): void
}

/** Proxies respond with these when Kept itself does not. */
const fromTheWay = [502, 504]
const pauses = [1000, 2000, 4000]
const safe = ['GET', 'HEAD']
const idempotent = ['PUT', 'PATCH', 'DELETE']
const keyHeader = 'idempotency-key'

const rebinds = /^\/api\/auth\/|\/switch$|^\/v1\/invitations\/accept$/

/**
 * What repeating a request does: safe methods, and writes of a complete new state, are idempotent; a POST is repeated
 * when its route declares it idempotent, or accepts a key by which the server recognizes it.
 */
function repetitionOf(
  { method, headers }: Request,
  path: string,
  idempotencyOf: SendOptions['idempotencyOf'],
): 'harmless' | 'by key' | 'never' {
  if (safe.includes(method) || idempotent.includes(method)) return 'harmless'
  const declared = idempotencyOf?.(method, path)
  if (declared === 'key' || headers.has(keyHeader)) return 'by key'
  return declared === 'safe' || declared === 'idempotent' ? 'harmless' : 'never'
}

/** For pages without HTTPS, which have no `randomUUID`. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The first attempt is still running: its response comes soon. */
function isUnderWay(error: unknown, attempt: number): boolean {
  return (
    attempt > 0 &&
    error instanceof ApiError &&
    (error.details as { reason?: unknown } | undefined)?.reason === 'idempotency_in_progress'
  )
}

/** One key for all attempts of a request. */
function withKey(request: Request): Request {
  if (request.headers.has(keyHeader)) return request
  const keyed = new Request(request)
  keyed.headers.set(keyHeader, newKey())
  return keyed
}

/** A deletion whose first response was lost returns 404: that is what was requested. */
function isAlreadyDeleted(request: Request, attempt: number, error: unknown): boolean {
  return request.method === 'DELETE' && attempt > 0 && error instanceof ApiError && error.status === 404
}

/** Errors of the sign-in routes are about the input, not about an expired session. */
function renewable(path: string): boolean {
  return !path.startsWith('/api/auth/')
}

export function createSend(options: SendOptions): (request: Request) => Promise<Response> {
  const { fetch, wait, timeoutSeconds = 30, csrf, bearer, renew, idempotencyOf, onAttempt } = options
  const { pathOf = ({ url }: Request) => new URL(url).pathname } = options
  return async (original) => {
    const repetition = repetitionOf(original, pathOf(original), idempotencyOf)
    const request = repetition === 'by key' ? withKey(original) : original
    const tries = repetition === 'never' ? [] : pauses
    let renewed = false
    for (let attempt = 0; ; ) {
      try {
        const response = await sendOnce(await dressed(request))
        // Signing in or out, or switching organization, starts another session, and the token is bound to it.
        if (!safe.includes(request.method) && rebinds.test(pathOf(request))) csrf?.forget()
        return response
      } catch (error) {
        if (!renewed && error instanceof ApiError && (await canRetry(request, error))) {
          renewed = true
          continue
        }
        if (isAlreadyDeleted(request, attempt, error)) return Response.json({ data: { removed: true } })
        const pause = tries[attempt]
        if (pause === undefined || !(mayPass(error) || isUnderWay(error, attempt))) throw error
        attempt += 1
        await wait(pause, request.signal)
      }
    }
  }

  /**
   * True when the request should be repeated once. A 401 or a stale CSRF token was rejected before anything was done,
   * so even a POST may be repeated. A 403 of a signed-in user is final: permission is missing.
   */
  async function canRetry(request: Request, error: ApiError): Promise<boolean> {
    if (csrf && isStaleToken(error)) {
      csrf.forget()
      return true
    }
    if (!renew || !renewable(pathOf(request)) || (error.status !== 401 && error.status !== 403)) return false
    const alive = await renew()
    return alive && error.status === 401
  }

  async function dressed(request: Request): Promise<Request> {
    const copy = request.clone()
    const token = bearer?.(pathOf(copy))
    if (token && !copy.headers.has('authorization')) {
      copy.headers.set('authorization', `Bearer ${token}`)
    }
    if (csrf && !safe.includes(copy.method)) copy.headers.set('x-csrf-token', await csrf.token())
    return copy
  }

  async function sendOnce(request: Request): Promise<Response> {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
    let response: Response
    try {
      response = await fetch(new Request(request, { signal: AbortSignal.any([request.signal, timeout]) }))
      onAttempt?.(!fromTheWay.includes(response.status))
      if (response.ok) return response
    } catch (error) {
      // The caller left the page or changed the input: not an error to report.
      if (request.signal.aborted) throw error
      if (!(error instanceof ApiError)) onAttempt?.(false)
      throw timeout.aborted ? timeoutError(timeoutSeconds) : error instanceof ApiError ? error : networkError()
    }
    throw fromAnswer(response.status, await response.text())
  }
}

/** Resolves after a delay, or rejects at once when the caller aborts. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

/** The server names the reason in its error. */
function isStaleToken({ status, details }: ApiError): boolean {
  return status === 403 && (details as { reason?: unknown } | undefined)?.reason === 'csrf'
}
