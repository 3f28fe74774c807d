/** Worked examples 11 to 16 of the method, from the bill to the amount, to the nano-dollar. */
import type { ResourceAction } from '@kept/domain/action.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import { noSubstitution, type Substitution } from '@kept/domain/substitution.ts'
import { type Hour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { describe, expect, it } from 'vitest'
import { type Described, findIn } from '../../testing/described-resources.ts'
import { actionOn, amounts, baselineOf, calculateTestMonth, machineLines, setupOf } from '../../testing/savings-bill.ts'

const september = hoursOfMonth('2026-09')
/** 22 days before the end of September: 528 hours. */
const ninth = september.from + 8 * 24
const start = ninth - 40 * 24

interface World {
  lines: SavingsLine[]
  described?: Record<string, Described>
  actions: ResourceAction[]
  unrelated?: readonly string[]
}

const always = machineLines({ resource: 'always', from: start, to: september.to + 60 * 24, sku: 'other-family' })

function substitutionIn({ lines, described = {}, actions, unrelated = [] }: World): Substitution {
  return findIn({ lines: [...always, ...lines], described, actions, unrelated })
}

function calculate(world: World, month = '2026-09', substitution = substitutionIn(world)) {
  const { from, to } = hoursOfMonth(month)
  const baselines = world.actions.map((action) => {
    const effective = Math.floor(Date.parse(action.effective_time) / 3_600_000)
    const ownLines = world.lines.filter(({ resource }) => resource === action.resource_ids[0])
    return baselineOf(ownLines, effective)
  })
  const inMonth = [...always, ...world.lines].filter(({ hour }) => from <= hour && hour < to)
  return calculateTestMonth(setupOf(month, world.actions, baselines, { substitution }), { lines: inMonth })
}

function terminateAt(resource: string, hour: Hour, lines: SavingsLine[], id = `end of ${resource}`): ResourceAction {
  const ownLines = lines.filter((line) => line.resource === resource)
  return actionOn(baselineOf(ownLines, hour), { kind: 'terminate', from: hour, id })
}

describe('worked examples of replaced capacity', () => {
  it('11: one large becomes two medium in the same hour: nothing is saved', () => {
    const lines = [
      ...machineLines({ resource: 'a', from: start, to: ninth, sku: 'large', price: '0.192' }),
      ...['b', 'c'].flatMap((resource) => machineLines({ resource, from: ninth, to: september.to, sku: 'medium' })),
    ]
    const world = { lines, actions: [terminateAt('a', ninth, lines)] }
    expect(amounts(calculate(world))).toEqual({
      'end of a': '101.376000000',
      'end of a replaced': '-101.376000000',
      total: '0.000000000',
    })
  })

  it('11: the same within one resource is a change of shape', () => {
    const lines = [
      ...machineLines({ resource: 'a', from: start, to: ninth, sku: 'large', price: '0.192' }),
      ...machineLines({ resource: 'a', from: ninth, to: september.to, sku: 'medium', quantity: '2' }),
    ]
    const baseline = baselineOf(lines, ninth)
    const action = actionOn(baseline, { kind: 'rightsize', from: ninth, from_sku: 'large', to_sku: 'medium' })
    const world = { lines, actions: [action] }
    expect(substitutionIn(world).shapes).toEqual([{ action: 'rightsize', before: '1', after: '2' }])
    expect(amounts(calculate(world)).total).toBe('0.000000000')
    expect(amounts(calculate(world, '2026-09', noSubstitution)).total).toBe('101.376000000')
  })

  it('11: half more units at once are counted as the same work; one more in a week is growth', () => {
    const totalWith = (quantity: (hour: number) => string) => {
      const lines = [
        ...machineLines({ resource: 'a', from: start, to: ninth, sku: 'large', price: '0.192', quantity: '2' }),
        ...machineLines({ resource: 'a', from: ninth, to: september.to, sku: 'medium', quantity }),
      ]
      const baseline = baselineOf(lines, ninth)
      const action = actionOn(baseline, { kind: 'rightsize', from: ninth, from_sku: 'large', to_sku: 'medium' })
      return amounts(calculate({ lines, actions: [action] })).total
    }
    // 528 hours: two at 0.192 before, three at 0.096 since.
    expect(totalWith(() => '3')).toBe('50.688000000')
    expect(totalWith(() => '2')).toBe('101.376000000')
    // Of the week after: 168 hours of two and 360 of three, each unit at half the price.
    expect(totalWith((hour) => (hour < ninth + 168 ? '2' : '3'))).toBe('135.936000000')
  })

  it('18: work that moves into the hours a schedule leaves on is taken off, growth that begins later is not', () => {
    const hoursOff = Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => hour % 24 < 8 || hour % 24 >= 20)
    const isOn = (hour: number) => hour % 24 >= 8 && hour % 24 < 20
    const worldWith = (quantity: (hour: number) => number) => {
      const lines = [
        ...machineLines({ resource: 'a', from: start, to: ninth, quantity: '4' }),
        ...machineLines({
          ...{ resource: 'a', from: ninth, to: september.to + 24 },
          quantity: (hour) => String(isOn(hour) ? quantity(hour) : 0),
        }),
      ]
      const off_mask = { time_zone: 'UTC', hours_of_week: hoursOff }
      return { lines, actions: [actionOn(baselineOf(lines, ninth), { kind: 'schedule', from: ninth, off_mask })] }
    }
    const totalWith = (quantity: (hour: number) => number) => amounts(calculate(worldWith(quantity))).total
    // 264 hours off, 264 on: four units at 0.096 saved in each hour off.
    expect(totalWith(() => 4)).toBe('101.376000000')
    // A twentieth is no evidence; half more at once is the work of the nights: 264 hours of two units.
    expect(totalWith(() => 4.1)).toBe('101.376000000')
    expect(substitutionIn(worldWith(() => 6)).shapes).toEqual([{ action: 'schedule', before: '0.384', after: '0.576' }])
    expect(totalWith(() => 6)).toBe('50.688000000')
    // All of it: nothing is saved; more than all of it is not held against the schedule.
    expect(totalWith(() => 8)).toBe('0.000000000')
    expect(totalWith(() => 20)).toBe('0.000000000')
    expect(totalWith((hour) => (hour < ninth + 168 ? 4 : 6))).toBe('101.376000000')
  })

  it('12: another machine of the same SKU two hours later is presumed to replace it, until declared unrelated', () => {
    const lines = [
      ...machineLines({ resource: 'a', from: start, to: ninth }),
      ...machineLines({ resource: 'b', from: ninth + 2, to: september.to }),
    ]
    const actions = [terminateAt('a', ninth, lines)]
    expect(amounts(calculate({ lines, actions }))).toEqual({
      'end of a': '50.688000000',
      'end of a replaced': '-50.688000000',
      total: '0.000000000',
    })
    expect(amounts(calculate({ lines, actions, unrelated: ['b'] }))).toEqual({
      'end of a': '50.688000000',
      total: '50.688000000',
    })
  })

  it('13: a second medium forty days after a rightsize is growth', () => {
    const october = hoursOfMonth('2026-10')
    const lines = [
      ...machineLines({ resource: 'a', from: start, to: ninth, sku: 'large', price: '0.192' }),
      ...machineLines({ resource: 'a', from: ninth, to: october.to, sku: 'medium' }),
      ...machineLines({ resource: 'b', from: ninth + 40 * 24, to: october.to, sku: 'medium' }),
    ]
    const baseline = baselineOf(lines, ninth)
    const action = actionOn(baseline, { kind: 'rightsize', from: ninth, from_sku: 'large', to_sku: 'medium' })
    const world = { lines, actions: [action] }
    expect(substitutionIn(world).matches).toEqual([])
    expect(amounts(calculate(world, '2026-10')).total).toBe('71.424000000')
  })

  it('14: two of ten machines of a scaling group end and two are started in the next hour', () => {
    const names = Array.from({ length: 12 }, (_, index) => `i-${index}`)
    const lines = names.flatMap((resource, index) =>
      machineLines({ resource, from: index < 10 ? start : ninth, to: index < 2 ? ninth : september.to }),
    )
    const described = Object.fromEntries(names.map((name) => [name, { tags: { 'aws:autoscaling:groupName': 'web' } }]))
    const actions = [terminateAt('i-0', ninth, lines), terminateAt('i-1', ninth, lines)]
    expect(amounts(calculate({ lines, described, actions })).total).toBe('0.000000000')
  })

  it('15: one size up under the same name five days later: the saving is taken back', () => {
    const lines = [
      ...machineLines({ resource: 'i-a', from: start, to: ninth }),
      ...machineLines({ resource: 'i-b', from: ninth + 120, to: september.to, sku: 'xlarge', price: '0.192' }),
    ]
    const sameName = { tags: { Name: 'api' } }
    const actions = [terminateAt('i-a', ninth, lines)]
    const month = calculate({ lines, described: { 'i-a': sameName, 'i-b': sameName }, actions })
    expect(amounts(month).total).toBe('0.000000000')
    expect(month.returned.get('end of i-a')).toBe(ninth + 120)
  })

  it('15: with another name and the same application it is presumed to replace it', () => {
    const lines = [
      ...machineLines({ resource: 'i-a', from: start, to: ninth }),
      ...machineLines({ resource: 'i-b', from: ninth + 120, to: september.to, sku: 'xlarge', price: '0.192' }),
    ]
    const described = {
      'i-a': { tags: { Name: 'api', application: 'shop' } },
      'i-b': { tags: { Name: 'gateway', application: 'shop' } },
    }
    const world = { lines, described, actions: [terminateAt('i-a', ninth, lines)] }
    const month = calculate(world)
    expect(amounts(month).total).toBe('0.000000000')
    expect(month.returned.size).toBe(0)
    expect(substitutionIn(world).matches).toMatchObject([
      { match: 'presumed', replacements: [{ resource: 'i-b', shared: 'application "shop"' }] },
    ])
  })

  it('16: a new project with its own tags in the same account replaces nothing', () => {
    const lines = [
      ...machineLines({ resource: 'i-a', from: start, to: ninth }),
      ...machineLines({ resource: 'i-b', from: ninth + 2, to: september.to }),
    ]
    const owns: Record<string, string>[] = [{ project: 'apollo' }, { application: 'new', owner: 'kim' }]
    const befores: Record<string, string>[] = [{}, { project: 'zeus' }, { application: 'shop', owner: 'lee' }]
    for (const ownTags of owns) {
      for (const before of befores) {
        const described = { 'i-a': { tags: before }, 'i-b': { tags: ownTags } }
        const world = { lines, described, actions: [terminateAt('i-a', ninth, lines)] }
        expect(amounts(calculate(world)).total, JSON.stringify([ownTags, before])).toBe('50.688000000')
      }
    }
  })
})
