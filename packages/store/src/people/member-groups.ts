/** The groups of an organization's users, with the providers that list them: by provisioning, or at the last sign-in. */
import type { ScopedTransaction } from '../database/connect.ts'
import { listGroupNames } from '../provisioning/groups.ts'

export interface MemberGroup {
  name: string
  /** Without an ID: provisioning (SCIM), whose tokens belong to no provider. */
  providers: { id: string | null; name: string }[]
}

const provisioning = { id: null, name: 'SCIM provisioning' } as const

/** By user, in the order of names; also of users who were removed. */
export async function listMemberGroups(tx: ScopedTransaction): Promise<Map<string, MemberGroup[]>> {
  const groups = new Map<string, MemberGroup[]>()
  const add = (userId: string, name: string, provider: MemberGroup['providers'][number]) => {
    const own = groups.get(userId) ?? []
    const group = own.find((candidate) => candidate.name === name)
    if (group) group.providers.push(provider)
    else own.push({ name, providers: [provider] })
    groups.set(userId, own)
  }
  for (const { user_id, group_name, provider_id, name } of await listSignInGroups(tx))
    add(user_id, group_name, { id: provider_id, name })
  for (const [userId, names] of await listGroupNames(tx)) for (const name of names) add(userId, name, provisioning)
  for (const own of groups.values()) own.sort((a, b) => a.name.localeCompare(b.name))
  return groups
}

/** With the provider's present name, and its last one after it was removed. */
function listSignInGroups(tx: ScopedTransaction) {
  return tx
    .selectFrom('sign_in_group as s')
    .leftJoin('identity_provider as p', (join) =>
      join.onRef('p.id', '=', 's.provider_id').onRef('p.organization_id', '=', 's.organization_id'),
    )
    .select(['s.user_id', 's.group_name', 's.provider_id'])
    .select((eb) => eb.fn.coalesce('p.name', 's.provider_name').as('name'))
    .where('s.organization_id', '=', tx.scopedTo)
    .execute()
}
