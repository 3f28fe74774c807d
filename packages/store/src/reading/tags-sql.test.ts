import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { ruleCompiler } from './rule-sql.ts'
import { textColumns } from './source-columns.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function tagsOf(texts: string[]): Promise<Record<string, string>[]> {
  const compiler = ruleCompiler(textColumns(['written', 'last']))
  const sql = compiler.tags({ from: 'json_object', text: { from: 'column', name: 'written' } })
  const parsed = compiler.parsed.map((part) => `, ${part.sql} AS ${part.alias}`).join('')
  const rows = await world.warehouse.inspect<{ tags: Record<string, string> }>(
    `SELECT ${sql} AS tags FROM (SELECT *${parsed} FROM (SELECT arrayJoin({written:Array(String)}) AS written))`,
    { written: texts },
  )
  return rows.map(({ tags }) => tags)
}

it('reads tags as exports write them: numbers and booleans as text, empty values as no tag', async () => {
  const answers: [string, Record<string, string>][] = [
    ['', {}],
    ['{}', {}],
    ['NULL', {}],
    ['{"a":"b"}', { a: 'b' }],
    [' { "a" : "b" , "c" : "d" } ', { a: 'b', c: 'd' }],
    ['"a": "b","c": "d"', { a: 'b', c: 'd' }],
    ['{"a":"","c":"d"}', { c: 'd' }],
    ['{"a":42,"b":true,"c":null,"d":"x"}', { a: '42', b: 'true', d: 'x' }],
    ['{"a":"say \\"hi\\"","b":"{}"}', { a: 'say "hi"', b: '{}' }],
    ['{"a":"b"', {}],
    ['{"a":"b",}', {}],
  ]
  expect(await tagsOf(answers.map(([text]) => text))).toEqual(answers.map(([, tags]) => tags))
})

it('reads every object of texts as JSON does', async () => {
  const objects = fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
    minLength: 20,
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(objects, async (all) => {
      const filled = all.map((tags) => Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== '')))
      expect(await tagsOf(all.map((tags) => JSON.stringify(tags)))).toEqual(filled)
    }),
    { numRuns: 30, seed: 20261122 },
  )
})
