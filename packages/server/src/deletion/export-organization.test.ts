/** Who may export an organization: the archive contains what every read permission reads. */
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { customRolePermissions } from '@kept/domain/custom-role.ts'
import { exportPermissions, type Permission } from '@kept/domain/permission.ts'
import { addEvidence } from '@kept/store/security/evidence.ts'
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

it('has large evidence in parts that one process can hold', async () => {
  const { database, scope } = kept.world
  const content = Buffer.alloc(2_000_000, 'a')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const at = new Date()
  for (let n = 0; n < 4; n += 1)
    await database.scoped(scope, (tx) =>
      addEvidence(tx, {
        ...{ framework: 'soc2', requirement: 'CC6.1', claim: 'met', name: 'a.txt', description: '' },
        ...{ media_type: 'text/plain', bytes: content.length, sha256, content, malware_scanned: false },
        ...{ observed_from: at, observed_until: at, uploaded_by: 'ada', created_at: at },
      }),
    )
  const { organizationId } = scope
  const response = await fetch(`${kept.url}/v1/organizations/${organizationId}/export`, { headers: admin.headers })
  const archive = gunzipSync(Buffer.from(await response.arrayBuffer())).toString('latin1')
  const manifest = archive.slice(archive.indexOf('{\n  "format": "kept.organization-export"'))
  const { files } = JSON.parse(manifest.slice(0, manifest.lastIndexOf('}') + 1))
  const ofEvidence = (files as { name: string }[]).filter(({ name }) => name.includes('compliance_evidence'))
  // 2 MB of bytes are 4 MB of JSON, and a part has 8 MB.
  expect(ofEvidence).toEqual(
    [1, 2, 3, 4].map((part) => ({ name: `database/compliance_evidence/0000${part}.jsonl`, rows: 1 })),
  )
})
