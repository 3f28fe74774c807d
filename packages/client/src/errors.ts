import { httpStatus } from './error-text.ts'

/** A failed request to Kept, with a message for users. */
export class ApiError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** The server's stable code, or NETWORK_ERROR, or TIMEOUT. */
  readonly code: string
  /** The id under which the server's log has details. */
  readonly requestId: string | undefined
  readonly details: unknown
  /** For 429: when the next attempt is allowed, ISO. */
  readonly resetTime: string | undefined

  constructor(status: number, code: string, message: string, more: ErrorExtras = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.requestId = more.requestId
    this.details = more.details
    this.resetTime = more.resetTime
  }
}

interface ErrorExtras {
  requestId?: string
  details?: unknown
  resetTime?: string
}

export function networkError(): ApiError {
  return new ApiError(0, 'NETWORK_ERROR', 'Kept cannot be reached. Check that it is running.')
}

export function timeoutError(seconds: number): ApiError {
  return new ApiError(0, 'TIMEOUT', `Kept did not answer within ${seconds} seconds.`)
}

/** An error from a response that is not 2xx: the server's message if there is one, else "HTTP 502". */
export function fromAnswer(status: number, body: string): ApiError {
  const parsed = parse(body)
  const text = [parsed.detail, parsed.message, parsed.error].find((part) => typeof part === 'string' && part !== '')
  return new ApiError(
    status,
    typeof parsed.code === 'string' ? parsed.code : `HTTP_${status}`,
    String(text ?? httpStatus(status)),
    {
      requestId: typeof parsed.request_id === 'string' ? parsed.request_id : undefined,
      details: parsed.details,
      resetTime: resetTimeOf(parsed),
    },
  )
}

function resetTimeOf({ resetTime, details }: Record<string, unknown>): string | undefined {
  const inside =
    typeof details === 'object' && details !== null && 'resetTime' in details ? details.resetTime : undefined
  return [resetTime, inside].find((value) => typeof value === 'string')
}

/** No response, or a server error: may be temporary. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** The message of any thrown value. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function parse(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // A proxy's HTML page, or an empty body: the status is used.
    return {}
  }
}
