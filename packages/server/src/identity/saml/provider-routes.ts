/** Settings of SAML providers and of the roles that groups give. */

import { keyOfRole, permissionsOfAssigned } from '@kept/domain/custom-role.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Role } from '@kept/domain/permission.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { type GroupRole, listGroupRoles, replaceGroupRoles } from '@kept/store/people/group-roles.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import {
  applyGroupRoles,
  gainedByGroups,
  namesOfGroupRoles,
  readGroupRoles,
} from '../../people/public/apply-group-roles.ts'
import { actingAsAdmin } from '../../people/public/change-role.ts'
import { grantRefusal } from '../../people/public/grant-refusal.ts'
import { resolveRole } from '../../people/public/resolve-role.ts'
import { actingOf } from '../../platform/acting.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { routes } from '../../platform/implement.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { requireRunningAdmin } from '../../platform/require-running-admin.ts'
import { addSamlProvider, updateSamlProvider } from './change-provider.ts'

export const singleSignOn = {
  addSaml: routes.singleSignOn.addSaml.handler(async ({ context, input: { id, ...settings } }) => {
    requireRequestedOrganization(id, context.me)
    return { data: await addSamlProvider(context, settings) }
  }),

  updateSaml: routes.singleSignOn.updateSaml.handler(async ({ context, input: { id, provider_id, ...change } }) => {
    requireRequestedOrganization(id, context.me)
    return { data: await updateSamlProvider(context, provider_id, change) }
  }),

  groupRoles: routes.singleSignOn.groupRoles.handler(async ({ context, input: { id } }) => {
    requireRequestedOrganization(id, context.me)
    return {
      data: await context.services.state.database.scoped(context.scope, async (tx) =>
        answerOf(await listGroupRoles(tx)),
      ),
    }
  }),

  setGroupRoles: routes.singleSignOn.setGroupRoles.handler(async ({ context, input: { id, group_roles } }) => {
    requireRequestedOrganization(id, context.me)
    return { data: await setGroupRoles(context, group_roles) }
  }),
}

interface RequestedGroupRole {
  group: string
  role: Role
  custom_role_id: string | null
}

/** A group can give only what the caller has: otherwise it would be a way to more. */
async function setGroupRoles(
  context: SignedInContext,
  requested: readonly RequestedGroupRole[],
): Promise<RequestedGroupRole[]> {
  refuseInDemo(context)
  const acting = actingOf(context)
  requireRunningAdmin(acting)
  const { services, scope } = context
  const duplicate = requested.find(({ group }, index) => requested.findIndex((other) => other.group === group) < index)
  if (duplicate) throw new KeptError('bad_input', `The group "${duplicate.group}" is listed twice.`)
  return services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const groupRoles: GroupRole[] = []
    for (const { group, role, custom_role_id } of requested)
      groupRoles.push({ group, ...(await resolveRole(tx, { role, custom_role_id: custom_role_id ?? undefined })) })
    const rolesBefore = await readGroupRoles(tx)
    const before = rolesBefore.mapping
    const isNew = (groupRole: GroupRole) =>
      !before.some((existing) => existing.group === groupRole.group && keyOfRole(existing) === keyOfRole(groupRole))
    const granted = groupRoles.filter(isNew).flatMap((groupRole) => permissionsOfAssigned(groupRole))
    const refused = grantRefusal(acting, granted)
    if (refused) throw new KeptError('forbidden', refused)
    await replaceGroupRoles(tx, groupRoles)
    await applyGroupRoles(tx, actingAsAdmin(acting.auditContext), rolesBefore)
    const summary = 'The roles of groups were changed.'
    const details = { before: namesOfGroupRoles(before), after: namesOfGroupRoles(groupRoles) }
    const gained = gainedByGroups(before, groupRoles)
    await recordAudit(tx, { ...acting.auditContext, action: 'group_roles.changed', summary, details, gained })
    return answerOf(await listGroupRoles(tx))
  })
}

/** The list as it is sent, which can be sent back. */
function answerOf(groupRoles: readonly GroupRole[]): RequestedGroupRole[] {
  return groupRoles.map(({ group, role, custom_role }) => ({ group, role, custom_role_id: custom_role?.id ?? null }))
}
