import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinList, parseSearch, splitList, writeSearch } from './search.ts'

test('an address a person can read', () => {
  expect(writeSearch({ by: 'service,tag:team', from: '2018-10-01', top: undefined, q: '' })).toBe(
    '?by=service,tag:team&from=2018-10-01',
  )
  expect(parseSearch('?by=service,tag:team&from=2018-10-01')).toEqual({ by: 'service,tag:team', from: '2018-10-01' })
  expect(writeSearch({})).toBe('')
})

test('law: what is written is read again', () => {
  const params = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.string({ minLength: 1 }))
  fc.assert(
    fc.property(params, (search) => {
      expect(parseSearch(writeSearch(search))).toEqual({ ...search })
    }),
  )
})

test('law: lists of lists survive, whatever they hold', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 1 }), { minLength: 1 }), (lists) => {
      const text = joinList(
        lists.map((list) => joinList(list, '|')),
        ',',
      )
      expect(splitList(text, ',').map((part) => splitList(part, '|'))).toEqual(lists)
    }),
  )
})
