import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
  const line = (cost: string, Tags = {}) =>
    lineOn('2024-03-01', { ServiceProviderName: 'AWS', EffectiveCost: cost, Tags })
  await publishLines(kept.world, kept.world.scope, 'a', [line('1', { team: 'a' }), line('2'), line('-9')])
})
afterAll(() => kept.close())

it('lists the reports with what they need', async () => {
  const { data } = await kept.client.reports.list({})
  expect(data.length).toBeGreaterThan(10)
  expect(data.find(({ id }) => id === 'tag-coverage')).toMatchObject({
    title: 'Tag coverage',
    parameters: [
      { name: 'tag', required: true },
      { name: 'provider', required: false },
    ],
    use_cases: [13],
  })
})

it('runs one, and gives a stranger an empty table', async () => {
  const request = { id: 'tag-coverage', parameters: { tag: 'team' } }
  expect((await kept.client.reports.run(request)).data).toMatchObject({
    rows: [{ provider: 'AWS', currency: 'USD', effective_tagged: '1', effective: '3', tagged: '33.333333' }],
    cut: false,
  })
  expect((await kept.otherClient.reports.run(request)).data.rows).toEqual([])
  await expect(kept.client.reports.run({ id: 'tag-coverage' })).rejects.toThrow(/needs "tag"/)
})
