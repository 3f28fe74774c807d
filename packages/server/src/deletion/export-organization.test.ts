/** Who may export an organization: the archive contains what every read permission reads. */
import { customRolePermissions } from '@kept/domain/custom-role.ts'
import { exportPermissions, type Permission } from '@kept/domain/permission.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let admin: TestUser
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'keeper', in: 'own', role: 'admin' })
})
afterAll(() => kept.close())

async function exportBy(user: TestUser): Promise<{ status: number; message?: string }> {
  const { organizationId } = kept.world.scope
  const response = await fetch(`${kept.url}/v1/organizations/${organizationId}/export`, { headers: user.headers })
  if (response.status === 200) {
    await response.arrayBuffer()
    return { status: 200 }
  }
  const { message } = (await response.json()) as { message: string }
  return { status: response.status, message }
}

async function exportWith(name: string, permissions: readonly Permission[]) {
  const own = { organization: 'own' }
  const { data } = await admin.client.accessControls.get(own)
  const existing = data.custom_roles.map(({ people: _, ...role }) => role)
  const { data: saved } = await admin.client.accessControls.update({
    ...own,
    custom_roles: [...existing, { name, permissions: [...permissions] }],
  })
  const role = saved.custom_roles.find((candidate) => candidate.name === name)
  const user = await createTestUser(kept, { name, in: 'own', role: 'user' })
  await admin.client.accessControls.update({ ...own, people: [{ id: user.userId, custom_role_id: role?.id }] })
  return exportBy(user)
}

const refusal = (missing: readonly Permission[]) => ({
  status: 403,
  message: `An export contains all data, and you don't have the permission ${missing.join(', ')}. Ask an admin of your organization.`,
})

it('is refused to a role that may change the organization and not read all of it', async () => {
  expect(await exportWith('settings', ['organization:write'])).toEqual(refusal(exportPermissions))
  for (const missing of exportPermissions) {
    const permissions = customRolePermissions.filter((permission) => permission !== missing)
    expect(await exportWith(`without ${missing}`, permissions)).toEqual(refusal([missing]))
  }
})

it('is answered to admins, and to a role that may read everything', async () => {
  expect(await exportBy(admin)).toEqual({ status: 200 })
  expect(await exportWith('reader', ['organization:write', ...exportPermissions])).toEqual({ status: 200 })
})
