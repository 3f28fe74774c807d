/** The errors of an operation: what each status means, and which ones it can return. */
import * as z from 'zod'
import { errorBodySchema, type Idempotency } from '../route.ts'
import type { Operation, Reference } from './document.ts'

interface ErrorText {
  name: string
  description: string
  code: string
  message: string
}

/** By status; the codes are those of the catalog in @kept/domain/errors.ts. */
const errorTexts: Readonly<Record<number, ErrorText>> = {
  400: {
    name: 'BadInput',
    description: 'The request or the file is not valid. The message says where, and what to do.',
    code: 'bad_input',
    message: 'The request is not valid: name: must not be empty.',
  },
  401: {
    name: 'Unauthenticated',
    description: 'The session, token or key is missing, expired or revoked.',
    code: 'unauthenticated',
    message: 'Please sign in first.',
  },
  403: {
    name: 'Forbidden',
    description:
      'The caller does not have the permission, the CSRF token is missing (`details.reason` is `csrf`), or the organization requires two-factor authentication (`second_factor_required`).',
    code: 'forbidden',
    message: "Your role (user) can't do this. Ask an admin of your organization.",
  },
  404: {
    name: 'NotFound',
    description: 'The resource does not exist in this organization. One of another organization answers the same.',
    code: 'not_found',
    message: 'Import not found.',
  },
  409: {
    name: 'Conflict',
    description:
      'The current state does not allow it: already finished, taken or in progress, or the Idempotency-Key belongs to another request (`details.reason`).',
    code: 'conflict',
    message: 'This import is already finished; it can be undone instead.',
  },
  413: {
    name: 'TooLarge',
    description: 'The body is larger than this operation accepts (`x-max-body-bytes`).',
    code: 'too_large',
    message: 'The request is larger than 1 MB. Send smaller requests.',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests. Retry after the number of seconds in `Retry-After`.',
    code: 'too_many_requests',
    message: 'Too many requests at once. Wait for some of them to finish.',
  },
  500: {
    name: 'Internal',
    description: 'Kept failed. The log has the error under `request_id`.',
    code: 'internal',
    message: 'Something went wrong on our side. Try again; if it keeps failing, send us the request ID.',
  },
  503: {
    name: 'Unavailable',
    description: 'Kept is busy, or a component is restarting. Try again.',
    code: 'unavailable',
    message: 'The warehouse was restarted or is not reachable; try again in a moment.',
  },
}

const retryAfter = { description: 'Seconds to wait before the next request', schema: { type: 'integer' } }

/** `components.schemas` and `components.responses`. */
export function errorComponents() {
  const { $schema: _, ...schema } = z.toJSONSchema(errorBodySchema, { io: 'output' })
  const responses = Object.entries(errorTexts).map(([status, { name, description, code, message }]) => [
    name,
    {
      description,
      ...((status === '429' || status === '503') && { headers: { 'Retry-After': retryAfter } }),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          example: { code, message, request_id: '3f0c7c1e-4f0e-4d0b-9a55-0f6d1f3f7a11' },
        },
      },
    },
  ])
  return { schemas: { Error: schema }, responses: Object.fromEntries(responses) as Record<string, unknown> }
}

/** Where a path without a parameter may not be there. */
export const notFoundResponse: Reference = { $ref: `#/components/responses/${errorTexts[404]?.name}` }

interface ErrorCauses {
  method: string
  path: string
  isPublic: boolean
  /** Public, but rejected without the CSRF token. */
  needsCsrf: boolean
  idempotency: Idempotency
}

export function errorResponses({ method, path, isPublic, needsCsrf, idempotency }: ErrorCauses, operation: Operation) {
  const applies: Record<number, boolean> = {
    400: true,
    401: !isPublic || needsCsrf,
    403: !isPublic || needsCsrf,
    404: path.includes('{') || method !== 'get',
    409: idempotency !== 'safe',
    413: operation.requestBody !== undefined,
    429: true,
    500: true,
    503: true,
  }
  const statuses = Object.entries(errorTexts).filter(([status]) => applies[Number(status)])
  return Object.fromEntries(
    statuses.map(([status, { name }]): [string, Reference] => [status, { $ref: `#/components/responses/${name}` }]),
  )
}
