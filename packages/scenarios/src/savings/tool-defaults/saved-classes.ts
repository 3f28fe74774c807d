/** Classes in which something was truly saved, beside growth and turnover of other things. */
import { costOf, type WorldResource } from '../rebound/machines.ts'
import {
  aksNode,
  azureMachine,
  database,
  eksNodeGroup,
  karpenterNode,
  lambdaFunction,
  managedInstance,
  scalingGroup,
  uniformScaleSet,
  volume,
} from './default-attributes.ts'
import {
  type ClassWorld,
  type Draw,
  many,
  reportingMonth,
  terminated,
  type WorldClass,
  worldEnd,
  worldStart,
} from './world.ts'

/** What ends and is not replaced, beside what has nothing to do with it. */
function ended(draw: Draw, removed: readonly WorldResource[], others: readonly WorldResource[] = []): ClassWorld {
  const world = terminated(removed, draw.at)
  return { ...world, others, truth: world.removed }
}

const isOffice = (hour: number) => hour % 24 >= 7 && hour % 24 < 19
/** Nights, by hour of the week in UTC; the world's months begin at midnight. */
const nights = many(168, (hour) => hour).filter((hour) => !isOffice(hour))

export const savedClasses: readonly WorldClass[] = [
  { name: 'One machine ends', half: 'tuning', build: (draw) => ended(draw, [draw.machine({})]) },
  {
    name: 'Two of a scaling group end',
    half: 'held',
    build: (draw) => {
      const group = scalingGroup('web')
      return ended(
        draw,
        many(2, () => draw.machine(group)),
        many(6, () => draw.machine(group)),
      )
    },
  },
  {
    name: 'EKS node group made smaller',
    half: 'tuning',
    build: (draw) => {
      const group = eksNodeGroup(draw, 'prod', 'default')
      return ended(
        draw,
        many(2, () => draw.machine(group)),
        many(5, () => draw.machine(group)),
      )
    },
  },
  {
    name: 'Karpenter pool made smaller, nodes live for a day',
    half: 'held',
    build: (draw) => {
      const node = (day: number) =>
        draw.machine({
          ...karpenterNode(draw, 'prod', 'default'),
          ...{ from: worldStart + day * 24, to: worldStart + (day + 1) * 24 },
        })
      const days = Math.floor((worldEnd - worldStart) / 24)
      const removed = draw.machine(karpenterNode(draw, 'prod', 'default'))
      return ended(draw, [removed], many(days, (day) => many(4, () => node(day))).flat())
    },
  },
  {
    name: 'Google instance group made smaller, with turnover',
    half: 'tuning',
    build: (draw) => {
      const lifetime = 96
      const rounds = Math.ceil((worldEnd - worldStart) / lifetime)
      const member = (round: number) =>
        draw.machine({
          ...managedInstance(draw, 'frontend'),
          ...{ from: worldStart + round * lifetime, to: Math.min(worldEnd, worldStart + (round + 1) * lifetime) },
        })
      const turnover = many(rounds, (round) => many(4, () => member(round))).flat()
      return ended(
        draw,
        many(2, () => draw.machine(managedInstance(draw, 'frontend'))),
        turnover,
      )
    },
  },
  {
    name: 'Azure machine ends beside a scale set that scales by day',
    half: 'held',
    build: (draw) => {
      const by = (index: number) => (index < 2 ? undefined : (hour: number) => (isOffice(hour) ? 1 : 0))
      const set = many(5, (index) => {
        const units = by(index)
        return draw.machine({ ...uniformScaleSet(draw, 'vmss-web', index), ...(units && { units }) })
      })
      return ended(draw, [draw.machine(azureMachine(draw, 'rg-prod', 'vm-legacy'))], set)
    },
  },
  {
    name: 'AKS node ends',
    half: 'tuning',
    build: (draw) => {
      const node = (index: number) => draw.machine(aksNode(draw, 'nodepool1', '17739201', index))
      return ended(draw, [node(9)], many(4, node))
    },
  },
  {
    name: 'Unrelated machine with tags of its own',
    half: 'tuning',
    build: (draw) =>
      ended(
        draw,
        [draw.machine({ tags: { Name: 'report', Team: 'finance' } })],
        [draw.machine({ tags: { Name: 'checkout', Team: 'shop' }, from: draw.at + 2 })],
      ),
  },
  {
    name: 'New project begins in the same week',
    half: 'held',
    build: (draw) =>
      ended(
        draw,
        [draw.machine({ tags: { Project: 'atlas' } })],
        many(5, (index) => draw.machine({ tags: { Project: 'beacon' }, from: draw.at + 10 + index * 9 })),
      ),
  },
  {
    name: 'New node group begins in the same week',
    half: 'held',
    build: (draw) => {
      const other = eksNodeGroup(draw, 'data', 'spark')
      return ended(
        draw,
        [draw.machine({ tags: { Name: 'bastion' } })],
        many(3, () => draw.machine({ ...other, from: draw.at + 20 })),
      )
    },
  },
  {
    name: 'New database beside a machine that ends',
    half: 'tuning',
    build: (draw) =>
      ended(draw, [draw.machine({})], [draw.machine({ ...database(draw, 'checkout'), from: draw.at + 5 })]),
  },
  {
    name: 'Demand falls: the others shrink as well',
    half: 'held',
    build: (draw) => {
      const shrinking = (index: number) => {
        const units = (hour: number) => (hour < draw.at + index * 24 ? 10 : 7)
        return draw.machine({ ...lambdaFunction(draw, `route-${index}`), units })
      }
      return ended(draw, [draw.machine({ ...lambdaFunction(draw, 'route-9'), units: () => 10 })], many(3, shrinking))
    },
  },
  {
    name: 'Orphaned disk beside claims that come and go',
    half: 'tuning',
    build: (draw) => {
      const claims = many(10, (index) =>
        draw.machine({
          ...volume(draw, `scratch-${index}`),
          ...{ from: worldStart + index * 140, to: Math.min(worldEnd, worldStart + index * 140 + 90) },
        }),
      )
      return ended(draw, [draw.machine(volume(draw))], claims)
    },
  },
  {
    name: 'Schedule of a machine',
    half: 'tuning',
    build: (draw) => scheduled(draw, []),
  },
  {
    name: 'Schedule beside a new project',
    half: 'held',
    build: (draw) =>
      scheduled(
        draw,
        many(2, () => draw.machine({ tags: { Project: 'beacon' }, from: draw.at + 30 })),
      ),
  },
  {
    name: 'Machine halved',
    half: 'held',
    build: (draw) => {
      const id = `i-0${draw.hex(16)}`
      const large = { id, instanceType: 'm5.xlarge', sku: 'm5.xlarge', price: 192 }
      const before = draw.machine({ ...large, to: draw.at })
      const after = draw.machine({ id, instanceType: 'm5.large', sku: 'm5.large', price: 96, from: draw.at })
      return {
        removals: [{ resource: before, at: draw.at, kind: 'rightsize' }],
        others: [after, ...many(3, () => draw.machine({ instanceType: 'm5.xlarge', sku: 'm5.xlarge', price: 192 }))],
        removed: costOf({ ...before, to: worldEnd }, draw.at, reportingMonth.to),
        truth: costOf({ ...after, to: worldEnd }, draw.at, reportingMonth.to),
      }
    },
  },
]

/** A machine that ran day and night and is off at night from the action on. */
function scheduled(draw: Draw, others: readonly WorldResource[]): ClassWorld {
  const at = draw.at - (draw.at % 24) + 19
  const always = draw.machine({})
  const resource = { ...always, units: (hour: number) => (hour < at || isOffice(hour) ? 1 : 0) }
  const removed = costOf(always, at, reportingMonth.to)
  return {
    removals: [{ resource, at, kind: 'schedule', offHours: nights }],
    ...{ others, removed, truth: removed - costOf(resource, at, reportingMonth.to) },
  }
}
