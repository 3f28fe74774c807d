import { expect, test } from 'vitest'
import { createToasts } from './toasts.ts'

test('counts repeated toasts instead of stacking them', () => {
  const toasts = createToasts()
  const first = toasts.show({ title: 'HTTP 500', tone: 'error' })
  const second = toasts.show({ title: 'HTTP 500', tone: 'error' })
  expect(second).toBe(first)
  expect(toasts.list()).toMatchObject([{ title: 'HTTP 500', times: 2, tone: 'error' }])
})

test('shows at most four toasts and notifies listeners of every change', () => {
  const toasts = createToasts()
  let changeCount = 0
  const stop = toasts.subscribe(() => {
    changeCount += 1
  })
  for (const title of ['a', 'b', 'c', 'd', 'e']) toasts.show({ title })
  expect(toasts.list().map((toast) => toast.title)).toEqual(['b', 'c', 'd', 'e'])
  toasts.close(toasts.list()[0]!.id)
  stop()
  toasts.show({ title: 'f' })
  expect(changeCount).toBe(6)
  expect(toasts.list().map((toast) => toast.title)).toEqual(['c', 'd', 'e', 'f'])
})
