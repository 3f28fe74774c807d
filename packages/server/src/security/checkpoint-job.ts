/** Signs a checkpoint of each audit log that has grown, every quarter of an hour. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import { addCheckpoint, lastCheckpointSeq } from '@kept/store/audit/checkpoints.ts'
import { readAuditHead } from '@kept/store/audit/read.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { CheckpointFiles } from './checkpoint-files.ts'
import { signCheckpoint } from './sign-audit.ts'

interface CheckpointDeps {
  database: Database
  files: CheckpointFiles
  signer(): Signer
  now(): Date
}

export const auditCheckpointJob = defineJob({
  name: 'audit-checkpoints',
  input: z.object({}),
  retries: 2,
  cron: '3,18,33,48 * * * *',
  run: async (_input, deps: CheckpointDeps, signal) => {
    for (const { id, demo } of await listOrganizations(deps.database)) {
      signal.throwIfAborted()
      // The demo's log is erased with its renewal.
      if (!demo) await writeCheckpoint(deps, { organizationId: id })
    }
  },
})

/** Writes a checkpoint when there are events after the last one. */
export async function writeCheckpoint({ database, files, signer, now }: CheckpointDeps, scope: Scope): Promise<void> {
  const head = await readAuditHead(database, scope)
  if (head.seq <= (await lastCheckpointSeq(database, scope))) return
  const checkpoint = signCheckpoint(
    {
      kind: 'checkpoint',
      organization_id: scope.organizationId,
      seq: head.seq,
      hash: head.hash,
      created_at: now().toISOString(),
    },
    signer(),
  )
  // The file first: a checkpoint in the database always has its copy.
  await files.append(checkpoint)
  await addCheckpoint(database, scope, checkpoint)
}
