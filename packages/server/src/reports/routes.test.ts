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

it('lists the reports with their parameters', async () => {
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

it('runs a report, and gives another organization an empty table', async () => {
  const request = { id: 'tag-coverage', parameters: { tag: 'team' } }
  expect((await kept.client.reports.run(request)).data).toMatchObject({
    rows: [{ provider: 'AWS', currency: 'USD', effective_tagged: '1', effective: '3', tagged: '33.333333' }],
    has_more: false,
  })
  expect((await kept.otherClient.reports.run(request)).data.rows).toEqual([])
  await expect(kept.client.reports.run({ id: 'tag-coverage' })).rejects.toThrow(/needs "tag"/)
  const contradicted = await fetch(`${kept.url}/v1/reports/sku-costs/run`, {
    method: 'POST',
    headers: { ...kept.headers('own'), 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'tag-coverage', parameters: { tag: 'team' } }),
  })
  expect([contradicted.status, await contradicted.text()]).toEqual([
    400,
    expect.stringContaining('part of the address'),
  ])
})

it('returns a report page by page, and every row as CSV', async () => {
  const days = Array.from({ length: 7 }, (_, index) =>
    lineOn(`2024-04-0${index + 1}`, { SkuId: `sku-${index}`, ServiceProviderName: '=AWS', EffectiveCost: '1' }),
  )
  await publishLines(kept.world, kept.world.scope, 'pages', days)
  const request = { id: 'sku-costs', start_date: '2024-04-01', end_date: '2024-05-01', page_size: 3 }
  const pages = await Promise.all([1, 2, 3, 4].map((page) => kept.client.reports.run({ ...request, page })))
  expect(pages.map(({ data }) => [data.rows.length, data.has_more])).toEqual([
    [3, true],
    [3, true],
    [1, false],
    [0, false],
  ])
  const post = (id: string, body: object) =>
    fetch(`${kept.url}/v1/reports/${id}/run.csv`, {
      method: 'POST',
      headers: { ...kept.headers('own'), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const csv = await post('sku-costs', { start_date: '2024-04-01', end_date: '2024-05-01' })
  const [head, ...rows] = (await csv.text()).trimEnd().split('\r\n')
  expect(head).toBe(pages[0]?.data.columns.map(({ key }) => key).join(','))
  expect(rows).toHaveLength(7)
  // A cell that a spreadsheet would run as a formula is disarmed.
  expect(rows[0]).toContain("'=AWS")
  const unknown = await post('none', {})
  expect([unknown.status, (await unknown.json()) as unknown]).toMatchObject([404, { code: 'not_found' }])
})
