/** Classes in which everything that was removed runs again elsewhere: nothing was saved. */
import type { WorldResource } from '../rebound/machines.ts'
import {
  aksNode,
  azureMachine,
  database,
  eksNodeGroup,
  elasticMapReduce,
  fargateTask,
  flexibleScaleSet,
  gkeNode,
  karpenterNode,
  lambdaFunction,
  managedInstance,
  scalingGroup,
  stackResource,
  uniformScaleSet,
  volume,
} from './default-attributes.ts'
import {
  type ClassWorld,
  leftOver,
  repeat,
  terminated,
  type WorldClass,
  type WorldContext,
  worldEnd,
  worldStart,
} from './world.ts'

/** These end, and as many begin some hours later. */
function replaced(
  context: WorldContext,
  count: number,
  create: (index: number, isNew: boolean) => Partial<WorldResource>,
  otherResources: readonly WorldResource[] = [],
  delayHours = context.random.integer(0, 5),
): ClassWorld {
  const before = repeat(count, (index) => context.machine(create(index, false)))
  const after = repeat(count, (index) =>
    context.machine({ ...create(index, true), from: context.actionHour + delayHours + index }),
  )
  return { ...terminated(before, context.actionHour), otherResources: [...after, ...otherResources], truth: 0 }
}

const nodeSize = { instanceType: 'm6i.xlarge', sku: 'm6i.xlarge', price: 214 }

export const movedClasses: readonly WorldClass[] = [
  {
    name: 'Auto Scaling instance refresh',
    split: 'tuning',
    build: (context) => {
      const group = `web-${context.randomSuffix(4)}`
      const steady = repeat(context.random.integer(2, 6), () => context.machine(scalingGroup(group)))
      return replaced(context, context.random.integer(1, 3), () => scalingGroup(group), steady)
    },
  },
  {
    name: 'EKS node group replaced by a new one',
    split: 'held',
    build: (context) => {
      const [blue, green] = ['workers-v1', 'workers-v2'].map((name) => eksNodeGroup(context, 'prod', name))
      return replaced(context, 3, (_, isNew) => ({ ...(isNew ? green : blue), ...nodeSize }))
    },
  },
  {
    name: 'EKS node group, some nodes replaced',
    split: 'tuning',
    build: (context) => {
      const attributes = eksNodeGroup(context, 'prod', 'default')
      const steady = repeat(4, () => context.machine({ ...attributes, ...nodeSize }))
      return replaced(context, 2, () => ({ ...attributes, ...nodeSize }), steady)
    },
  },
  {
    name: 'Karpenter node of another family',
    split: 'held',
    build: (context) => {
      const steady = repeat(5, () => context.machine({ ...karpenterNode(context, 'prod', 'default'), ...nodeSize }))
      const other = { instanceType: 'r6i.xlarge', sku: 'r6i.xlarge', price: 282 }
      return replaced(
        context,
        2,
        (_, isNew) => ({ ...karpenterNode(context, 'prod', 'default'), ...(isNew ? other : nodeSize) }),
        steady,
      )
    },
  },
  {
    name: 'Karpenter nodes that live for a day',
    split: 'tuning',
    build: (context) => {
      const node = (from: number, to: number) =>
        context.machine({ ...karpenterNode(context, 'prod', 'spot'), ...nodeSize, from, to })
      const days = Math.floor((worldEnd - worldStart) / 24)
      const churn = repeat(days, (day) =>
        repeat(4, () => node(worldStart + day * 24, worldStart + (day + 1) * 24)),
      ).flat()
      const removed = context.machine({ ...karpenterNode(context, 'prod', 'spot'), ...nodeSize })
      const remainingDays = Math.ceil((worldEnd - context.actionHour) / 24)
      const after = repeat(remainingDays, (day) =>
        node(context.actionHour + day * 24, Math.min(worldEnd, context.actionHour + (day + 1) * 24)),
      )
      return { ...terminated([removed], context.actionHour), otherResources: [...churn, ...after], truth: 0 }
    },
  },
  {
    name: 'Azure uniform scale set',
    split: 'tuning',
    build: (context) => {
      const steady = repeat(3, (index) => context.machine(uniformScaleSet(context, 'vmss-web', index)))
      return replaced(
        context,
        2,
        (index, isNew) => uniformScaleSet(context, 'vmss-web', (isNew ? 20 : 10) + index),
        steady,
      )
    },
  },
  {
    name: 'Azure flexible scale set',
    split: 'held',
    build: (context) => {
      const steady = repeat(3, () => context.machine(flexibleScaleSet(context, 'vmss-web')))
      return replaced(context, 2, () => flexibleScaleSet(context, 'vmss-web'), steady)
    },
  },
  {
    name: 'AKS node pool under a new serial number',
    split: 'held',
    build: (context) =>
      replaced(context, 3, (index, isNew) => aksNode(context, 'nodepool1', isNew ? '40213377' : '17739201', index)),
  },
  {
    name: 'Azure machine redeployed into another resource group',
    split: 'tuning',
    build: (context) =>
      replaced(context, 1, (_, isNew) => azureMachine(context, isNew ? 'rg-prod-2' : 'rg-prod', 'vm-api')),
  },
  {
    name: 'Azure machine under the next number',
    split: 'held',
    build: (context) =>
      replaced(context, 1, (_, isNew) => azureMachine(context, 'rg-prod', isNew ? 'vm-api-02' : 'vm-api-01')),
  },
  {
    name: 'Google managed instance group',
    split: 'tuning',
    build: (context) => {
      const steady = repeat(4, () => context.machine(managedInstance(context, 'frontend')))
      return replaced(context, 2, () => managedInstance(context, 'frontend'), steady)
    },
  },
  {
    name: 'GKE node pool after an upgrade',
    split: 'held',
    build: (context) => {
      const [before, after] = [context.hex(8), context.hex(8)]
      return replaced(context, 3, (_, isNew) => gkeNode(context, 'prod', 'default-pool', isNew ? after : before))
    },
  },
  {
    name: 'Terraform name with a color',
    split: 'tuning',
    build: (context) =>
      replaced(context, 2, (_, isNew) => ({ tags: { Name: `prod-api-${isNew ? 'green' : 'blue'}` } })),
  },
  {
    name: 'Terraform name with a count',
    split: 'held',
    build: (context) =>
      replaced(context, 2, (index, isNew) => ({ tags: { Name: `prod-api-${index + (isNew ? 3 : 1)}` } })),
  },
  { name: 'No tags, same size', split: 'tuning', build: (context) => replaced(context, 2, () => ({})) },
  {
    name: 'No tags, twice as many of half the size',
    split: 'held',
    build: (context) => {
      const before = context.machine({ instanceType: 'm5.2xlarge', sku: 'm5.2xlarge', price: 384 })
      const after = repeat(2, (index) =>
        context.machine({
          instanceType: 'm5.xlarge',
          sku: 'm5.xlarge',
          price: 192,
          from: context.actionHour + 1 + index * 3,
        }),
      )
      return { ...terminated([before], context.actionHour), otherResources: after, truth: 0 }
    },
  },
  {
    name: 'Fargate tasks without tags',
    split: 'held',
    build: (context) => {
      const steady = repeat(4, () => context.machine(fargateTask(context)))
      return replaced(context, 2, () => fargateTask(context), steady)
    },
  },
  {
    name: 'Fargate tasks of one service',
    split: 'tuning',
    build: (context) => {
      const tags = { 'aws:ecs:clusterName': 'prod', 'aws:ecs:serviceName': 'checkout' }
      return replaced(context, 3, () => fargateTask(context, tags))
    },
  },
  {
    name: 'CloudFormation stack made again under a dated name',
    split: 'held',
    build: (context) =>
      replaced(context, 2, (index, isNew) =>
        stackResource(isNew ? 'api-20260911' : 'api-20260611', `Server${index}`, context),
      ),
  },
  {
    name: 'EMR cluster started again',
    split: 'tuning',
    build: (context) => {
      const [before, after] = [elasticMapReduce(context), elasticMapReduce(context)]
      return replaced(context, 4, (_, isNew) => (isNew ? after : before))
    },
  },
  {
    name: 'RDS blue/green deployment',
    split: 'held',
    build: (context) =>
      replaced(
        context,
        1,
        (_, isNew) => database(context, isNew ? `orders-green-${context.randomSuffix(6)}` : 'orders'),
        [],
        -2,
      ),
  },
  {
    name: 'Volume of one claim bound again',
    split: 'tuning',
    build: (context) => replaced(context, 1, () => volume(context, 'data-postgres-0')),
  },
  {
    name: 'Volume restored without tags',
    split: 'held',
    build: (context) => replaced(context, 1, () => volume(context)),
  },
  {
    name: 'Functions take over a fifth each',
    split: 'tuning',
    build: (context) => absorbed(context, 5, (index) => lambdaFunction(context, `api-route-${index}`)),
  },
  {
    name: 'Containers take over a quarter each',
    split: 'held',
    build: (context) =>
      absorbed(context, 4, (index) => ({
        ...fargateTask(context),
        id: `arn:aws:ecs:eu-west-1:${context.owner}:service/prod/api-${index}`,
      })),
  },
]

/** One of several similar resources ends, and the others take over its work, each too little of it to look new. */
function absorbed(context: WorldContext, count: number, create: (index: number) => Partial<WorldResource>): ClassWorld {
  const units = (share: number) => (hour: number) => (hour < context.actionHour ? count : count + share)
  const before = context.machine({ ...create(count), units: units(0) })
  const remainingMembers = repeat(count, (index) => context.machine({ ...create(index), units: units(1) }))
  return {
    removals: [{ resource: { ...before, to: context.actionHour }, at: context.actionHour, kind: 'terminate' }],
    otherResources: remainingMembers,
    removed: leftOver(before, context.actionHour),
    truth: 0,
  }
}
