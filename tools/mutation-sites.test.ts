import { expect, it } from 'vitest'
import { listMutations } from './mutation-sites.ts'

it('lists operators, numbers, booleans and conditions, and no texts or types', () => {
  const text = "type A = 1 | true\nconst b = x < 2 ? 'a' + c : true\nif (d) e()"
  expect(
    listMutations('a.ts', text).map(({ line, start, end, replacement }) => [line, text.slice(start, end), replacement]),
  ).toEqual([
    [2, 'x < 2', '!(x < 2)'],
    [2, '<', '<='],
    [2, '2', '(2 + 1)'],
    [2, 'true', 'false'],
    [3, 'd', '!(d)'],
  ])
})
