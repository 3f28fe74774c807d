/** Anomalies of what is charged in addition to usage: fees, tax, purchases and refunds, over HTTP. */
import { addDays, eachDay } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { detectOrganization } from './detect-organization.ts'

let kept: TestKept
const [first, until] = ['2026-01-01', '2026-07-01']
const now = new Date(`${until}T06:00:00Z`)

const line = (
  ...[date, category, service, cost, frequency = 'Usage-Based', provider = 'AWS']: [
    string,
    string,
    string,
    string,
    string?,
    string?,
  ]
) =>
  lineOn(date, {
    ...{ ChargeCategory: category, ChargeFrequency: frequency, BilledCost: cost, EffectiveCost: cost },
    ...{ ServiceProviderName: provider, SubAccountId: '11', ServiceName: service },
  })

beforeAll(async () => {
  kept = await openKept({}, { now: () => now })
  const usage = eachDay(first, until).map((date) => line(date, 'Usage', 'Compute', '200'))
  const months = Array.from({ length: 6 }, (_, month) => startOfMonth(first, month))
  const charges = months.flatMap((month, index) => {
    const last = addDays(startOfMonth(month, 1), -1)
    const days = eachDay(month, startOfMonth(month, 1)).length
    return [
      line(month, 'Purchase', 'Support', index === 5 ? '1600' : '1000', 'Recurring'),
      line(month, 'Purchase', 'Marketplace', '500', 'Recurring'),
      line(last, 'Tax', 'Tax', ((index === 4 ? 0.25 : 0.19) * (200 * days + (index === 5 ? 2100 : 1500))).toFixed(2)),
    ]
  })
  const single = [
    line('2026-05-11', 'Purchase', 'Consulting', '9000', 'One-Time'),
    line('2026-06-09', 'Credit', 'Compute', '-2500', 'One-Time'),
  ]
  // A cloud whose bills begin later: its first fee is not reported.
  const later = eachDay('2026-04-15', until).map((date) => line(date, 'Usage', 'Machines', '9', undefined, 'Microsoft'))
  later.push(line('2026-05-02', 'Purchase', 'Support', '700', 'Recurring', 'Microsoft'))
  await publishLines(kept.world, kept.world.scope, 'load-1', [...usage, ...charges, ...single, ...later])
})
afterAll(() => kept.close())

it('reports each charge that leaves its own rhythm, once, and no others', async () => {
  await detectOrganization(kept.server.services, kept.world.scope)
  const { data } = await kept.client.anomalies.list({})
  const listed = data.map(({ scope, direction, first_day, expected, actual }) => [
    scope.map(({ value }) => value).join(' / '),
    ...[direction, first_day, expected, actual],
  ])
  expect(listed.toSorted()).toEqual(
    [
      ['AWS / Purchase / Support', 'above', '2026-06-01', '1000', '1600'],
      ['AWS / Purchase / Consulting', 'above', '2026-05-11', '0', '9000'],
      ['AWS / Credit / Compute', 'below', '2026-06-09', '0', '-2500'],
      // 19 percent of what May billed without the purchase, which this bill does not tax.
      ['AWS / Tax / Tax', 'above', '2026-05-31', '1463', '1925'],
    ].toSorted(),
  )
  const again = await detectOrganization(kept.server.services, kept.world.scope)
  expect(again).toMatchObject({ created: 0, renewed: 4, withdrawn: 0 })
})
