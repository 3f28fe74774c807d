/** Reads that add to a resource: where the permission is missing, the resource is listed without what they answer. */
import { deniedAttribute } from '@kept/domain/sync/denied-attribute.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import * as z from 'zod'
import type { AwsSession } from '../session.ts'

/** Attributes of one resource that further requests answered. */
export const detailsSchema = z.record(z.string(), z.union([z.boolean(), z.string()])).optional()
export type Details = NonNullable<z.output<typeof detailsSchema>>

const byResource = /resource-based policy/

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : ''
}

/** The resources whose details are read: all of a page, and few of them in a check. */
export function detailed<Resource>(
  session: AwsSession,
  resources: readonly Resource[] | undefined,
): readonly Resource[] {
  return (resources ?? []).slice(0, session.probe?.resources)
}

/** The attribute with what `read` answers, or the permission that is missing. Other failures are thrown. */
export async function readDetail(
  session: AwsSession,
  attribute: string,
  read: () => Promise<boolean | string | undefined>,
): Promise<Details> {
  try {
    const value = await read()
    return value === undefined ? {} : { [attribute]: value }
  } catch (error) {
    if (!(error instanceof SyncFailure) || error.kind !== 'denied') throw error
    // What a resource refuses by its own policy, no policy of Kept allows.
    if (!byResource.test(messageOf(error.cause))) session.probe?.onDeniedDetail(error)
    return { [deniedAttribute(attribute)]: error.action }
  }
}

/** Some services answer 404 for what was never set: that is an answer. */
export async function noneWhenMissing<Answer>(names: RegExp, read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined
    if (cause && names.test(`${cause.name} ${cause.message}`)) return undefined
    throw error
  }
}
