/** Charges of made-up organizations in which nothing happens, and the same with one thing that does. */
import { addDays, eachDay } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { expect, it } from 'vitest'
import { evaluateCharges } from './evaluate-charges.ts'

const [from, until] = ['2025-03-01', '2026-03-01']
const organizations = 150
const months = Array.from({ length: 12 }, (_, index) => startOfMonth(from, index))
const days = eachDay(from, until)

let state = 7
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state / 2_147_483_648
}
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

interface Organization {
  level: number
  fee: number
  /** Days after the first on which the fee comes. */
  feeDay: number
  rate: number
  usage: ReadonlyMap<string, string>
}

function organization(): Organization {
  const [level, noise, growth] = [10 ** (1 + 3 * random()), 0.01 + 0.15 * random(), 0.1 + 0.2 * random()]
  const usage = days.map((date, index) => {
    const weekend = index % 7 >= 5 ? 0.7 : 1
    return [date, (level * (1 + growth / 30) ** index * weekend * Math.exp(noise * normal())).toFixed(2)] as const
  })
  return {
    ...{ level, fee: level * (0.1 + 3 * random()), feeDay: Math.floor(27 * random()) },
    ...{ rate: [0.08, 0.19, 0.21][Math.floor(3 * random())] ?? 0.19, usage: new Map(usage) },
  }
}

type Bill = (organization: Organization) => { date: string; cost: number }[]

const usageIn = ({ usage }: Organization, month: string) =>
  eachDay(month, startOfMonth(month, 1)).reduce((total, date) => total + Number(usage.get(date) ?? 0), 0)
const monthly =
  (amount: (organization: Organization, month: string, index: number) => number): Bill =>
  (payer) =>
    months.map((month, index) => ({ date: addDays(month, payer.feeDay), cost: amount(payer, month, index) }))
const lastDay = (month: string) => addDays(startOfMonth(month, 1), -1)

/** Alerts per organization in a year. */
function alerts(bill: Bill, isTax = false): number {
  let count = 0
  for (let index = 0; index < organizations; index += 1) {
    const payer = organization()
    const charged = bill(payer).filter(({ date }) => date < until)
    const scope = ['AWS', isTax ? 'Tax' : 'Purchase', 'x'].map((value) => ({ dimension: value, value, name: value }))
    const dated = charged.map(({ date, cost }) => ({ date, cost: cost.toFixed(2) }))
    count += evaluateCharges([{ currency: 'USD', scope, isTax, days: dated }], {
      firstDayOf: () => from,
      ...{ until, sensitivities: new Map(), minExcess: '5' },
      taxedBy: () => [payer.usage],
      dailyAverage: () => payer.level,
    }).length
  }
  return count / organizations
}

it.each<[string, Bill, boolean]>([
  ['a steady fee', monthly(({ fee }) => fee), false],
  ['a fee in another currency', monthly(({ fee }) => fee * (1 + 0.02 * normal())), false],
  ['a fee that varies', monthly(({ fee }) => fee * (1 + 0.08 * normal())), false],
  ['support by usage', monthly((payer, month) => 0.1 * usageIn(payer, startOfMonth(month, -1))), false],
  ['credits of any amount', monthly(({ fee }) => -fee * Math.exp(0.3 * normal())), false],
  ['corrections', monthly(({ fee }) => -0.1 * fee * Math.exp(normal())), false],
  [
    'unused commitments',
    ({ fee }) => days.map((date) => ({ date, cost: (fee / 30) * Math.exp(0.4 * normal()) })),
    false,
  ],
  [
    'tax on the last day',
    (payer) => months.map((month) => ({ date: lastDay(month), cost: payer.rate * usageIn(payer, month) })),
    true,
  ],
  [
    'tax in the next month',
    (payer) =>
      months.map((month) => ({ date: addDays(startOfMonth(month, 1), 2), cost: payer.rate * usageIn(payer, month) })),
    true,
  ],
  ['tax by the day', ({ rate, usage }) => days.map((date) => ({ date, cost: rate * Number(usage.get(date)) })), true],
])('%s alarms at most .06 times a month', (_name, bill, isTax) => {
  expect(alerts(bill, isTax) / 12).toBeLessThanOrEqual(0.06)
})

it('finds a fee that rises by half, and a tax at another rate', () => {
  expect(alerts(monthly(({ fee }, _month, index) => (index >= 10 ? 1.5 : 1) * fee))).toBeGreaterThan(0.9)
  const taxed: Bill = (payer) =>
    months.map((month, index) => ({
      date: lastDay(month),
      cost: (index === 9 ? 1.3 : 1) * payer.rate * usageIn(payer, month),
    }))
  expect(alerts(taxed, true)).toBeGreaterThan(0.9)
})
