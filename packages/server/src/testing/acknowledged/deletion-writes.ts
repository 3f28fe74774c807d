/** Deletion of organizations and accounts. */
import type { Bench, WriteEntries } from './acknowledged-write.ts'
import { writes } from './acknowledged-write.ts'

async function requestOf({ admin, scope }: Bench) {
  const id = scope.organizationId
  const { data } = await admin.client.organizations.get({ id })
  return { id, name: data.name, reason: 'other' } as const
}

export const deletionWrites: WriteEntries = {
  'POST /v1/organizations/{id}/deletion': writes('organization', async (bench) => {
    const { id, ...body } = await requestOf(bench)
    const { data } = await bench.admin.client.deletion.getOrganization({ id })
    if (data) await bench.admin.client.deletion.cancelOrganization({ id })
    return { path: { id }, body }
  }),
  'DELETE /v1/organizations/{id}/deletion': writes('organization', async (bench) => {
    const request = await requestOf(bench)
    const { data } = await bench.admin.client.deletion.getOrganization({ id: request.id })
    if (!data) await bench.admin.client.deletion.requestOrganization(request)
    return { path: { id: request.id } }
  }),
  'POST /v1/account/deletion': writes('users', async ({ createUser }) => {
    const { email, headers } = await createUser()
    return { body: { email }, headers }
  }),
  'DELETE /v1/account/deletion': writes('users', async ({ createUser }) => {
    const { email, headers, client } = await createUser()
    await client.deletion.requestAccount({ email })
    return { headers }
  }),
}
