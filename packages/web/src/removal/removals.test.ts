import { createToasts } from '@kept/ui/toast/toasts.ts'
import { expect, test } from 'vitest'
import { createRemovals } from './removals.ts'

function world() {
  const toasts = createToasts()
  const fake = { sent: [] as string[], renewed: 0, failed: [] as unknown[], broken: false }
  const removals = createRemovals({ show: toasts.show, fail: (error) => fake.failed.push(error) })
  const startRemoval = (id: string) =>
    removals.start({
      id,
      title: 'Budget removed',
      async send() {
        if (fake.broken) throw new Error('refused')
        fake.sent.push(id)
      },
      async renew() {
        fake.renewed += 1
      },
    })
  const flush = () => new Promise((resolve) => setTimeout(resolve))
  return { toasts, fake, removals, startRemoval, flush }
}

test('an item disappears at once; the server is called when the message has gone', async () => {
  const { toasts, fake, removals, startRemoval, flush } = world()
  startRemoval('a')
  expect([[...removals.leaving()], fake.sent]).toEqual([['a'], []])
  toasts.close(toasts.list()[0]!.id)
  await flush()
  expect([fake.sent, fake.renewed, removals.leaving().size]).toEqual([['a'], 1, 0])
})

test('taken back, nothing was ever sent', async () => {
  const { toasts, fake, removals, startRemoval, flush } = world()
  startRemoval('a')
  toasts.act(toasts.list()[0]!.id)
  await flush()
  expect([fake.sent, removals.leaving().size, toasts.list()]).toEqual([[], 0, []])
})

test('two of the same name have a message each, and one that is pushed out is sent', async () => {
  const { toasts, fake, removals, startRemoval, flush } = world()
  for (const id of ['a', 'b', 'c', 'd', 'e']) startRemoval(id)
  await flush()
  expect([toasts.list().length, fake.sent]).toEqual([4, ['a']])
  toasts.act(toasts.list()[0]!.id)
  await removals.sendAll()
  expect(fake.sent).toEqual(['a', 'c', 'd', 'e'])
})

test('what the server refuses is there again, and said', async () => {
  const { toasts, fake, removals, startRemoval, flush } = world()
  fake.broken = true
  startRemoval('a')
  toasts.close(toasts.list()[0]!.id)
  await flush()
  expect([fake.failed.length, removals.leaving().size]).toEqual([1, 0])
})
