/** The group check and demand: work that others take over is no saving; growth that demand explains is. */
import type { ResourceAction } from '@kept/domain/action.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { DemandGrowth } from '@kept/domain/substitution.ts'
import { type Hour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { describe, expect, it } from 'vitest'
import { type Described, findIn } from '../../testing/described-resources.ts'
import { actionOn, amounts, baselineOf, calculateTestMonth, machineLines, setupOf } from '../../testing/savings-bill.ts'

const september = hoursOfMonth('2026-09')
const ninth = september.from + 8 * 24
const start = ninth - 40 * 24
const end = september.to + 20 * 24
const always = machineLines({ resource: 'always', from: start, to: end, sku: 'other-family' })

/** What was always there belongs to something else. */
const base = { always: { tags: { project: 'base' } } }

interface World {
  lines: SavingsLine[]
  action: ResourceAction
  described?: Record<string, Described>
  demand?: DemandGrowth[]
}

const search = ({ lines, action, described = {}, demand = [] }: World) =>
  findIn({ lines: [...always, ...lines], described: { ...base, ...described }, actions: [action], demand })

function totalOf(world: World): string | undefined {
  const { from, to } = september
  const ownLines = world.lines.filter(({ resource }) => resource === world.action.resource_ids[0])
  const inMonth = [...always, ...world.lines].filter(({ hour }) => from <= hour && hour < to)
  const setup = setupOf('2026-09', [world.action], [baselineOf(ownLines, ninth)], { substitution: search(world) })
  return amounts(calculateTestMonth(setup, { lines: inMonth })).total
}

/** Five functions alike; one ends, and what each of the others runs is said by the hour. */
function functions(quantity: (hour: Hour, index: number) => string): World {
  const endedLines = machineLines({ resource: 'f-ended', from: start, to: ninth, quantity: '4', sku: 'gb-second' })
  const otherLines = [0, 1, 2, 3].flatMap((index) =>
    machineLines({
      ...{ resource: `f-${index}`, from: start, to: end, sku: 'gb-second' },
      quantity: (hour) => quantity(hour, index),
    }),
  )
  const action = actionOn(baselineOf(endedLines, ninth), { kind: 'terminate', from: ninth })
  return { lines: [...endedLines, ...otherLines], action }
}

describe('the group check', () => {
  it('takes off what the others took over, each by a quarter', () => {
    const world = functions((hour) => (hour < ninth ? '4' : '5'))
    expect(search(world).matches).toMatchObject([{ match: 'group', hourly_limit: '0.384' }])
    expect(totalOf(world)).toBe('0.000000000')
  })

  it('takes off a half where only a half was taken over', () => {
    expect(totalOf(functions((hour) => (hour < ninth ? '4' : '4.5')))).toBe('101.376000000')
  })

  it('leaves the saving unchanged where no resource grew, or all shrank', () => {
    expect(totalOf(functions(() => '4'))).toBe('202.752000000')
    expect(totalOf(functions((hour) => (hour < ninth ? '4' : '3')))).toBe('202.752000000')
  })

  it('takes growth that went on for weeks before for a trend', () => {
    const rising = (hour: Hour) => String(400 + Math.floor((hour - start) / 24) * 3)
    const world = functions((hour) => `${rising(hour).slice(0, -2)}.${rising(hour).slice(-2)}`)
    expect(search(world).matches).toEqual([])
  })

  it('says so where the group varies too much, and leaves the amount of the resource', () => {
    const wild = functions((hour, index) => {
      const week = Math.floor((hour - start) / 168)
      return hour < ninth ? (week % 2 === 0 ? '3' : '5') : index % 2 === 0 ? '5' : '5.2'
    })
    const substitution = search(wild)
    expect(substitution.matches).toEqual([])
    expect(substitution.uncertain_groups).toMatchObject([{ actions: ['terminate'], resources: 4 }])
    expect(totalOf(wild)).toBe('202.752000000')
  })

  it('counts growth that begins weeks later as growth', () => {
    expect(totalOf(functions((hour) => (hour < ninth + 15 * 24 ? '4' : '5')))).toBe('202.752000000')
  })

  it('takes off nothing that demand explains', () => {
    const demand = [{ action: 'terminate', before: '1000', after: '1250' }]
    expect(totalOf({ ...functions((hour) => (hour < ninth ? '4' : '5')), demand })).toBe('202.752000000')
  })
})

describe('demand that doubled', () => {
  const demand = [{ action: 'rightsize', before: '1000', after: '2000' }]
  const large = { sku: 'large', price: '0.192' }
  const resize = (lines: SavingsLine[]) =>
    actionOn(
      baselineOf(
        lines.filter(({ resource }) => resource === 'a'),
        ninth,
      ),
      {
        ...{ kind: 'rightsize', from: ninth, from_sku: 'large', to_sku: 'medium' },
      },
    )

  it('explains twice the units of a smaller size', () => {
    const lines = [
      ...machineLines({ resource: 'a', from: start, to: ninth, ...large }),
      ...machineLines({ resource: 'a', from: ninth, to: end, sku: 'medium', quantity: '2' }),
    ]
    const world = { lines, action: resize(lines) }
    expect(totalOf(world)).toBe('0.000000000')
    // 528 hours of two units at 0.192 less 0.096.
    expect(totalOf({ ...world, demand })).toBe('101.376000000')
  })

  it('explains new machines beside a halved one, and only as many as it asks for', () => {
    const worldWith = (count: number) => {
      const lines = [
        ...machineLines({ resource: 'a', from: start, to: ninth, ...large }),
        ...machineLines({ resource: 'a', from: ninth, to: end, sku: 'medium' }),
        ...Array.from({ length: count }, (_, index) =>
          machineLines({ resource: `b-${index}`, from: ninth + 2, to: end, sku: 'medium' }),
        ).flat(),
      ]
      return { lines, action: resize(lines) }
    }
    expect(totalOf(worldWith(1))).toBe('0.000000000')
    expect(totalOf({ ...worldWith(1), demand })).toBe('50.688000000')
    expect(totalOf({ ...worldWith(3), demand })).toBe('0.000000000')
  })

  it('explains a second machine under the same name', () => {
    const lines = [
      ...machineLines({ resource: 'a', from: start, to: ninth, ...large }),
      ...machineLines({ resource: 'a', from: ninth, to: end, sku: 'medium' }),
      ...machineLines({ resource: 'b', from: ninth + 2, to: end, sku: 'medium' }),
    ]
    const described = { a: { tags: { Name: 'api' } }, b: { tags: { Name: 'api' } } }
    expect(totalOf({ lines, described, action: resize(lines) })).toBe('0.000000000')
    expect(totalOf({ lines, described, action: resize(lines), demand })).toBe('50.688000000')
  })
})
