/** Classes with a real saving, next to growth and turnover of other resources. */
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
  repeat,
  reportingMonth,
  terminated,
  type WorldClass,
  type WorldContext,
  worldEnd,
  worldStart,
} from './world.ts'

/** Resources that end without a replacement, next to unrelated ones. */
function endedWorld(
  context: WorldContext,
  removed: readonly WorldResource[],
  otherResources: readonly WorldResource[] = [],
): ClassWorld {
  const world = terminated(removed, context.actionHour)
  return { ...world, otherResources, truth: world.removed }
}

const isOffice = (hour: number) => hour % 24 >= 7 && hour % 24 < 19
/** Nights, by hour of the week in UTC; the world's months begin at midnight. */
const nights = repeat(168, (hour) => hour).filter((hour) => !isOffice(hour))

export const savedClasses: readonly WorldClass[] = [
  { name: 'One machine ends', split: 'tuning', build: (context) => endedWorld(context, [context.machine({})]) },
  {
    name: 'Two of a scaling group end',
    split: 'held',
    build: (context) => {
      const group = scalingGroup('web')
      return endedWorld(
        context,
        repeat(2, () => context.machine(group)),
        repeat(6, () => context.machine(group)),
      )
    },
  },
  {
    name: 'EKS node group made smaller',
    split: 'tuning',
    build: (context) => {
      const group = eksNodeGroup(context, 'prod', 'default')
      return endedWorld(
        context,
        repeat(2, () => context.machine(group)),
        repeat(5, () => context.machine(group)),
      )
    },
  },
  {
    name: 'Karpenter pool made smaller, nodes live for a day',
    split: 'held',
    build: (context) => {
      const node = (day: number) =>
        context.machine({
          ...karpenterNode(context, 'prod', 'default'),
          ...{ from: worldStart + day * 24, to: worldStart + (day + 1) * 24 },
        })
      const days = Math.floor((worldEnd - worldStart) / 24)
      const removed = context.machine(karpenterNode(context, 'prod', 'default'))
      return endedWorld(context, [removed], repeat(days, (day) => repeat(4, () => node(day))).flat())
    },
  },
  {
    name: 'Google instance group made smaller, with turnover',
    split: 'tuning',
    build: (context) => {
      const lifetime = 96
      const rounds = Math.ceil((worldEnd - worldStart) / lifetime)
      const member = (round: number) =>
        context.machine({
          ...managedInstance(context, 'frontend'),
          ...{ from: worldStart + round * lifetime, to: Math.min(worldEnd, worldStart + (round + 1) * lifetime) },
        })
      const turnover = repeat(rounds, (round) => repeat(4, () => member(round))).flat()
      return endedWorld(
        context,
        repeat(2, () => context.machine(managedInstance(context, 'frontend'))),
        turnover,
      )
    },
  },
  {
    name: 'Azure machine ends beside a scale set that scales by day',
    split: 'held',
    build: (context) => {
      const unitsOf = (index: number) => (index < 2 ? undefined : (hour: number) => (isOffice(hour) ? 1 : 0))
      const set = repeat(5, (index) => {
        const units = unitsOf(index)
        return context.machine({ ...uniformScaleSet(context, 'vmss-web', index), ...(units && { units }) })
      })
      return endedWorld(context, [context.machine(azureMachine(context, 'rg-prod', 'vm-legacy'))], set)
    },
  },
  {
    name: 'AKS node ends',
    split: 'tuning',
    build: (context) => {
      const node = (index: number) => context.machine(aksNode(context, 'nodepool1', '17739201', index))
      return endedWorld(context, [node(9)], repeat(4, node))
    },
  },
  {
    name: 'Unrelated machine with tags of its own',
    split: 'tuning',
    build: (context) =>
      endedWorld(
        context,
        [context.machine({ tags: { Name: 'report', Team: 'finance' } })],
        [context.machine({ tags: { Name: 'checkout', Team: 'shop' }, from: context.actionHour + 2 })],
      ),
  },
  {
    name: 'New project begins in the same week',
    split: 'held',
    build: (context) =>
      endedWorld(
        context,
        [context.machine({ tags: { Project: 'atlas' } })],
        repeat(5, (index) =>
          context.machine({ tags: { Project: 'beacon' }, from: context.actionHour + 10 + index * 9 }),
        ),
      ),
  },
  {
    name: 'New node group begins in the same week',
    split: 'held',
    build: (context) => {
      const other = eksNodeGroup(context, 'data', 'spark')
      return endedWorld(
        context,
        [context.machine({ tags: { Name: 'bastion' } })],
        repeat(3, () => context.machine({ ...other, from: context.actionHour + 20 })),
      )
    },
  },
  {
    name: 'New database beside a machine that ends',
    split: 'tuning',
    build: (context) =>
      endedWorld(
        context,
        [context.machine({})],
        [context.machine({ ...database(context, 'checkout'), from: context.actionHour + 5 })],
      ),
  },
  {
    name: 'Demand falls: the others shrink as well',
    split: 'held',
    build: (context) => {
      const shrinking = (index: number) => {
        const units = (hour: number) => (hour < context.actionHour + index * 24 ? 10 : 7)
        return context.machine({ ...lambdaFunction(context, `route-${index}`), units })
      }
      return endedWorld(
        context,
        [context.machine({ ...lambdaFunction(context, 'route-9'), units: () => 10 })],
        repeat(3, shrinking),
      )
    },
  },
  {
    name: 'Orphaned disk beside claims that come and go',
    split: 'tuning',
    build: (context) => {
      const claims = repeat(10, (index) =>
        context.machine({
          ...volume(context, `scratch-${index}`),
          ...{ from: worldStart + index * 140, to: Math.min(worldEnd, worldStart + index * 140 + 90) },
        }),
      )
      return endedWorld(context, [context.machine(volume(context))], claims)
    },
  },
  {
    name: 'Schedule of a machine',
    split: 'tuning',
    build: (context) => scheduled(context, []),
  },
  {
    name: 'Schedule beside a new project',
    split: 'held',
    build: (context) =>
      scheduled(
        context,
        repeat(2, () => context.machine({ tags: { Project: 'beacon' }, from: context.actionHour + 30 })),
      ),
  },
  {
    name: 'Machine halved',
    split: 'held',
    build: (context) => {
      const id = `i-0${context.hex(16)}`
      const large = { id, instanceType: 'm5.xlarge', sku: 'm5.xlarge', price: 192 }
      const before = context.machine({ ...large, to: context.actionHour })
      const after = context.machine({
        id,
        instanceType: 'm5.large',
        sku: 'm5.large',
        price: 96,
        from: context.actionHour,
      })
      return {
        removals: [{ resource: before, at: context.actionHour, kind: 'rightsize' }],
        otherResources: [
          after,
          ...repeat(3, () => context.machine({ instanceType: 'm5.xlarge', sku: 'm5.xlarge', price: 192 })),
        ],
        removed: costOf({ ...before, to: worldEnd }, context.actionHour, reportingMonth.to),
        truth: costOf({ ...after, to: worldEnd }, context.actionHour, reportingMonth.to),
      }
    },
  },
]

/** A machine that ran around the clock and is off at night after the action. */
function scheduled(context: WorldContext, otherResources: readonly WorldResource[]): ClassWorld {
  const startHour = context.actionHour - (context.actionHour % 24) + 19
  const always = context.machine({})
  const resource = { ...always, units: (hour: number) => (hour < startHour || isOffice(hour) ? 1 : 0) }
  const removed = costOf(always, startHour, reportingMonth.to)
  return {
    removals: [{ resource, at: startHour, kind: 'schedule', offHours: nights }],
    ...{ otherResources, removed, truth: removed - costOf(resource, startHour, reportingMonth.to) },
  }
}
