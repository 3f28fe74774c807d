/** The catalog of what can go wrong, with stable codes. The server maps a code to HTTP once (platform/errors). */
export const errorCodes = [
  'bad_input', // the request or file is wrong; the sentence says what, where and what to do
  'unauthenticated',
  'forbidden',
  'second_factor_required', // signed in, but the organization asks this role for a second factor
  'not_found',
  'conflict', // the state does not allow it (already running, taken, finished)
  'too_large',
  'too_many_requests',
  'busy', // another Kept holds the data folder, or a queue is full
  'unavailable', // an engine or service is down or was restarted; try again
  'internal',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** An error a person may read: one clear sentence, a stable code, and optional details for programs. */
export class KeptError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, sentence: string, options: { details?: Record<string, unknown>; cause?: unknown } = {}) {
    super(sentence, { cause: options.cause })
    this.name = 'KeptError'
    this.code = code
    this.details = options.details
  }
}

export function badInput(sentence: string, details?: Record<string, unknown>): KeptError {
  return new KeptError('bad_input', sentence, { details })
}
