/**
 * A route whose request or response is a file, a stream or a form. oRPC cannot describe these, so they are declared
 * here to complete the OpenAPI document.
 */
import type * as z from 'zod'
import type { Idempotency, Needs } from '../route.ts'

/** A schema for JSON; `file` for bytes or text. */
export type MediaTypes = Readonly<Record<string, z.ZodType | 'file'>>

export interface StreamRoute {
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  description?: string
  tag: string
  /** `operator` is the command line on the same machine; `metrics` has its own token. */
  needs: Needs | 'operator' | 'metrics'
  idempotency: Idempotency
  /** It has no parameter in its path, and may not be there all the same. */
  mayBeMissing?: true
  query?: z.ZodObject
  /** The sender adds parameters of its own, which are ignored. */
  anyQuery?: true
  body?: MediaTypes
  /** The body may be left out. */
  bodyOptional?: boolean
  answer: { status: number; description: string; content?: MediaTypes }
}
