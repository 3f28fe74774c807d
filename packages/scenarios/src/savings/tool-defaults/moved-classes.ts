/** Classes in which all that was removed runs again somewhere: nothing was saved. */
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
  type Draw,
  leftOver,
  many,
  terminated,
  type WorldClass,
  worldEnd,
  worldStart,
} from './world.ts'

/** These end, and as many begin some hours later. */
function replaced(
  draw: Draw,
  count: number,
  make: (index: number, isNew: boolean) => Partial<WorldResource>,
  others: readonly WorldResource[] = [],
  delayHours = draw.random.integer(0, 5),
): ClassWorld {
  const before = many(count, (index) => draw.machine(make(index, false)))
  const after = many(count, (index) => draw.machine({ ...make(index, true), from: draw.at + delayHours + index }))
  return { ...terminated(before, draw.at), others: [...after, ...others], truth: 0 }
}

const nodeSize = { instanceType: 'm6i.xlarge', sku: 'm6i.xlarge', price: 214 }

export const movedClasses: readonly WorldClass[] = [
  {
    name: 'Auto Scaling instance refresh',
    half: 'tuning',
    build: (draw) => {
      const group = `web-${draw.letters(4)}`
      const steady = many(draw.random.integer(2, 6), () => draw.machine(scalingGroup(group)))
      return replaced(draw, draw.random.integer(1, 3), () => scalingGroup(group), steady)
    },
  },
  {
    name: 'EKS node group replaced by a new one',
    half: 'held',
    build: (draw) => {
      const [blue, green] = ['workers-v1', 'workers-v2'].map((name) => eksNodeGroup(draw, 'prod', name))
      return replaced(draw, 3, (_, isNew) => ({ ...(isNew ? green : blue), ...nodeSize }))
    },
  },
  {
    name: 'EKS node group, some nodes replaced',
    half: 'tuning',
    build: (draw) => {
      const attributes = eksNodeGroup(draw, 'prod', 'default')
      const steady = many(4, () => draw.machine({ ...attributes, ...nodeSize }))
      return replaced(draw, 2, () => ({ ...attributes, ...nodeSize }), steady)
    },
  },
  {
    name: 'Karpenter node of another family',
    half: 'held',
    build: (draw) => {
      const steady = many(5, () => draw.machine({ ...karpenterNode(draw, 'prod', 'default'), ...nodeSize }))
      const other = { instanceType: 'r6i.xlarge', sku: 'r6i.xlarge', price: 282 }
      return replaced(
        draw,
        2,
        (_, isNew) => ({ ...karpenterNode(draw, 'prod', 'default'), ...(isNew ? other : nodeSize) }),
        steady,
      )
    },
  },
  {
    name: 'Karpenter nodes that live for a day',
    half: 'tuning',
    build: (draw) => {
      const node = (from: number, to: number) =>
        draw.machine({ ...karpenterNode(draw, 'prod', 'spot'), ...nodeSize, from, to })
      const days = Math.floor((worldEnd - worldStart) / 24)
      const churn = many(days, (day) => many(4, () => node(worldStart + day * 24, worldStart + (day + 1) * 24))).flat()
      const removed = draw.machine({ ...karpenterNode(draw, 'prod', 'spot'), ...nodeSize })
      const rest = Math.ceil((worldEnd - draw.at) / 24)
      const after = many(rest, (day) => node(draw.at + day * 24, Math.min(worldEnd, draw.at + (day + 1) * 24)))
      return { ...terminated([removed], draw.at), others: [...churn, ...after], truth: 0 }
    },
  },
  {
    name: 'Azure uniform scale set',
    half: 'tuning',
    build: (draw) => {
      const steady = many(3, (index) => draw.machine(uniformScaleSet(draw, 'vmss-web', index)))
      return replaced(draw, 2, (index, isNew) => uniformScaleSet(draw, 'vmss-web', (isNew ? 20 : 10) + index), steady)
    },
  },
  {
    name: 'Azure flexible scale set',
    half: 'held',
    build: (draw) => {
      const steady = many(3, () => draw.machine(flexibleScaleSet(draw, 'vmss-web')))
      return replaced(draw, 2, () => flexibleScaleSet(draw, 'vmss-web'), steady)
    },
  },
  {
    name: 'AKS node pool under a new serial number',
    half: 'held',
    build: (draw) =>
      replaced(draw, 3, (index, isNew) => aksNode(draw, 'nodepool1', isNew ? '40213377' : '17739201', index)),
  },
  {
    name: 'Azure machine redeployed into another resource group',
    half: 'tuning',
    build: (draw) => replaced(draw, 1, (_, isNew) => azureMachine(draw, isNew ? 'rg-prod-2' : 'rg-prod', 'vm-api')),
  },
  {
    name: 'Azure machine under the next number',
    half: 'held',
    build: (draw) => replaced(draw, 1, (_, isNew) => azureMachine(draw, 'rg-prod', isNew ? 'vm-api-02' : 'vm-api-01')),
  },
  {
    name: 'Google managed instance group',
    half: 'tuning',
    build: (draw) => {
      const steady = many(4, () => draw.machine(managedInstance(draw, 'frontend')))
      return replaced(draw, 2, () => managedInstance(draw, 'frontend'), steady)
    },
  },
  {
    name: 'GKE node pool after an upgrade',
    half: 'held',
    build: (draw) => {
      const [before, after] = [draw.hex(8), draw.hex(8)]
      return replaced(draw, 3, (_, isNew) => gkeNode(draw, 'prod', 'default-pool', isNew ? after : before))
    },
  },
  {
    name: 'Terraform name with a color',
    half: 'tuning',
    build: (draw) => replaced(draw, 2, (_, isNew) => ({ tags: { Name: `prod-api-${isNew ? 'green' : 'blue'}` } })),
  },
  {
    name: 'Terraform name with a count',
    half: 'held',
    build: (draw) => replaced(draw, 2, (index, isNew) => ({ tags: { Name: `prod-api-${index + (isNew ? 3 : 1)}` } })),
  },
  { name: 'No tags, same size', half: 'tuning', build: (draw) => replaced(draw, 2, () => ({})) },
  {
    name: 'No tags, twice as many of half the size',
    half: 'held',
    build: (draw) => {
      const before = draw.machine({ instanceType: 'm5.2xlarge', sku: 'm5.2xlarge', price: 384 })
      const after = many(2, (index) =>
        draw.machine({ instanceType: 'm5.xlarge', sku: 'm5.xlarge', price: 192, from: draw.at + 1 + index * 3 }),
      )
      return { ...terminated([before], draw.at), others: after, truth: 0 }
    },
  },
  {
    name: 'Fargate tasks without tags',
    half: 'held',
    build: (draw) => {
      const steady = many(4, () => draw.machine(fargateTask(draw)))
      return replaced(draw, 2, () => fargateTask(draw), steady)
    },
  },
  {
    name: 'Fargate tasks of one service',
    half: 'tuning',
    build: (draw) => {
      const tags = { 'aws:ecs:clusterName': 'prod', 'aws:ecs:serviceName': 'checkout' }
      return replaced(draw, 3, () => fargateTask(draw, tags))
    },
  },
  {
    name: 'CloudFormation stack made again under a dated name',
    half: 'held',
    build: (draw) =>
      replaced(draw, 2, (index, isNew) =>
        stackResource(isNew ? 'api-20260911' : 'api-20260611', `Server${index}`, draw),
      ),
  },
  {
    name: 'EMR cluster started again',
    half: 'tuning',
    build: (draw) => {
      const [before, after] = [elasticMapReduce(draw), elasticMapReduce(draw)]
      return replaced(draw, 4, (_, isNew) => (isNew ? after : before))
    },
  },
  {
    name: 'RDS blue/green deployment',
    half: 'held',
    build: (draw) =>
      replaced(draw, 1, (_, isNew) => database(draw, isNew ? `orders-green-${draw.letters(6)}` : 'orders'), [], -2),
  },
  {
    name: 'Volume of one claim bound again',
    half: 'tuning',
    build: (draw) => replaced(draw, 1, () => volume(draw, 'data-postgres-0')),
  },
  { name: 'Volume restored without tags', half: 'held', build: (draw) => replaced(draw, 1, () => volume(draw)) },
  {
    name: 'Functions take over a fifth each',
    half: 'tuning',
    build: (draw) => absorbed(draw, 5, (index) => lambdaFunction(draw, `api-route-${index}`)),
  },
  {
    name: 'Containers take over a quarter each',
    half: 'held',
    build: (draw) =>
      absorbed(draw, 4, (index) => ({
        ...fargateTask(draw),
        id: `arn:aws:ecs:eu-west-1:${draw.owner}:service/prod/api-${index}`,
      })),
  },
]

/** One of several alike ends, and the others take its work over, each too little of it to be called new. */
function absorbed(draw: Draw, others: number, make: (index: number) => Partial<WorldResource>): ClassWorld {
  const units = (share: number) => (hour: number) => (hour < draw.at ? others : others + share)
  const before = draw.machine({ ...make(others), units: units(0) })
  const rest = many(others, (index) => draw.machine({ ...make(index), units: units(1) }))
  return {
    removals: [{ resource: { ...before, to: draw.at }, at: draw.at, kind: 'terminate' }],
    others: rest,
    removed: leftOver(before, draw.at),
    truth: 0,
  }
}
