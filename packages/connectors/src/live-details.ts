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

/** For each resource, in their order. `denied` are the permissions that are missing, where that is known before. */
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
  for (let start = 0; start < resources.length; start += CONCURRENT)
    read.push(
      ...(await Promise.all(
        resources.slice(start, start + CONCURRENT).map(async (resource) => {
          const attributes = await Promise.all(
            details.map((detail) => readDetail(detail, denied, () => detail.read(session, resource, location))),
          )
          return Object.assign({}, ...attributes)
        }),
      )),
    )
  return read
}

async function readDetail(
  { attribute, permissions }: Pick<ResourceDetail<never, never, never>, 'attribute' | 'permissions'>,
  denied: ReadonlyMap<string, string>,
  read: () => Promise<z.output<typeof valueSchema> | undefined>,
): Promise<Details> {
  const missing = permissions.find(({ action }) => denied.has(action))?.action
  if (missing !== undefined) return { [deniedAttribute(attribute)]: missing }
  try {
    const value = await read()
    return value === undefined ? {} : { [attribute]: value }
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error
    if (error.kind === 'denied') return { [deniedAttribute(attribute)]: error.action }
    if (isUnanswerable(error)) return {}
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
