/** Errors to HTTP, once. A KeptError keeps its sentence; anything else is logged whole and told as "internal". */
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { type ErrorCode, KeptError } from '@kept/domain/errors.ts'
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

export interface HttpError {
  status: number
  body: { code: string; message: string; details?: unknown; resetTime?: string; request_id: string }
  headers: Record<string, string>
}

export function toHttpError(error: unknown, requestId: string): HttpError {
  const kept = toKeptError(error)
  // Whoever came too often is told when to come again, for people (resetTime) and for programs (Retry-After).
  const { resetTime, retry_after } = (kept.details ?? {}) as { resetTime?: string; retry_after?: number }
  return {
    status: statusOf[kept.code],
    body: {
      code: kept.code,
      message: kept.message,
      details: kept.details,
      ...(resetTime !== undefined && { resetTime }),
      request_id: requestId,
    },
    headers: retry_after === undefined ? {} : { 'retry-after': String(retry_after) },
  }
}

const unreadable = 'The request cannot be read; check its address, its headers and its body.'
const wrongType = 'This address does not take a body of this content type.'

/** True for a body made here: it already says everything, the request's id included. */
export function isErrorBody(data: unknown): data is HttpError['body'] {
  return typeof data === 'object' && data !== null && 'request_id' in data && 'code' in data
}

export function toKeptError(error: unknown): KeptError {
  // What is internal is told by its id alone: its words are of an engine and for the log.
  if (error instanceof KeptError && error.code !== 'internal') return error
  if (error instanceof ORPCError) {
    if (error.cause instanceof KeptError && error.cause.code !== 'internal') return error.cause
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      return new KeptError('bad_input', sentenceOf(error.cause.issues as z.core.$ZodIssue[]), { cause: error })
    }
    if (error.code === 'BAD_REQUEST') return new KeptError('bad_input', unreadable, { cause: error })
    if (error.code === 'NOT_FOUND')
      return new KeptError('not_found', 'There is nothing at this address.', { cause: error })
  }
  const status = (error as { statusCode?: number } | null)?.statusCode
  if (status === 413) return new KeptError('too_large', 'The request is larger than is allowed.', { cause: error })
  if (status !== undefined && status >= 400 && status < 500) {
    return new KeptError('bad_input', status === 415 ? wrongType : unreadable, { cause: error })
  }
  return new KeptError('internal', 'Something went wrong on our side; the log has it under this request id.', {
    cause: error,
  })
}

/** "from: must be a date; group_by.1: ..." - each mistake with its place. */
export function sentenceOf(issues: z.core.$ZodIssue[]): string {
  const mistakes = issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'the request'}: ${describeIssue(issue)}`)
  return `The request is not valid: ${mistakes.join('; ')}.`
}
