/** The corners of `kept savings attribute`, one by one, and what it says to bad input. */
import { type AttributionInput, attributionInputSchema } from '@kept/domain/attribution.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { describe, expect, it } from 'vitest'
import { attribute } from './attribute.ts'

type Action = AttributionInput['actions'][number]
type Cell = AttributionInput['cells'][number]

const terminate: Action = { id: 'stop', resource: 'vm', t: 0, kind: 'terminate' }
const resize: Action = { id: 'resize', resource: 'vm', t: 0, kind: 'rightsize', fromSku: 'm', toSku: 'n' }
const stopped: Cell = { h: 5, resource: 'vm', actualSku: 'm', actualQty: '0', baseQty: '1' }

function run(actions: Action[], cells: Cell[], prices: AttributionInput['prices'] = { m: '4', n: '2', o: '1' }) {
  return attribute({ currency: 'USD', prices, actions, cells })
}

/** Amounts without their nine zeros. */
function short(amounts: Record<string, string>) {
  return Object.fromEntries(Object.entries(amounts).map(([id, amount]) => [id, Number(amount)]))
}

describe('when an action counts', () => {
  it.each([
    ['before its hour it does not', { t: 6 }, 0],
    ['in its hour it does', { t: 5 }, 4],
    ['in the hour it expires it does not', { expires: 5 }, 0],
    ['in the hour before that it does', { expires: 6 }, 4],
    ['when it expires before it begins, never', { t: 4, expires: 2 }, 0],
    ['on another resource it does not', { resource: 'other' }, 0],
  ])('%s', (_, change, saved) => {
    expect(short(run([{ ...terminate, ...change }], [stopped]).byAction)).toEqual({ stop: saved })
  })

  it('is there with nothing saved when no cell is its own', () => {
    expect(run([terminate], [])).toEqual({
      byAction: { stop: '0.000000000' },
      rate: '0.000000000',
      base: '0.000000000',
      actual: '0.000000000',
      total: '0.000000000',
    })
  })
})

describe('several actions on one resource', () => {
  it('count in the order of time and, in one hour, of their ids', () => {
    const secondAction: Action = { ...terminate, id: 'again' }
    expect(short(run([terminate, secondAction], [stopped]).byAction)).toEqual({ stop: 0, again: 4 })
    expect(short(run([terminate, { ...secondAction, t: 1 }], [stopped]).byAction)).toEqual({ stop: 4, again: 0 })
  })

  it('a termination after a schedule saves the hours the schedule had left', () => {
    const schedule: Action = { id: 'nights', resource: 'vm', t: 0, kind: 'schedule', offHours: [5] }
    const cells = [stopped, { ...stopped, h: 6 }]
    expect(short(run([schedule, { ...terminate, t: 1 }], cells).byAction)).toEqual({ nights: 4, stop: 4 })
  })

  it('a chain of rightsizes credits each with its own step', () => {
    const further: Action = { ...resize, id: 'further', t: 1, fromSku: 'n', toSku: 'o' }
    const running: Cell = { ...stopped, actualSku: 'o', actualQty: '3', baseQty: '1' }
    expect(short(run([resize, further], [running]).byAction)).toEqual({ resize: 6, further: 3 })
  })

  it('a chain counts only while its last target runs', () => {
    const further: Action = { ...resize, id: 'further', t: 1, fromSku: 'n', toSku: 'o' }
    for (const actualSku of ['m', 'n']) {
      const running: Cell = { ...stopped, actualSku, actualQty: '1' }
      expect(short(run([resize, further], [running]).byAction)).toEqual({ resize: 0, further: 0 })
    }
  })

  it('a smaller machine that is then stopped: the first step at the old quantity, the second at the new price', () => {
    const cell: Cell = { ...stopped, actualSku: 'n' }
    expect(short(run([resize, { ...terminate, t: 1 }], [cell]).byAction)).toEqual({ resize: 2, stop: 2 })
    expect(short(run([{ ...resize, t: 1 }, terminate], [cell]).byAction)).toEqual({ resize: 0, stop: 4 })
  })

  it('an upsize costs, and is said to', () => {
    const up: Action = { ...resize, fromSku: 'n', toSku: 'm' }
    expect(short(run([up], [{ ...stopped, actualQty: '1' }]).byAction)).toEqual({ resize: -2 })
  })
})

describe('quantities and prices', () => {
  it('growth above the baseline is no saving and no debt', () => {
    expect(short(run([terminate], [{ ...stopped, actualQty: '3', baseQty: '1' }]).byAction)).toEqual({ stop: 0 })
  })

  it('the price is that of the hour, whatever the order of the list', () => {
    const steps = [
      { from: 6, price: '3' },
      { from: -2, price: '10' },
      { from: 5, price: '7' },
    ]
    const cells = [4, 5, 6].map((h) => ({ ...stopped, h }))
    expect(run([terminate], cells, { m: steps }).total).toBe('20.000000000')
  })

  it('a product is rounded half-even to nine decimals', () => {
    const cells = [{ ...stopped, baseQty: '0.5' }]
    expect(run([terminate], cells, { m: '0.000000001' }).total).toBe('0.000000000')
    expect(run([terminate], cells, { m: '0.000000003' }).total).toBe('0.000000002')
    expect(run([terminate], cells, { m: '1e-8' }).total).toBe('0.000000005')
  })

  it('the rate is contracted less effective, of our commitments alone', () => {
    const cell: Cell = { ...stopped, actualQty: '1', rows: [{ effectiveCost: '1.5' }, { effectiveCost: '1' }] }
    const ourResult = run([], [cell])
    expect(short({ ...ourResult, byAction: '' })).toMatchObject({ rate: 1.5, base: 4, actual: 2.5, total: 1.5 })
    const theirResult = run([], [{ ...cell, ourCommitment: false }])
    expect(short({ ...theirResult, byAction: '' })).toMatchObject({ rate: 0, base: 4, actual: 4, total: 0 })
    expect(run([], [{ ...cell, rows: [] }]).rate).toBe('0.000000000')
  })

  it('a correction may bring an hour below zero, and counts as it stands', () => {
    const corrected: Cell = { ...stopped, baseQty: '0', rows: [{ effectiveCost: '1' }, { effectiveCost: '-3' }] }
    expect(run([], [corrected])).toMatchObject({ rate: '2.000000000', actual: '-2.000000000' })
  })

  it("fields of the caller's own change nothing", () => {
    const input = { currency: 'USD', prices: { m: '4' }, actions: [terminate], cells: [stopped] }
    const inputWithNotes = {
      ...input,
      note: 'September',
      actions: [{ ...terminate, evidence: 'a1' }],
      cells: [{ ...stopped, account: 'a', quantity: 3 }],
    }
    expect(attribute(readBy(attributionInputSchema, inputWithNotes, 'The input'))).toEqual(attribute(input))
  })

  it('a commitment that covered nothing costs, in a cell without usage', () => {
    const unused: Cell = { ...stopped, baseQty: '0', rows: [{ effectiveCost: '0.0624' }] }
    expect(run([], [unused])).toMatchObject({ rate: '-0.062400000', actual: '0.062400000', total: '-0.062400000' })
  })
})

describe('bad input is one sentence that names the place', () => {
  const good = {
    currency: 'USD',
    prices: { m: '4', n: [{ from: 0, price: '2' }] },
    actions: [{ ...resize }, { ...terminate, t: 1 }],
    cells: [{ ...stopped, actualSku: 'n', rows: [{ effectiveCost: '1' }] }],
  }
  it('and good input has none', () => {
    expect(attribute(readBy(attributionInputSchema, good, 'The input')).total).toBe('3.000000000')
  })

  it.each<[string, (input: typeof good) => unknown]>([
    ['The input must be an object; it is "text"', () => 'text'],
    ['currency is missing', ({ currency: _, ...remaining }) => remaining],
    ['currency must be an ISO 4217 code such as "USD"; it is "DBU"', (input) => ({ ...input, currency: 'DBU' })],
    ['prices.m must be a decimal number written as text', (input) => ({ ...input, prices: { m: 4 } })],
    ['prices.m must not be negative; it is "-4"', (input) => ({ ...input, prices: { m: '-4' } })],
    ['prices.m must be a decimal number, such as', (input) => ({ ...input, prices: { m: 'NaN' } })],
    ['prices.m must name at least one price', (input) => ({ ...input, prices: { m: [] } })],
    ['prices.m[0].from is missing', (input) => ({ ...input, prices: { m: [{ price: '4' }] } })],
    ['prices["a b"] has two prices from hour 1', (input) => ({ ...input, prices: { 'a b': twoPrices } })],
    [
      'prices has no entry for the SKU "m", which cells[0] needs in hour 5',
      (input) => ({ ...input, prices: { n: '1' } }),
    ],
    [
      'prices["n"] begins in hour 6, after hour 5, in which cells[0] needs it',
      (input) => ({ ...input, prices: { m: '4', n: [{ from: 6, price: '2' }] } }),
    ],
    ['actions is missing', ({ actions: _, ...remaining }) => remaining],
    ['actions[0].kind must be "terminate", "schedule" or', (input) => withAction(input, { kind: 'delete' })],
    ['actions[0].t must be a whole number of hours; it is 1.5', (input) => withAction(input, { t: 1.5 })],
    ['actions[1].id "stop" is used twice', (input) => ({ ...input, actions: [{ ...terminate }, { ...terminate }] })],
    ['actions[0].toSku is missing. A rightsize needs', (input) => withAction(input, { toSku: undefined })],
    ['actions[0].fromSku is missing. A rightsize needs', (input) => withAction(input, { fromSku: null })],
    ['actions[0].offHours is missing. A schedule needs', (input) => withAction(input, { kind: 'schedule' })],
    [
      'actions[0].expiry is not a known field (did you mean "expires"?); it is 9',
      (input) => withAction(input, { expiry: 9 }),
    ],
    ['cells[0].actualQty must not be negative; it is "-1"', (input) => withCell(input, { actualQty: '-1' })],
    ['cells[0].actualQty must be a decimal number written as text', (input) => withCell(input, { actualQty: null })],
    ['cells[0].baseQty is missing', (input) => withCell(input, { baseQty: undefined })],
    ['cells[0].h must be a whole number of hours; it is "5"', (input) => withCell(input, { h: '5' })],
    ['cells[0].rows[0].effectiveCost is missing', (input) => withCell(input, { rows: [{}] })],
    ['cells[0].our_commitment is not a known field', (input) => withCell(input, { our_commitment: false })],
  ])('%s', (sentence, spoil) => {
    const read = () => attribute(readBy(attributionInputSchema, spoil(good), 'The input'))
    expect(read).toThrow(KeptError)
    const message = catchSentence(read)
    expect(message.startsWith(sentence) || message.includes(sentence), message).toBe(true)
    expect(message).toMatch(/^[^\n]*\.$/)
  })

  const twoPrices = [
    { from: 1, price: '1' },
    { from: 1, price: '2' },
  ]
  const withAction = (input: typeof good, change: object) => ({
    ...input,
    actions: [{ ...input.actions[0], ...change }],
  })
  const withCell = (input: typeof good, change: object) => ({ ...input, cells: [{ ...input.cells[0], ...change }] })
})

function catchSentence(work: () => unknown): string {
  try {
    work()
    return 'nothing was thrown'
  } catch (error) {
    return (error as Error).message
  }
}
