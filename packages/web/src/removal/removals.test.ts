import { createToasts } from '@kept/ui/toast/toasts.ts'
import { expect, test } from 'vitest'
import { createRemovals } from './removals.ts'

function world() {
  const toasts = createToasts()
  const seen = { sent: [] as string[], renewed: 0, failed: [] as unknown[], broken: false }
  const removals = createRemovals({ show: toasts.show, fail: (error) => seen.failed.push(error) })
  const begin = (id: string) =>
    removals.begin({
      id,
      title: 'Budget removed',
      async send() {
        if (seen.broken) throw new Error('refused')
        seen.sent.push(id)
      },
      async renew() {
        seen.renewed += 1
      },
    })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { toasts, seen, removals, begin, settle }
}

test('it leaves at once; the server hears of it when the message has gone', async () => {
  const { toasts, seen, removals, begin, settle } = world()
  begin('a')
  expect([[...removals.leaving()], seen.sent]).toEqual([['a'], []])
  toasts.close(toasts.list()[0]!.id)
  await settle()
  expect([seen.sent, seen.renewed, removals.leaving().size]).toEqual([['a'], 1, 0])
})

test('taken back, nothing was ever sent', async () => {
  const { toasts, seen, removals, begin, settle } = world()
  begin('a')
  toasts.act(toasts.list()[0]!.id)
  await settle()
  expect([seen.sent, removals.leaving().size, toasts.list()]).toEqual([[], 0, []])
})

test('two of the same name have a message each, and one that is pushed out is sent', async () => {
  const { toasts, seen, removals, begin, settle } = world()
  for (const id of ['a', 'b', 'c', 'd', 'e']) begin(id)
  await settle()
  expect([toasts.list().length, seen.sent]).toEqual([4, ['a']])
  toasts.act(toasts.list()[0]!.id)
  await removals.sendAll()
  expect(seen.sent).toEqual(['a', 'c', 'd', 'e'])
})

test('what the server refuses is there again, and said', async () => {
  const { toasts, seen, removals, begin, settle } = world()
  seen.broken = true
  begin('a')
  toasts.close(toasts.list()[0]!.id)
  await settle()
  expect([seen.failed.length, removals.leaving().size]).toEqual([1, 0])
})
