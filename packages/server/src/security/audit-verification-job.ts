/** Verifies each audit log once a day, and tells the organization's admins when one does not hold. */
import { noteAudit } from '@kept/store/audit/record.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { CheckpointFiles } from './checkpoint-files.ts'
import { proveAuditLog } from './prove-audit-log.ts'

interface VerificationDeps {
  database: Database
  files: CheckpointFiles
  publicKey(): string
  now(): Date
}

export const auditVerificationJob = defineJob({
  name: 'audit-verification',
  input: z.object({}),
  retries: 1,
  cron: '41 3 * * *',
  run: (_input, deps: VerificationDeps, signal) => verifyAuditLogs(deps, signal),
})

export async function verifyAuditLogs(deps: VerificationDeps, signal?: AbortSignal): Promise<void> {
  const { database, now } = deps
  for (const { id, demo } of await listOrganizations(database)) {
    signal?.throwIfAborted()
    // The demo's log is erased with its renewal.
    if (demo) continue
    const scope = { organizationId: id }
    const { intact, failure_reason, broken_seq } = await proveAuditLog(
      { ...deps, publicKey: deps.publicKey() },
      scope,
      signal,
    )
    if (intact) continue
    await noteAudit(database, scope, {
      action: 'audit_log.broken',
      actor: { kind: 'system', id: null, name: 'Kept' },
      outcome: 'failed',
      summary: `The audit log did not verify: ${failure_reason}`,
      details: { broken_seq },
      at: now(),
    })
  }
}
