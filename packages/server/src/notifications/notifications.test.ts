import { addNotification } from '@kept/store/notifications/add.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
  for (const title of ['first', 'second', 'third']) {
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      addNotification(tx, kept.world.scope, {
        kind: 'recommendations',
        title,
        body: `${title} body`,
        href: '/savings',
      }),
    )
  }
})
afterAll(() => kept.close())

it('lists the newest first, up to the limit, with the count of all unread', async () => {
  const { data, meta } = await kept.client.notifications.list({ limit: 2 })
  expect(data.map(({ title, read }) => [title, read])).toEqual([
    ['third', false],
    ['second', false],
  ])
  expect(meta.unread).toBe(3)
})

it('marks only the caller’s own as read, the given ones or all', async () => {
  const { data } = await kept.client.notifications.list({})
  const ids = data.map(({ id }) => id)
  expect((await kept.otherClient.notifications.read({ ids })).data.unread).toBe(0)
  expect((await kept.otherClient.notifications.read({})).data.unread).toBe(0)
  expect((await kept.client.notifications.list({})).meta.unread).toBe(3)
  expect((await kept.client.notifications.read({ ids: [] })).data.unread).toBe(3)
  expect((await kept.client.notifications.read({ ids: ids.slice(0, 1) })).data.unread).toBe(2)
  expect((await kept.client.notifications.read({})).data.unread).toBe(0)
})
