/** Reads of Resource Manager that Resource Graph does not hold: lists by page, and settings of one resource. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import * as z from 'zod'
import { absentWhenMissing } from '../../live-details.ts'
import type { AzureSession } from './session.ts'

/** Resource Manager allows an application 25 reads a second in a subscription, after a burst of 250. */
const limits = { burst: 100, perSecond: 20 }

const paceOf = (path: string) => `reads ${path.split('/')[2] ?? ''}`

/** One setting; undefined where it was never set. */
export async function readSetting<Schema extends z.ZodType>(
  session: AzureSession,
  { action, path, schema }: { action: string; path: string; schema: Schema },
): Promise<z.output<Schema> | undefined> {
  const answer = await absentWhenMissing(() => session.send(action, path, { pace: paceOf(path), limits }))
  return answer === undefined ? undefined : parseAnswer(action, schema, answer)
}

/** All pages of a list. */
export async function listAll<Schema extends z.ZodType>(
  session: AzureSession,
  { action, path, schema }: { action: string; path: string; schema: Schema },
): Promise<z.output<Schema>[]> {
  const pageSchema = z.object({ value: z.array(schema), nextLink: z.string().nullish() })
  const entries: z.output<Schema>[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const { value, nextLink }: z.output<typeof pageSchema> = parseAnswer(
      action,
      pageSchema,
      await session.send(action, next, { pace: paceOf(path), limits }),
    )
    if (nextLink && nextLink === next)
      throw new SyncFailure('unexpected', `${action} returned the same page twice.`, { action })
    entries.push(...value)
    next = nextLink || undefined
  }
  return entries
}
