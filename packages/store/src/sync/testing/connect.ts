import { randomUUID } from 'node:crypto'
import type { ConnectionKind } from '@kept/domain/connection-kind.ts'
import { createConnection } from '../../connections/connections.ts'
import type { World } from '../../testing/world.ts'

/** A connection that has not read anything; returns its id. */
export async function connect({ database, scope }: World, kind: ConnectionKind, at: Date): Promise<string> {
  const id = randomUUID()
  const actor = { kind: 'system', id: null, name: 'Kept' } as const
  await createConnection(
    database,
    scope,
    { id, kind, name: id, location: '', credentials: 'sealed' },
    {
      actorName: 'Ana',
      auditContext: { actor, at, ip: null, requestId: randomUUID() },
      sync: { externalId: 'kept-1', roleArn: '', regions: [], exportAddress: '', nextRunAt: at },
    },
  )
  return id
}
