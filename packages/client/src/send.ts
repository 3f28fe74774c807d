/**
 * How every request is sent: 30 s to answer, another try after 1, 2 and 4 s where that can help, the CSRF token on what
 * changes something, the session renewed once when the server no longer knows it, errors as sentences.
 */
import type { Idempotency } from '@kept/contract/route.ts'
import type { Csrf } from './csrf.ts'
import { ApiError, fromAnswer, mayPass, networkError, timeoutError } from './errors.ts'

export interface SendOptions {
  fetch(request: Request): Promise<Response>
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  timeoutSeconds?: number
  csrf?: Csrf
  /** The token to send to this path; none where a cookie signs in. */
  bearer?(path: string): string | undefined
  /** Asked when the server answers 401 or 403: tries to renew the session once; false when there is none any more. */
  renew?(): Promise<boolean>
  /** How the contract declares a route; without it, no POST is sent twice. */
  idempotencyOf?(method: string, path: string): Idempotency | undefined
  /** Told of every try whether anything came back at all. */
  onAttempt?(answered: boolean): void
}

/** What stands before Kept answers so when Kept itself does not. */
const fromTheWay = [502, 504]
const pauses = [1000, 2000, 4000]
const safe = ['GET', 'HEAD']
const idempotent = ['PUT', 'PATCH', 'DELETE']
const keyHeader = 'idempotency-key'

const rebinds = /^\/api\/auth\/|\/switch$|^\/v1\/invitations\/accept$/

/**
 * What a second sending of a request does: safe methods, and writes that name the new state, may arrive twice; a POST
 * may when its route says so, or takes a key by which the server knows it again.
 */
function repetitionOf(
  { method, url, headers }: Request,
  idempotencyOf: SendOptions['idempotencyOf'],
): 'harmless' | 'by key' | 'never' {
  if (safe.includes(method) || idempotent.includes(method)) return 'harmless'
  const declared = idempotencyOf?.(method, new URL(url).pathname)
  if (declared === 'key' || headers.has(keyHeader)) return 'by key'
  return declared === 'safe' || declared === 'idempotent' ? 'harmless' : 'never'
}

/** Also where a page without HTTPS has no `randomUUID`. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The first sending is still being carried out: its answer comes soon. */
function isUnderWay(error: unknown, attempt: number): boolean {
  return (
    attempt > 0 &&
    error instanceof ApiError &&
    (error.details as { reason?: unknown } | undefined)?.reason === 'idempotency_in_progress'
  )
}

/** One key for all sendings of a request. */
function withKey(request: Request): Request {
  if (request.headers.has(keyHeader)) return request
  const keyed = new Request(request)
  keyed.headers.set(keyHeader, newKey())
  return keyed
}

/** A deletion whose first answer was lost finds nothing any more: that is what was asked for. */
function isAlreadyDeleted(request: Request, attempt: number, error: unknown): boolean {
  return request.method === 'DELETE' && attempt > 0 && error instanceof ApiError && error.status === 404
}

/** Answers of the sign-in itself are about what was typed, not about a session that ran out. */
function renewable(request: Request): boolean {
  return !new URL(request.url).pathname.startsWith('/api/auth/')
}

export function createSend(options: SendOptions): (request: Request) => Promise<Response> {
  const { fetch, wait, timeoutSeconds = 30, csrf, bearer, renew, idempotencyOf, onAttempt } = options
  return async (original) => {
    const repetition = repetitionOf(original, idempotencyOf)
    const request = repetition === 'by key' ? withKey(original) : original
    const tries = repetition === 'never' ? [] : pauses
    let renewed = false
    for (let attempt = 0; ; ) {
      try {
        const response = await sendOnce(await dressed(request))
        // Signing in or out, or for another organization, makes another session, and the token is bound to it.
        if (!safe.includes(request.method) && rebinds.test(new URL(request.url).pathname)) csrf?.forget()
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
   * True when the same request is worth sending once more. A 401 or a stale CSRF token was refused before anything
   * was done, so even a POST may follow it. A 403 of somebody who is signed in stays what it is: they may not.
   */
  async function canRetry(request: Request, error: ApiError): Promise<boolean> {
    if (csrf && isStaleToken(error)) {
      csrf.forget()
      return true
    }
    if (!renew || !renewable(request) || (error.status !== 401 && error.status !== 403)) return false
    const alive = await renew()
    return alive && error.status === 401
  }

  async function dressed(request: Request): Promise<Request> {
    const copy = request.clone()
    const token = bearer?.(new URL(copy.url).pathname)
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
      // Somebody left the page or typed on: not an error to speak of.
      if (request.signal.aborted) throw error
      if (!(error instanceof ApiError)) onAttempt?.(false)
      throw timeout.aborted ? timeoutError(timeoutSeconds) : error instanceof ApiError ? error : networkError()
    }
    throw fromAnswer(response.status, await response.text())
  }
}

/** Resolves after a while, or rejects at once when nobody waits for it any more. */
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

/** The server says with its refusal what it is about. */
function isStaleToken({ status, details }: ApiError): boolean {
  return status === 403 && (details as { reason?: unknown } | undefined)?.reason === 'csrf'
}
