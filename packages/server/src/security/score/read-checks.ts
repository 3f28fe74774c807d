/** The checks of an organization on itself at this moment, and what they were evaluated from. */
import type { Scope } from '@kept/domain/scope.ts'
import { evaluateSecurityChecks } from '@kept/engine/security/evaluate-checks.ts'
import { lastCheckpointSeq } from '@kept/store/audit/checkpoints.ts'
import { countAuditEvents } from '@kept/store/audit/overview.ts'
import { readAuditEvents } from '@kept/store/audit/read.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { listApiKeys } from '@kept/store/people/api-keys.ts'
import { readAccess } from '@kept/store/security/access.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'

export async function readChecks({ database, now }: { database: Database; now: Date }, scope: Scope, isDemo: boolean) {
  const counted = await countAuditEvents(database, scope, now)
  const lastSeq = await lastCheckpointSeq(database, scope)
  const [firstUnsigned] = await readAuditEvents(database, scope, { after: lastSeq, limit: 1 })
  const keys = (await listApiKeys(database, scope, now)).filter(({ status }) => status === 'active')
  const { access, policies } = await database.scoped(scope, async (tx) => ({
    access: await readAccess(tx, now),
    policies: await readEnforcedPolicies(tx),
  }))
  const { people } = access
  const checks = evaluateSecurityChecks(
    {
      people,
      api_keys: keys,
      policies,
      failed_sign_ins_last_day: counted.failed_sign_ins_last_day,
      // The demo's log is erased with its renewal, so it has no checkpoints.
      unsigned_since: isDemo ? undefined : (firstUnsigned?.created_at ?? null),
    },
    now.getTime(),
  )
  const creators = new Map(access.api_keys.map(({ id, creator }) => [id, creator]))
  return {
    ...{ checks, people, policies, counted, lastSeq },
    keys: keys.map((key) => ({ ...key, creator: creators.get(key.id) })),
  }
}
