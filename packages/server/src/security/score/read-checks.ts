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
import { withKeptOutCreators } from '../keys-of-kept-out.ts'

export async function readChecks({ database, now }: { database: Database; now: Date }, scope: Scope, isDemo: boolean) {
  const counted = await countAuditEvents(database, scope, now)
  const lastSeq = await lastCheckpointSeq(database, scope)
  const [firstUnsigned] = await readAuditEvents(database, scope, { after: lastSeq, limit: 1 })
  const keys = (await listApiKeys(database, scope, now)).filter(({ status }) => status === 'active')
  const { people, policies, ownedKeys } = await database.scoped(scope, async (tx) => {
    const access = await readAccess(tx, now)
    const enforced = await readEnforcedPolicies(tx)
    const ownedKeys = await withKeptOutCreators(tx, access.api_keys, enforced)
    return { people: access.people, policies: enforced, ownedKeys }
  })
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
  const owned = new Map(ownedKeys.map((key) => [key.id, key]))
  return {
    ...{ checks, people, policies, counted, lastSeq },
    keys: keys.map((key) => {
      const { creator, creator_kept_out = '' } = owned.get(key.id) ?? {}
      return { ...key, creator, creator_kept_out }
    }),
  }
}
