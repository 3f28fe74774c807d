import { expect, test } from 'vitest'
import { addRecent, recentOf } from './recent.ts'

const item = (name: string) => ({ kind: 'page' as const, title: name, detail: '', href: `/${name}` })
const titles = (whose: string) => recentOf(whose).map(({ title }) => title)

test('the latest first, each once, six at most', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) addRecent('ada', item(name))
  expect(titles('ada')).toEqual(['c', 'g', 'f', 'e', 'd', 'b'])
})

test('a user does not see the recent items of the previous user', () => {
  addRecent('ada', item('a'))
  expect(titles('bob')).toEqual([])
  expect(titles('ada')).toEqual([])
})
