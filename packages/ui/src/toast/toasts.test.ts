import { expect, test } from 'vitest'
import { createToasts } from './toasts.ts'

test('the same words do not stack, they count', () => {
  const toasts = createToasts()
  const first = toasts.show({ title: 'HTTP 500', tone: 'error' })
  const again = toasts.show({ title: 'HTTP 500', tone: 'error' })
  expect(again).toBe(first)
  expect(toasts.list()).toMatchObject([{ title: 'HTTP 500', times: 2, tone: 'error' }])
})

test('four at most, the oldest leaves; listeners hear of every change', () => {
  const toasts = createToasts()
  let heard = 0
  const stop = toasts.subscribe(() => {
    heard += 1
  })
  for (const title of ['a', 'b', 'c', 'd', 'e']) toasts.show({ title })
  expect(toasts.list().map((toast) => toast.title)).toEqual(['b', 'c', 'd', 'e'])
  toasts.close(toasts.list()[0]!.id)
  stop()
  toasts.show({ title: 'f' })
  expect(heard).toBe(6)
  expect(toasts.list().map((toast) => toast.title)).toEqual(['c', 'd', 'e', 'f'])
})
