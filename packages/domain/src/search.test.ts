import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Found, findMatch, hitKinds, matchRanks, rankFound } from './search.ts'

const placed = (text: string, ...fields: string[]) =>
  findMatch(
    text,
    fields.map((field) => ['Name', field] as const),
  )?.rank ?? null

test('the very text, its beginning, the beginning of a word, somewhere inside, nowhere', () => {
  expect(placed('web', 'Web')).toBe(matchRanks.exact)
  expect(placed('web', 'webshop')).toBe(matchRanks.prefix)
  expect(placed('shop', 'web-shop')).toBe(matchRanks.wordStart)
  expect(placed('hop', 'web-shop')).toBe(matchRanks.inside)
  expect(placed('mail', 'web-shop')).toBeNull()
  expect(placed('  ', 'web')).toBeNull()
})

test('the last piece of an id is as good as the id', () => {
  const id = 'arn:aws:ec2:us-east-1:1:instance/i-0abc'
  expect(placed('i-0abc', id)).toBe(matchRanks.exact)
  expect(placed('i-0a', id)).toBe(matchRanks.wordStart)
})

test('a later beginning of a word counts, where the first is inside one', () => {
  expect(placed('in', 'main instance')).toBe(matchRanks.wordStart)
})

test('several words: as one text where it is one, else each somewhere, and the field of the worst is said', () => {
  expect(placed('big  web', 'Big web shop')).toBe(matchRanks.prefix)
  expect(findMatch('web prod', [['Name', 'web-1'] as const, ['Tag', 'env: prod'] as const])).toEqual({
    rank: matchRanks.wordStart,
    field: ['Tag', 'env: prod'],
  })
  expect(placed('web prod', 'web-1')).toBeNull()
})

test('law: whatever is found stands in some field, word by word', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string(), { maxLength: 4 }), (text, fields) => {
      const all = fields.join('\n').toLowerCase()
      const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
      if (placed(text, ...fields) !== null) for (const word of terms.slice(0, 8)) expect(all).toContain(word)
    }),
  )
})

const hit = (kind: (typeof hitKinds)[number], title: string, rank: Found['rank'], weight: number): Found => ({
  hit: { kind, title, detail: '', href: '/', matched: { field: 'Name', text: title } },
  rank,
  weight,
})

test('places first, then the kinds take turns, each with its weightiest', () => {
  const ranked = rankFound(
    [
      hit('resource', 'web-1', 1, 10),
      hit('resource', 'web-2', 1, 30),
      hit('resource', 'web-3', 1, 20),
      hit('service', 'Web Compute', 1, 1),
      hit('budget', 'the web', 2, 1),
      hit('person', 'web', 0, 0),
    ],
    5,
  )
  expect(ranked.map(({ title }) => title)).toEqual(['web', 'web-2', 'Web Compute', 'web-3', 'web-1'])
})

test('law: nothing is lost below the limit, and no better place stands after a worse one', () => {
  const candidate = fc.record({
    kind: fc.constantFrom(...hitKinds),
    title: fc.string(),
    rank: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
    weight: fc.integer(),
  })
  fc.assert(
    fc.property(fc.array(candidate), fc.nat(30), (all, limit) => {
      const results = all.map(({ kind, title, rank, weight }) => hit(kind, title, rank, weight))
      const ranked = rankFound(results, limit)
      expect(ranked).toHaveLength(Math.min(limit, results.length))
      const order = ranked.map((rankedHit) => results.find((result) => result.hit === rankedHit)?.rank ?? -1)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }),
  )
})
