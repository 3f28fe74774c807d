/** Groups of an identity provider. Their members get the roles that an admin gave to the groups. */
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembers } from '@kept/store/people/members.ts'
import {
  addGroup,
  listGroups,
  type ProvisionedGroup,
  removeGroup,
  setGroupMembers,
  updateGroup,
} from '@kept/store/provisioning/groups.ts'
import { applyGroupRoles, readGroupRoles } from '../../people/public/apply-group-roles.ts'
import type { ScimCaller } from './caller.ts'
import { scimError } from './errors.ts'
import { completeGroupResource, type GroupInput, groupResource, readGroup, type ScimResource } from './resources.ts'

export async function listGroupResources({ base, scoped }: ScimCaller): Promise<ScimResource[]> {
  return (await scoped((tx) => listGroups(tx))).map((group) => groupResource(base, group))
}

export async function getGroup({ base, scoped }: ScimCaller, id: string): Promise<ScimResource> {
  return groupResource(base, await scoped((tx) => findOne(tx, id)))
}

async function findOne(tx: ScopedTransaction, id: string): Promise<ProvisionedGroup> {
  const [group] = await listGroups(tx, id)
  if (!group) throw scimError(404, 'Group not found.')
  return group
}

export function createGroup(caller: ScimCaller, body: unknown): Promise<ScimResource> {
  const input = readGroup(body)
  return change(caller, 'group.added', async (tx) => {
    await refuseTakenName(tx, input.displayName)
    const id = await addGroup(tx, fieldsOf(input), caller.now)
    await setMembers(tx, id, input)
    return { id, name: input.displayName }
  })
}

/** PUT, and what a PATCH makes of the group. Read under the lock: no change of another request is taken back. */
export function replaceGroup(
  caller: ScimCaller,
  id: string,
  bodyOf: (current: ScimResource) => unknown,
): Promise<ScimResource> {
  return change(caller, 'group.changed', async (tx) => {
    const before = await findOne(tx, id)
    const input = readGroup(bodyOf(completeGroupResource(caller.base, before)))
    if (input.displayName !== before.display_name) await refuseTakenName(tx, input.displayName)
    await updateGroup(tx, id, fieldsOf(input), caller.now)
    await setMembers(tx, id, input)
    return { id, name: input.displayName }
  })
}

export async function deleteGroup(
  caller: ScimCaller,
  id: string,
  check: (current: ScimResource) => void,
): Promise<void> {
  await change(caller, 'group.removed', async (tx) => {
    const group = await findOne(tx, id)
    check(groupResource(caller.base, group))
    await removeGroup(tx, id)
    return { id: undefined, name: group.display_name }
  })
}

/** Changes groups and then the roles that follow, all or nothing. `work` returns the group to answer with, and its name. */
async function change(
  { base, acting, scoped }: ScimCaller,
  action: 'group.added' | 'group.changed' | 'group.removed',
  work: (tx: ScopedTransaction) => Promise<{ id: string | undefined; name: string }>,
): Promise<ScimResource> {
  const group = await scoped(async (tx) => {
    await lockOrganization(tx)
    const before = await readGroupRoles(tx)
    const { id, name } = await work(tx)
    await applyGroupRoles(tx, acting, before)
    const verb = action.replace('group.', '')
    const summary = `The group "${name.replaceAll('"', "'")}" was ${verb} by the identity provider.`
    await recordAudit(tx, { ...acting.auditContext, action, target: id ?? null, summary })
    return id === undefined ? undefined : findOne(tx, id)
  })
  return group ? groupResource(base, group) : { id: '', meta: { version: '', location: '' } }
}

function fieldsOf({ displayName, externalId }: GroupInput) {
  return { display_name: displayName, external_id: externalId || null }
}

async function refuseTakenName(tx: ScopedTransaction, name: string): Promise<void> {
  if ((await listGroups(tx)).some(({ display_name }) => display_name === name))
    throw scimError(409, `There is already a group ${name}.`, 'uniqueness')
}

/** Someone who was removed may be listed: the group gives them its role when they come back. */
async function setMembers(tx: ScopedTransaction, id: string, { members }: GroupInput): Promise<void> {
  const ids = [...new Set((members ?? []).map(({ value }) => value))]
  const present = await findMembers(tx, ids)
  const missing = ids.find((member) => !present.some((candidate) => candidate.id === member))
  if (missing !== undefined) throw scimError(400, `There is no user ${missing}.`, 'invalidValue')
  await setGroupMembers(tx, id, ids)
}
