/** How a route is declared: method, path, summary, permission, input and output. */
import type { Permission } from '@kept/domain/permission.ts'
import { oc } from '@orpc/contract'
import * as z from 'zod'

/**
 * `public` needs no sign-in, `signed_in` a user or API key of an organization, a permission a role that has it.
 * `person` needs a user with a session, in any organization or none: no API key and no operator.
 */
export type Needs = 'public' | 'signed_in' | 'person' | Permission

/**
 * What a second, identical request does. `safe` changes nothing, `idempotent` leaves the same state again, `key` acts
 * once for each `Idempotency-Key`, and `none` acts every time it arrives.
 */
export type Idempotency = 'safe' | 'idempotent' | 'key' | 'none'

/** How long a response may be used again. Without it, each request is computed, and clients store nothing. */
export type CacheLifetime =
  /**
   * The server gives the same answer again while the data behind it is unchanged; clients store nothing. `complete`: the
   * response depends on the organization's data, the day and the URL alone, not on who asks, and is kept as it is.
   * `changesWith`: it shows loops too, which change more often than all else.
   */
  | { serverSeconds: number; complete?: true; changesWith?: 'loops' }
  /** Clients need not ask again for so long. Only for what is the same for every organization and user. */
  | { clientSeconds: number }

export interface RouteMeta<Needed extends Needs = Needs> {
  needs: Needed
  idempotency: Idempotency
  /** Bytes a request's body may have, where the default (1 MiB) is too small. */
  maxBodyBytes?: number | undefined
  cache?: CacheLifetime | undefined
}

interface RouteDescription<Needed extends Needs> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  description?: string
  tag: string
  needs: Needed
  maxBodyBytes?: number
  cache?: CacheLifetime
  /** Set for a POST that only reads or is idempotent; otherwise it follows from `method` and `needs`. */
  idempotency?: Idempotency
}

/** The declared access is part of the type: it decides which context the handler is given. */
export function route<const Needed extends Needs, Input extends z.ZodType, Output extends z.ZodType>(
  definition: RouteDescription<Needed> & { input: Input; output: Output },
) {
  const { method, path, summary, description, tag, needs, maxBodyBytes, cache, input, output } = definition
  const idempotency = definition.idempotency ?? idempotencyOf(method, needs)
  return oc
    .$meta<RouteMeta<Needed>>({ needs, maxBodyBytes, cache, idempotency })
    .route({ method, path, summary, ...(description && { description }), tags: [tag], inputStructure: 'compact' })
    .input(input)
    .output(output)
}

/**
 * Idempotency keys are stored per organization and caller, so sign-in and account routes, which have no organization,
 * take none.
 */
function idempotencyOf(method: RouteDescription<Needs>['method'], needs: Needs): Idempotency {
  if (method === 'GET') return 'safe'
  if (method !== 'POST') return 'idempotent'
  return needs === 'public' || needs === 'person' ? 'none' : 'key'
}

/** Every response of the platform API is under `data`; `meta` has the paging of a list. */
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

/** Providers as one comma-separated value, or as a repeated parameter. */
export const requestedProvidersSchema = z.union([z.string().max(500), z.array(z.string().max(500)).max(50)]).optional()

/** The JSON body of an error. */
export const errorBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown().optional(),
  /** With 429: when to retry. */
  resetTime: z.string().optional(),
  request_id: z.string().optional(),
})
