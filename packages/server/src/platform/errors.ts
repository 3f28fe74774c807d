/** Converts errors to HTTP responses. A KeptError keeps its message; anything else is logged and returned as "internal". */
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { type ErrorCode, KeptError } from '@kept/domain/errors.ts'
import { fieldOf, isObject, textFieldOf } from '@kept/foundation/narrow.ts'
import { ORPCError, ValidationError } from '@orpc/server'
import type * as z from 'zod'

const statusOf: Record<ErrorCode, number> = {
  bad_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  second_factor_required: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  too_many_requests: 429,
  busy: 503,
  unavailable: 503,
  internal: 500,
}

interface HttpError {
  status: number
  body: { code: string; message: string; details?: unknown; resetTime?: string; request_id: string }
  headers: Record<string, string>
}

export function toHttpError(error: unknown, requestId: string): HttpError {
  const keptError = toKeptError(error)
  // Rate limits return the reset time for people (resetTime) and for clients (Retry-After).
  const resetTime = textFieldOf(keptError.details, 'resetTime')
  const retryAfter = fieldOf(keptError.details, 'retry_after')
  return {
    status: statusOf[keptError.code],
    body: {
      code: keptError.code,
      message: keptError.message,
      details: keptError.details,
      ...(resetTime !== undefined && { resetTime }),
      request_id: requestId,
    },
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  }
}

const unreadable = 'The request is not valid. Check its URL, headers and body.'
const wrongType = 'This endpoint does not accept this content type.'

/** True for an error body created here, with its request id. */
export function isErrorBody(data: unknown): data is HttpError['body'] {
  return isObject(data) && 'request_id' in data && 'code' in data
}

export function toKeptError(error: unknown): KeptError {
  // Internal error messages go to the log only.
  if (error instanceof KeptError && error.code !== 'internal') return error
  if (error instanceof ORPCError) {
    if (error.cause instanceof KeptError && error.cause.code !== 'internal') return error.cause
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      return new KeptError('bad_input', sentenceOf(error.cause.issues as z.core.$ZodIssue[]), { cause: error })
    }
    if (error.code === 'BAD_REQUEST') return new KeptError('bad_input', unreadable, { cause: error })
    if (error.code === 'NOT_FOUND') return new KeptError('not_found', 'Not found.', { cause: error })
  }
  const status = fieldOf(error, 'statusCode')
  if (status === 413) return new KeptError('too_large', 'The request is too large.', { cause: error })
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new KeptError('bad_input', status === 415 ? wrongType : unreadable, { cause: error })
  }
  return new KeptError(
    'internal',
    'Something went wrong on our side. Try again; if it keeps failing, send us the request ID.',
    {
      cause: error,
    },
  )
}

/** Formats validation issues with their paths: "start_date: must be a date; group_by.1: ...". */
export function sentenceOf(issues: z.core.$ZodIssue[]): string {
  const mistakes = issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'the request'}: ${describeIssue(issue)}`)
  return `The request is not valid: ${mistakes.join('; ')}.`
}
