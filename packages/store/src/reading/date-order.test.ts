import { expect, it } from 'vitest'
import { type DateParts, dateNotes, decideDateOrder } from './date-order.ts'

const parts = (more: Partial<DateParts>): DateParts => ({
  hasSlashDates: true,
  largest: [9, 9],
  distinct: [9, 9],
  periods: [[], []],
  example: '9/1/2024',
  ...more,
})

it.each<[string, Partial<DateParts>, string | null, string]>([
  ['a day above twelve in the first position', { largest: [13, 9] }, 'day_first', 'values'],
  ['one in the second position', { largest: [12, 31] }, 'month_first', 'values'],
  ['both', { largest: [31, 31] }, 'month_first', 'contradiction'],
  [
    'billing periods that start on the first, in the first position',
    { periods: [[1], [8, 9]] },
    'day_first',
    'billing_period',
  ],
  ['the same in the second position', { periods: [[9], [1]] }, 'month_first', 'billing_period'],
  ['a January that starts on the first', { periods: [[1], [1]] }, null, 'nothing'],
  ['days of one month', { distinct: [1, 12] }, 'month_first', 'one_month'],
  ['days of one month, day first', { distinct: [12, 1] }, 'day_first', 'one_month'],
  ['two dates that could also be two months', { distinct: [1, 2] }, null, 'nothing'],
])('decides by %s', (_, input, order, reason) => {
  expect(decideDateOrder(parts(input))).toMatchObject({ order, reason })
})

it('reports assumptions with an example, and nothing when values are unambiguous', () => {
  const notes = (input: Partial<DateParts>) => {
    const order = decideDateOrder(parts(input))
    return order ? dateNotes(order) : []
  }
  expect(notes({ largest: [12, 31] })).toEqual([])
  expect(notes({})[0]).toContain('its values do not show whether day or month comes first (9/1/2024)')
  expect(notes({ distinct: [12, 1] })[0]).toContain('day first (31/12/2024)')
  expect(decideDateOrder(parts({ hasSlashDates: false }))).toBeUndefined()
})
