/** Operations and ports of AWS. */
import { createPort, type LiveOperation, type OperationsPort, toOperation } from '@kept/domain/sync/operations.ts'
import type { LiveScope } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import type * as z from 'zod'
import type { AwsSession } from './session.ts'

type Operation<Schema extends z.ZodType = z.ZodType> = LiveOperation<AwsSession, Schema>

export function defineOperation<Schema extends z.ZodType>(operation: Operation<Schema>): Operation {
  return toOperation(operation)
}

export function definePort({
  dataset,
  scope = 'region',
  unlocks,
  operations,
}: {
  dataset: SyncDataset
  scope?: LiveScope
  unlocks: string
  operations: readonly Operation[]
}): OperationsPort<AwsSession> {
  return createPort({ dataset, scope, unlocks, operations })
}
