/** What a scan's checks read of an organization. */

import type { Scope } from '@kept/domain/scope.ts'
import type { ScanKind } from '@kept/domain/security-scan.ts'
import type { ScanFacts } from '@kept/engine/security/scans/evaluate-scan.ts'
import { lastCheckpointSeq } from '@kept/store/audit/checkpoints.ts'
import { countAuditEvents } from '@kept/store/audit/overview.ts'
import { readAuditEvents } from '@kept/store/audit/read.ts'
import { listConnections } from '@kept/store/connections/connections.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { isDemoOrganization } from '@kept/store/organizations/list.ts'
import { listApiKeys } from '@kept/store/people/api-keys.ts'
import { listInvitations } from '@kept/store/people/find-invitations.ts'
import { readInventory } from '@kept/store/resources/inventory-facts.ts'
import { readAccess } from '@kept/store/security/access.ts'
import { lastReviewedAt } from '@kept/store/security/access-reviews.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import { readListedDatasets } from '@kept/store/sync/coverage.ts'
import { withKeptOutCreators } from '../keys-of-kept-out.ts'

const MAX_INVITATIONS = 1_000

export async function readScanFacts(
  database: Database,
  scope: Scope,
  { kind, now }: { kind: ScanKind; now: Date },
): Promise<ScanFacts> {
  const keys = (await listApiKeys(database, scope, now)).filter(({ status }) => status === 'active')
  const { people, ownedKeys, policies, last_access_review, coverage } = await database.scoped(scope, async (tx) => {
    const access = await readAccess(tx, now)
    const enforced = await readEnforcedPolicies(tx)
    return {
      people: access.people,
      ownedKeys: await withKeptOutCreators(tx, access.api_keys, enforced),
      policies: enforced,
      last_access_review: await lastReviewedAt(tx),
      coverage: await readListedDatasets(tx),
    }
  })
  const { failed_sign_ins_last_day } = await countAuditEvents(database, scope, now)
  const pending = { status: 'pending', page: 1, page_size: MAX_INVITATIONS, now } as const
  const { invitations, total: invitations_total } = await listInvitations(database, scope, pending)
  const connections = await listConnections(database, scope)
  return {
    security: {
      people,
      api_keys: keys,
      policies,
      failed_sign_ins_last_day,
      unsigned_since: await unsignedSince(database, scope),
    },
    organization: {
      people,
      api_keys: ownedKeys,
      invitations,
      invitations_total,
      last_access_review,
      // A connection of an AWS account assumes a role, and stores no credentials.
      credentials: connections.filter((connection) => connection.kind !== 'aws'),
    },
    inventory: kind === 'cloud' ? ((await readInventory(database, scope)) ?? []) : [],
    coverage,
  }
}

/** The demo's log is erased with its renewal, so nothing of it is signed. */
async function unsignedSince(database: Database, scope: Scope): Promise<string | null | undefined> {
  if (await isDemoOrganization(database, scope)) return undefined
  const after = await lastCheckpointSeq(database, scope)
  const [firstUnsigned] = await readAuditEvents(database, scope, { after, limit: 1 })
  return firstUnsigned?.created_at ?? null
}
