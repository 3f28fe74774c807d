/** An AWS port reads its operations one after the other; the cursor says which one, and where in it. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LivePermission, LivePort, SyncLocation } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import type * as z from 'zod'
import type { AwsSession } from './session.ts'

interface Operation<Schema extends z.ZodType = z.ZodType> {
  /** The permission of the list itself, such as "ec2:DescribeInstances". */
  action: string
  reason: string
  /** Permissions of further requests for each entry. */
  also?: readonly LivePermission[]
  /** What is read of an answer; unknown fields are ignored. */
  schema: Schema
  send(session: AwsSession, location: SyncLocation, token: string | undefined): Promise<unknown>
  toItems(answer: z.output<Schema>, location: SyncLocation): InventoryItem[]
  nextToken(answer: z.output<Schema>): string | undefined
}

export function defineOperation<Schema extends z.ZodType>(operation: Operation<Schema>): Operation {
  // Each operation is given only answers of its own schema.
  return operation as Operation
}

interface AwsPort extends LivePort<AwsSession> {
  operations: readonly Operation[]
}

export function definePort({
  dataset,
  scope = 'region',
  unlocks,
  operations,
}: {
  dataset: SyncDataset
  scope?: 'region' | 'account'
  unlocks: string
  operations: readonly Operation[]
}): AwsPort {
  return {
    dataset,
    scope,
    unlocks,
    operations,
    permissions: operations.flatMap(({ action, reason, also = [] }) => [{ action, reason }, ...also]),
    async readPage(session, location, { cursor }) {
      const [index, token] = parseCursor(cursor)
      const operation = operations[index]
      if (!operation) throw new SyncFailure('unexpected', `The position "${cursor}" in ${dataset} does not exist.`)
      const answer = parseAnswer(operation, await operation.send(session, location, token))
      const next = operation.nextToken(answer)
      if (next !== undefined && next === token)
        throw new SyncFailure('unexpected', `${operation.action} in ${location.region} returned the same page twice.`, {
          action: operation.action,
        })
      return {
        items: operation.toItems(answer, location),
        points: [],
        next: next !== undefined ? `${index}:${next}` : index + 1 < operations.length ? `${index + 1}:` : null,
      }
    },
  }
}

function parseCursor(cursor: string | null): [number, string | undefined] {
  if (cursor === null) return [0, undefined]
  const [index = ''] = cursor.split(':', 1)
  const token = cursor.slice(index.length + 1)
  return [Number(index), token === '' ? undefined : token]
}

/** Throws a failure that names the first field that is not as documented. */
function parseAnswer<Schema extends z.ZodType>(
  { action, schema }: Pick<Operation<Schema>, 'action' | 'schema'>,
  answer: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new SyncFailure(
    'unexpected',
    `The answer to ${action} is not as documented: ${issue?.path.join('.') || 'the answer'} ${issue?.message ?? 'cannot be read'}.`,
    { action },
  )
}
