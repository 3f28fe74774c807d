import type { SearchHit } from '@kept/domain/search.ts'
import { expect, test } from 'vitest'
import { formatGroupCount, groupHits, matchReason, startsWord, stillFitting } from './palette-groups.ts'

const hit = (kind: SearchHit['kind'], title: string, matched = { field: 'Name', text: title }): SearchHit => ({
  ...{ kind, title, detail: 'EC2 · shop', href: `/${title}`, matched },
})

test('groups stand in the order of their best hit, hits in theirs', () => {
  const groups = groupHits([hit('service', 'a'), hit('resource', 'b'), hit('service', 'c')])
  expect(groups.map(({ heading, hits }) => [heading, hits.map(({ title }) => title)])).toEqual([
    ['Services', ['a', 'c']],
    ['Resources', ['b']],
  ])
})

test('says why something was found where its name does not', () => {
  expect(matchReason(hit('resource', 'a'))).toBe('EC2 · shop')
  expect(matchReason(hit('resource', 'a', { field: 'Tag', text: 'team: payments' }))).toBe('Tag team: payments')
  expect(matchReason(hit('resource', 'a', { field: 'Id', text: 'EC2' }))).toBe('EC2 · shop')
})

test('keeps of an older answer what still fits', () => {
  const hits = [hit('resource', 'web-1'), hit('resource', 'a', { field: 'Tag', text: 'team: web' }), hit('tag', 'we')]
  expect(stillFitting(hits, 'WEB').map(({ title }) => title)).toEqual(['web-1', 'a'])
})

test('a page is found by the beginnings of its words', () => {
  expect(startsWord('Cost Explorer', 'exp co')).toBe(true)
  expect(startsWord('Cost Explorer', 'plor')).toBe(false)
})

test('announces the number of hits, once it is known', () => {
  expect(formatGroupCount('web', 0, false)).toBe('No results')
  expect(formatGroupCount('web', 1, false)).toBe('1 result')
  expect(formatGroupCount('web', 12, false)).toBe('12 results')
  expect(formatGroupCount('web', 12, true)).toBe('')
  expect(formatGroupCount('', 12, false)).toBe('')
})
