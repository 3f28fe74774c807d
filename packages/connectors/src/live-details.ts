/**
 * Attributes of a resource that its list does not hold. Where the permission is missing, the resource is listed
 * without the attribute, and the permission stands in its place.
 */
import { deniedAttribute } from '@kept/domain/sync/denied-attribute.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LivePermission } from '@kept/domain/sync/port.ts'
import * as z from 'zod'

const valueSchema = z.union([z.boolean(), z.string(), z.number()])
/** Attributes of one resource, by name. */
export const detailsSchema = z.record(z.string(), valueSchema)
export type Details = z.output<typeof detailsSchema>

export interface ResourceDetail<Session, Resource, Location> {
  attribute: string
  permissions: readonly LivePermission[]
  /** Undefined where the cloud does not say it. */
  read(session: Session, resource: Resource, location: Location): Promise<z.output<typeof valueSchema> | undefined>
}

/** Requests at once, of one page: the pace of the cloud limits them further. */
const CONCURRENT = 8

/** What the resources of a page said of one detail so far. */
interface Progress {
  hasAnswer: boolean
  failures: SyncFailure[]
}

/**
 * For each resource, in their order. One that fails goes without the detail; where several fail and none answers, the
 * cloud itself fails, and the page with it. `denied` are the permissions that are missing, where that is known before.
 */
export async function readDetails<Session, Resource, Location>(
  session: Session,
  location: Location,
  {
    resources,
    details,
    denied = new Map(),
  }: {
    resources: readonly Resource[]
    details: readonly ResourceDetail<Session, Resource, Location>[]
    denied?: ReadonlyMap<string, string>
  },
): Promise<Details[]> {
  const read: Details[] = []
  const tracked = details.map((detail) => {
    const progress: Progress = { hasAnswer: false, failures: [] }
    return { detail, progress }
  })
  for (let start = 0; start < resources.length; start += CONCURRENT) {
    const batch = resources.slice(start, start + CONCURRENT).map(async (resource) => {
      const attributes = await Promise.all(
        tracked.map(({ detail, progress }) =>
          readDetail(detail, { denied, progress }, () => detail.read(session, resource, location)),
        ),
      )
      return Object.assign({}, ...attributes)
    })
    read.push(...(await Promise.all(batch)))
    for (const { hasAnswer, failures } of tracked.map(({ progress }) => progress))
      if (!hasAnswer && failures.length > 1) throw failures[0]
  }
  return read
}

async function readDetail(
  { attribute, permissions }: Pick<ResourceDetail<never, never, never>, 'attribute' | 'permissions'>,
  { denied, progress }: { denied: ReadonlyMap<string, string>; progress: Progress },
  read: () => Promise<z.output<typeof valueSchema> | undefined>,
): Promise<Details> {
  const missing = permissions.find(({ action }) => denied.has(action))?.action
  if (missing !== undefined) return { [deniedAttribute(attribute)]: missing }
  try {
    const value = await read()
    progress.hasAnswer = true
    return value === undefined ? {} : { [attribute]: value }
  } catch (error) {
    if (error instanceof SyncFailure && error.kind === 'denied') {
      progress.hasAnswer = true
      return { [deniedAttribute(attribute)]: error.action }
    }
    if (!isBroken(error)) throw error
    if (isUnanswerable(error)) progress.hasAnswer = true
    else progress.failures.push(error)
    return {}
  }
}

/** That this resource cannot be read, or not as documented. It says nothing against the others. */
function isBroken(error: unknown): error is SyncFailure {
  return error instanceof SyncFailure && ['not_enabled', 'unavailable', 'unexpected'].includes(error.kind)
}

/** The answer, or undefined where this one resource cannot be read. */
export async function unknownWhenBroken<Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isBroken(error)) return undefined
    throw error
  }
}

/** Of a service that is switched off, of a kind that has no such setting, or deleted since it was listed. */
function isUnanswerable({ kind, message }: SyncFailure): boolean {
  return kind === 'not_enabled' || (kind === 'unexpected' && /answered (?:400|404|409)/.test(message))
}

/** The answer, or undefined where the cloud answers 404: it was never set, or deleted since it was listed. */
export async function absentWhenMissing<Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SyncFailure && error.kind === 'unexpected' && /answered 404/.test(error.message))
      return undefined
    throw error
  }
}
