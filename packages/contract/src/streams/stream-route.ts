/**
 * A route whose body or answer is a file, a stream or a form: the server writes it by hand beside the contract's own
 * routes, and declares it here so that the OpenAPI description names every address there is.
 */
import type * as z from 'zod'
import type { Idempotency, Needs } from '../route.ts'

/** A schema for JSON; `file` for bytes or text that is read as a whole. */
export type MediaTypes = Readonly<Record<string, z.ZodType | 'file'>>

export interface StreamRoute {
  operationId: string
  method: 'GET' | 'POST' | 'PUT'
  path: `/${string}`
  summary: string
  description?: string
  tag: string
  /** `operator` is the command line on the same machine; `metrics` has a token of its own. */
  needs: Needs | 'operator' | 'metrics'
  idempotency: Idempotency
  query?: z.ZodObject
  body?: MediaTypes
  /** The body may be left out. */
  bodyOptional?: boolean
  answer: { status: number; description: string; content?: MediaTypes }
}
