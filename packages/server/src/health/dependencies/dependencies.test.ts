/** The operator's list of dependencies and the check against advisories, over real HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from '../../testing/sign-in.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { readDependencies } from './read-dependencies.ts'

let kept: TestKept
let operator: TestUser
let admin: TestUser
beforeAll(async () => {
  kept = await openKept({ KEPT_ADMIN_EMAILS: 'opal@example.com' })
  operator = await createTestUser(kept, { name: 'opal', in: 'own', role: 'admin' })
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
})
afterAll(() => kept.close())

const advisory = (name: string, fixed: string) => ({
  id: 'GHSA-1',
  summary: 'Bad',
  affected: [
    { package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }] },
  ],
})
const check = (content: string) => operator.client.dependencies.check({ file_name: 'osv.json', content })

it('lists what Kept runs with, and writes both formats', async () => {
  const { data } = await operator.client.dependencies.list({})
  const installed = readDependencies().filter(({ dev }) => !dev)
  expect(data.libraries).toHaveLength(installed.length)
  expect(data.libraries.find(({ name }) => name === 'fastify')).toMatchObject({ license: 'MIT' })
  const { data: bom } = await operator.client.dependencies.sbom({})
  expect(bom.file_name).toMatch(/^kept-.*\.cdx\.json$/)
  expect(JSON.parse(bom.content).components).toHaveLength(installed.length)
  const { data: document } = await operator.client.dependencies.sbom({ format: 'spdx' })
  expect(JSON.parse(document.content)).toMatchObject({ spdxVersion: 'SPDX-2.3' })
})

it('finds affected libraries, and refuses what is no list of advisories with one sentence', async () => {
  const { data } = await check(JSON.stringify([advisory('fastify', '999.0.0'), advisory('fastify', '0.0.1')]))
  expect(data).toMatchObject({ advisories: 2, vulnerabilities: [{ name: 'fastify', id: 'GHSA-1', summary: 'Bad' }] })
  await expect(check('')).rejects.toThrow('osv.json has no advisories.')
  await expect(check('<html>')).rejects.toThrow('osv.json is neither JSON nor JSON Lines.')
  await expect(check('[{"id": 1}]')).rejects.toThrow('osv.json is not a file of OSV advisories')
})

it('is for the operator alone', async () => {
  for (const call of [
    () => admin.client.dependencies.list({}),
    () => admin.client.dependencies.sbom({}),
    () => admin.client.dependencies.check({ file_name: 'x', content: '[]' }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 403 })
})
