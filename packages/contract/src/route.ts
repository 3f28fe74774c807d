/** How a route is declared: method, path, words, the permission it needs, what goes in and what comes out. */
import type { Permission } from '@kept/domain/permission.ts'
import { oc } from '@orpc/contract'
import * as z from 'zod'

/**
 * `public` needs nobody, `signed_in` somebody acting for an organisation, a permission a role that has it. `person` needs
 * a human being with a session, of whatever organisation or none: no API key and no operator.
 */
export type Needs = 'public' | 'signed_in' | 'person' | Permission

/**
 * What a second, identical request does. `safe` changes nothing, `idempotent` leaves the same state again, `key` acts
 * once for each `Idempotency-Key`, and `none` acts every time it arrives.
 */
export type Idempotency = 'safe' | 'idempotent' | 'key' | 'none'

export interface RouteMeta {
  needs: Needs
  idempotency: Idempotency
  /** Bytes a request's body may have, where the default (1 MiB) is too small. */
  maxBodyBytes?: number | undefined
}

interface RouteWords {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  tag: string
  needs: Needs
  maxBodyBytes?: number
  /** Of a POST that only asks, or that leaves the same state again; the others follow from method and `needs`. */
  idempotency?: Idempotency
}

const base = oc.$meta<RouteMeta>({ needs: 'signed_in', idempotency: 'none' })

export function route<Input extends z.ZodType, Output extends z.ZodType>(
  words: RouteWords & { input: Input; output: Output },
) {
  const { method, path, summary, tag, needs, maxBodyBytes, input, output } = words
  const idempotency = words.idempotency ?? idempotencyOf(method, needs)
  return base
    .meta({ needs, maxBodyBytes, idempotency })
    .route({ method, path, summary, tags: [tag], inputStructure: 'compact' })
    .input(input)
    .output(output)
}

/**
 * A key is kept for an organization and whoever asks, so a POST without either takes none: signing in, and what people
 * do with their own account.
 */
function idempotencyOf(method: RouteWords['method'], needs: Needs): Idempotency {
  if (method === 'GET') return 'safe'
  if (method !== 'POST') return 'idempotent'
  return needs === 'public' || needs === 'person' ? 'none' : 'key'
}

/** Every answer of the platform API stands under `data`; `meta` says what a list was cut from. */
export function answer<Data extends z.ZodType>(data: Data) {
  return z.object({ data })
}

export const pageMetaSchema = z.object({ page: z.int(), page_size: z.int(), total: z.int() })

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), meta: pageMetaSchema })
}

export const pageInput = {
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(200).default(50),
}

/** One question to several providers: a list in one text, or the same parameter again. */
export const providersAsked = z.union([z.string().max(500), z.array(z.string().max(500)).max(50)]).optional()

/** What an error looks like on the wire. */
export const errorBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown().optional(),
  /** With 429: when to come again. */
  resetTime: z.string().optional(),
  request_id: z.string().optional(),
})
