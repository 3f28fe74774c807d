/** Saved views over HTTP: own and shared ones, folders, the default. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let ana: TestUser
let ben: TestUser
beforeEach(async () => {
  kept = await openKept()
  ana = await createTestUser(kept, { name: 'Ana', in: 'own', role: 'admin' })
  ben = await createTestUser(kept, { name: 'Ben', in: 'own', role: 'admin' })
})
afterEach(() => kept.close())

it('are seen by their owner, and by others when they are shared', async () => {
  const { data: own } = await ana.client.costs.saveView({ name: 'By region', search: 'by=region' })
  expect(own).toMatchObject({ name: 'By region', folder: '', is_shared: false, is_own: true, owner_name: 'Ana' })
  expect((await ben.client.costs.views({})).data).toEqual([])
  await ana.client.costs.changeView({ id: own.id, folder: 'Monthly review', is_shared: true })
  expect((await ben.client.costs.views({})).data).toMatchObject([
    { id: own.id, name: 'By region', folder: 'Monthly review', search: 'by=region', is_own: false },
  ])
  await expect(ben.client.costs.changeView({ id: own.id, name: 'Mine' })).rejects.toThrow('Saved view not found.')
  await expect(ben.client.costs.deleteView({ id: own.id })).rejects.toMatchObject({ code: 'not_found' })
  const eve = await createTestUser(kept, { name: 'Eve', in: 'other', role: 'admin' })
  expect((await eve.client.costs.views({})).data).toEqual([])
  await ana.client.costs.deleteView({ id: own.id })
  expect((await ana.client.costs.views({})).data).toEqual([])
})

it('replaces a view of the same name, and keeps one default', async () => {
  await ana.client.costs.saveView({ name: 'First', search: 'by=region', is_default: true })
  await ana.client.costs.saveView({ name: 'Second', search: 'by=provider', is_default: true })
  await ana.client.costs.saveView({ name: 'First', search: 'by=service' })
  const { data } = await ana.client.costs.views({})
  expect(data.map(({ name, search, is_default }) => [name, search, is_default])).toEqual([
    ['First', 'by=service', false],
    ['Second', 'by=provider', true],
  ])
})

it('are saved at the same moment once, and do not take the name of another', async () => {
  const view = { name: 'Twice', search: 'by=region', is_default: true }
  const saved = await Promise.all(Array.from({ length: 8 }, () => ana.client.costs.saveView(view)))
  expect(new Set(saved.map(({ data }) => data.id)).size).toBe(1)
  const { data: other } = await ana.client.costs.saveView({ name: 'Other', search: 'by=service' })
  await expect(ana.client.costs.changeView({ id: other.id, name: 'Twice' })).rejects.toMatchObject({
    status: 409,
    message: 'You have a saved view of this name in this folder. Choose another name.',
  })
  expect((await ana.client.costs.views({})).data.map(({ name }) => name)).toEqual(['Other', 'Twice'])
})
