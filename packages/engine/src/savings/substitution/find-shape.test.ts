/** More units of a smaller size: which hours are compared, and from which amounts on it is a change of shape. */
import type { SavingsLine } from '@kept/domain/saving.ts'
import { hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { describe, expect, it } from 'vitest'
import { actionOn, baselineOf, machineLines } from '../../testing/savings-bill.ts'
import type { DemandFactor } from './demand-growth.ts'
import { findShapeChange } from './find-shape.ts'

const { from: september } = hoursOfMonth('2026-09')
const change = september + 10 * 24
const weekBefore = change - 7 * 24

interface Units {
  from: number
  to: number
  count: string
  price?: string
}

const large = ({ from, to, count, price = '1' }: Units) =>
  machineLines({ sku: 'large', from, to, quantity: count, price })
const medium = ({ from, to, count, price = '0.5' }: Units) =>
  machineLines({ sku: 'medium', from, to, quantity: count, price })
const largeBefore = large({ from: weekBefore, to: change, count: '1' })

function shapeOf(lines: readonly SavingsLine[], factor?: DemandFactor) {
  const history = machineLines({ from: september, to: change })
  const action = actionOn(baselineOf(history, change), {
    ...{ kind: 'rightsize', from: change, from_sku: 'large', to_sku: 'medium' },
  })
  return findShapeChange(action, lines, factor)
}

describe('findShapeChange', () => {
  it('finds two medium units where one large unit was', () => {
    const lines = [...largeBefore, ...medium({ from: change, to: change + 24, count: '2' })]
    expect(shapeOf(lines)).toMatchObject({ before: '1', after: '2' })
  })

  it('counts the hour of the change, and no unit that comes a day after it', () => {
    expect(shapeOf([...largeBefore, ...medium({ from: change, to: change + 1, count: '2' })])).toBeDefined()
    expect(shapeOf([...largeBefore, ...medium({ from: change + 23, to: change + 24, count: '2' })])).toBeDefined()
    expect(shapeOf([...largeBefore, ...medium({ from: change + 24, to: change + 48, count: '2' })])).toBeUndefined()
  })

  it('compares with the seven days before the change, and not with the hour of the change', () => {
    const after = medium({ from: change, to: change + 24, count: '2' })
    expect(shapeOf([...large({ from: weekBefore, to: weekBefore + 1, count: '1' }), ...after])).toBeDefined()
    expect(shapeOf([...large({ from: weekBefore - 1, to: weekBefore, count: '1' }), ...after])).toBeUndefined()
    expect(shapeOf([...large({ from: change, to: change + 1, count: '1' }), ...after])).toBeUndefined()
  })

  it('leaves the same number of smaller units alone: that is the saving', () => {
    expect(shapeOf([...largeBefore, ...medium({ from: change, to: change + 24, count: '1' })])).toBeUndefined()
  })

  it('takes 90% of the former cost for the same capacity, and below it 120% of the units for a jump', () => {
    const before = large({ from: weekBefore, to: change, count: '10' })
    const shapeWith = (count: string, price: string) =>
      shapeOf([...before, ...medium({ from: change, to: change + 24, count, price })])
    // 9 of 10 dollars an hour: eleven and a quarter units are enough.
    expect(shapeWith('11.25', '0.8')).toBeDefined()
    // Below it, 12 units are a jump and 11.9 the noise of a day.
    expect(shapeWith('12', '0.5')).toBeDefined()
    expect(shapeWith('11.9', '0.5')).toBeUndefined()
  })

  it('compares a jump with the same hours of the week before, where there were more', () => {
    const monday = large({ from: weekBefore, to: weekBefore + 24, count: '10' })
    const night = large({ from: weekBefore + 24, to: change, count: '5' })
    const shapeWith = (count: string) =>
      shapeOf([...monday, ...night, ...medium({ from: change, to: change + 24, count, price: '0.1' })])
    expect(shapeWith('11.9')).toBeUndefined()
    expect(shapeWith('12')).toMatchObject({ before: '10', after: '12' })
  })

  it('leaves what demand explains, give or take a tenth', () => {
    const before = large({ from: weekBefore, to: change, count: '10' })
    const doubled: DemandFactor = { before: 1n, after: 2n }
    const shapeWith = (count: string) =>
      shapeOf([...before, ...medium({ from: change, to: change + 24, count, price: '1' })], doubled)
    expect(shapeWith('22')).toBeUndefined()
    expect(shapeWith('22.1')).toBeDefined()
  })

  it('looks at changes of size only', () => {
    const action = actionOn(baselineOf(machineLines({ from: september, to: change }), change), {
      ...{ kind: 'terminate', from: change },
    })
    expect(
      findShapeChange(action, [...largeBefore, ...medium({ from: change, to: change + 24, count: '2' })]),
    ).toBeUndefined()
  })
})
