import { addNotification } from '@kept/store/notifications/add.ts'
import { listNotifications } from '@kept/store/notifications/list.ts'
import { markReadByEveryone } from '@kept/store/notifications/mark-read.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leaveThreeUnread } from './seed-notifications.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const now = () => new Date()
const services = () => ({ state: world, now }) as unknown as Parameters<typeof leaveThreeUnread>[0]

async function unread(): Promise<string[]> {
  const { notifications } = await listNotifications(world.database, world.scope, { reader: 'someone', limit: 100 })
  return notifications.flatMap(({ kind, read }) => (read ? [] : [kind])).sort()
}

it('leaves one of each important kind, also when the telemetry has marked older loops before', async () => {
  const { database, scope } = world
  for (const kind of ['loop', 'loop', 'anomaly', 'recommendations', 'budget', 'import_done'] as const)
    await database.scoped(scope, (tx) => addNotification(tx, scope, { kind, title: kind, body: '', href: '/' }))
  const { notifications } = await listNotifications(database, scope, { reader: 'someone', limit: 100 })
  const [, olderLoop] = notifications.filter(({ kind }) => kind === 'loop')
  await markReadByEveryone(database, scope, olderLoop ? [olderLoop.id] : [], now())
  await leaveThreeUnread(services(), scope)
  expect(await unread()).toEqual(['anomaly', 'loop', 'recommendations'])
  await database.scoped(scope, (tx) =>
    addNotification(tx, scope, { kind: 'budget', title: 'Later', body: '', href: '/' }),
  )
  await leaveThreeUnread(services(), scope)
  expect(await unread()).toEqual(['anomaly', 'budget', 'loop', 'recommendations'])
})
