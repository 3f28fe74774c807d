/** A port that reads its operations one after the other; the cursor says which one, and where in it. */
import type * as z from 'zod'
import type { InventoryItem } from '../resource.ts'
import { SyncFailure } from './failure.ts'
import type { LivePermission, LivePort, LiveScope, SyncLocation } from './port.ts'
import type { SyncDataset } from './unit.ts'

export interface LiveOperation<Session, Schema extends z.ZodType = z.ZodType> {
  /** The permission of the list itself, such as "ec2:DescribeInstances". */
  action: string
  reason: string
  /** Permissions of further requests for each entry. */
  also?: readonly LivePermission[]
  /** What is read of an answer; unknown fields are ignored. */
  schema: Schema
  send(session: Session, location: SyncLocation, token: string | undefined): Promise<unknown>
  toItems(answer: z.output<Schema>, location: SyncLocation): InventoryItem[]
  nextToken(answer: z.output<Schema>): string | undefined
}

/** Forgets the schema's type: a port gives each operation only answers of its own schema. */
export function toOperation<Session, Schema extends z.ZodType>(
  operation: LiveOperation<Session, Schema>,
): LiveOperation<Session> {
  return operation as LiveOperation<Session>
}

export interface OperationsPort<Session> extends LivePort<Session> {
  operations: readonly LiveOperation<Session>[]
}

export function createPort<Session>({
  dataset,
  scope,
  unlocks,
  operations,
}: {
  dataset: SyncDataset
  scope: LiveScope
  unlocks: string
  operations: readonly LiveOperation<Session>[]
}): OperationsPort<Session> {
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
      const answer = parseAnswer(operation.action, operation.schema, await operation.send(session, location, token))
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

export function parseCursor(cursor: string | null): [number, string | undefined] {
  if (cursor === null) return [0, undefined]
  const [index = ''] = cursor.split(':', 1)
  const token = cursor.slice(index.length + 1)
  return [Number(index), token === '' ? undefined : token]
}

/** Throws a failure that names the first field that is not as documented. */
export function parseAnswer<Schema extends z.ZodType>(
  action: string,
  schema: Schema,
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
