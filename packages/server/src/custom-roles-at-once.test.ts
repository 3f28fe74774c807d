/** Custom roles that are narrowed or deleted while, or before, someone is given them. */
import { updateCustomRole } from '@kept/store/people/custom-roles.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { untilWaiting } from '@kept/store/testing/until-waiting.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOfClaims } from './identity/oauth/person-of-claims.ts'
import { newOrganization } from './testing/new-organization.ts'
import { createTestUser } from './testing/sign-in.ts'
import { verifyDomain } from './testing/verify-domain.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let clock = Date.now()
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock), connections: 12 })
})
afterAll(() => kept.close())

async function organizationWithRole() {
  const created = await newOrganization(kept)
  const ada = await created.addAdmin('ada')
  const role = { name: 'Auditor', description: '', permissions: ['costs:read' as const, 'security:read' as const] }
  const { data } = await ada.client.accessControls.update({
    organization: created.organization,
    custom_roles: [role],
  })
  const id = data.custom_roles[0]?.id ?? ''
  /** Begins the request while the role is narrowed, and lets it go on when that is done. */
  const whileNarrowed = async <T>(request: () => Promise<T>): Promise<T> => {
    const [begun] = await kept.world.database.scoped(created.scope, async (tx) => {
      await lockOrganization(tx)
      await updateCustomRole(tx, { ...role, id, permissions: ['costs:read'] }, new Date(clock))
      const running = request()
      await untilWaiting(tx, [running])
      return [running]
    })
    return begun as Promise<T>
  }
  return { ...created, ada, role: id, whileNarrowed }
}

describe('a role that is narrowed while it is given', () => {
  it.each(['update', 'bulkUpdate', 'accessControls'] as const)('is given narrowed by %s', async (request) => {
    const { organization, scope, ada, role, whileNarrowed } = await organizationWithRole()
    const { userId: id } = await createTestUser(kept, { name: `uma-${organization}`, in: scope })
    const requests = {
      update: () => ada.client.users.update({ id, custom_role_id: role }),
      bulkUpdate: () => ada.client.users.bulkUpdate({ user_ids: [id], updates: { custom_role_id: role } }),
      accessControls: () => ada.client.accessControls.update({ organization, people: [{ id, custom_role_id: role }] }),
    }
    await whileNarrowed<unknown>(requests[request])
    expect((await ada.client.users.permissions({ id })).data.effective).toEqual(['costs:read'])
  })

  it('is given narrowed to those who sign in for the first time', async () => {
    const { id, scope, ada, role, whileNarrowed } = await organizationWithRole()
    const domain = `${id}.example`
    await verifyDomain(kept.world.database, scope, domain)
    const organization = { id, default_role: 'user' as const, default_custom_role_id: role, domains: [domain] }
    const email = `pia@${domain}`
    const claims = { subject: email, email, email_verified: true, full_name: 'Pia', avatar_url: null, groups: [] }
    const { person } = await whileNarrowed(() =>
      personOfClaims(kept.server.services, { id: `oidc:${id}`, organization }, claims),
    )
    expect((await ada.client.users.permissions({ id: person.id })).data.effective).toEqual(['costs:read'])
  })
})

describe('a role that is deleted', () => {
  const expired = 'The invitation has expired. Invite the user again.'

  it('ends the revoked invitations that gave it, and no other', async () => {
    const { organization, ada, role } = await organizationWithRole()
    const invite = async (name: string, fields: object) =>
      (await ada.client.users.invite({ email: `${name}@corp.example`, ...fields })).data.id
    const [withRole, asUser] = [await invite('lou', { custom_role_id: role }), await invite('max', { role: 'user' })]
    await ada.client.users.bulkRemove({ user_ids: [withRole, asUser] })
    await ada.client.accessControls.update({ organization, custom_roles: [] })
    await expect(ada.client.users.restore({ user_ids: [withRole] })).rejects.toThrow(expired)
    await ada.client.users.restore({ user_ids: [asUser] })
    const { data } = await ada.client.users.invitations({})
    expect(data.map(({ email, status }) => [email, status]).sort()).toEqual([
      ['lou@corp.example', 'revoked'],
      ['max@corp.example', 'pending'],
    ])
  })

  it('ends an invitation that expired with it: it is not sent again as one of a user', async () => {
    const { organization, scope, ada, role } = await organizationWithRole()
    const { data: invitation } = await ada.client.users.invite({ email: 'kim@corp.example', custom_role_id: role })
    await kept.world.database.scoped(scope, (tx) =>
      tx
        .updateTable('invitation')
        .set({ expires_at: new Date(clock - 1000) })
        .where('id', '=', invitation.id)
        .execute(),
    )
    await ada.client.accessControls.update({ organization, custom_roles: [] })
    clock += 120_000
    await expect(ada.client.users.resend({ id: invitation.id })).rejects.toThrow(
      'This invitation was taken back already.',
    )
    await expect(ada.client.users.restore({ user_ids: [invitation.id] })).rejects.toThrow(expired)
  })
})

it('leaves the new role of another admin, who saved the list meanwhile', async () => {
  const { organization, ada, role } = await organizationWithRole()
  const { data: read } = await ada.client.accessControls.get({ organization })
  const [auditor] = read.custom_roles.map(({ people: _, ...fields }) => fields)
  const named = (name: string) => ({ name, description: '', permissions: ['costs:read' as const] })
  const save = (name: string, custom_roles_version?: string) =>
    ada.client.accessControls.update({
      organization,
      custom_roles: [...(auditor ? [auditor] : []), named(name)],
      ...(custom_roles_version && { custom_roles_version }),
    })
  await save('First', read.custom_roles_version)
  await expect(save('Second', read.custom_roles_version)).rejects.toMatchObject({
    status: 409,
    message: 'Someone else changed the custom roles meanwhile. Look at them, and save again.',
  })
  const { data } = await ada.client.accessControls.get({ organization })
  expect(data.custom_roles.map(({ name }) => name)).toEqual(['Auditor', 'First'])
  expect(data.custom_roles[0]?.id).toBe(role)
  await save('Third', data.custom_roles_version)
})
