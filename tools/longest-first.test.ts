import { expect, it } from 'vitest'
import { rankOf } from './longest-first.ts'

it('puts the named files in front, and leaves the others in their order', () => {
  const paths = ['/x/a.test.ts', '/x/slow.test.ts', '/x/b.test.ts', '/x/slowest.test.ts']
  const names = ['slowest.test.ts', 'slow.test.ts']
  expect(paths.toSorted((a, b) => rankOf(a, names) - rankOf(b, names))).toEqual([
    '/x/slowest.test.ts',
    '/x/slow.test.ts',
    '/x/a.test.ts',
    '/x/b.test.ts',
  ])
})
