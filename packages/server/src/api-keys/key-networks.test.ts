/** A rotated key is expected where the one before it was used: its first use anywhere else raises the alert. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let admin: TestUser
beforeAll(async () => {
  kept = await openKept({ KEPT_TRUST_PROXY: '127.0.0.1' })
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
})
afterAll(() => kept.close())

const use = (key: string, address: string) =>
  fetch(`${kept.url}/v1/me`, { headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address } })

async function newNetworks(): Promise<string[]> {
  const request = { organization: 'own', action: 'api_key.used_from_new_network' }
  return (await admin.client.security.listAuditLogs(request)).data.map(({ summary }) => summary)
}

it('raises nothing where the old key was used, and an alert elsewhere', async () => {
  const { data: key } = await admin.client.apiKeys.create({ name: 'ci', scopes: ['costs:read'] })
  await use(key.key, '203.0.113.9')
  const { data: rotated } = await admin.client.apiKeys.rotate({ id: key.id })
  await use(rotated.key, '203.0.113.77')
  expect(await newNetworks()).toEqual([])
  await use(rotated.key, '198.51.100.7')
  expect(await newNetworks()).toEqual(['The API key "ci" was used from a new network: 198.51.100.7.'])
})

it('raises nothing at the first use of a key that was never used before', async () => {
  const { data: key } = await admin.client.apiKeys.create({ name: 'unused', scopes: ['costs:read'] })
  const { data: rotated } = await admin.client.apiKeys.rotate({ id: key.id })
  const before = await newNetworks()
  await use(rotated.key, '192.0.2.1')
  expect(await newNetworks()).toEqual(before)
})
