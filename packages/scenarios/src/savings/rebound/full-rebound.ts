/** Worlds in which everything that was removed runs again elsewhere: nothing was saved. */
import { type Draft, drawnId, machine, makeWorld, type ReboundWorld, reportingMonth, worldStart } from './world.ts'

const at = reportingMonth.from + 8 * 24 + 9
const from = worldStart
const large = { price: 192, sku: 'm5.xlarge', instanceType: 'm5.xlarge' }
const isWork = (hour: number) => hour % 24 >= 8 && hour % 24 < 20
const scalingGroup = (name: string) => ({ 'aws:autoscaling:groupName': name })
const repeat = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index))

/** A node group in which every node lives for two days: constant size, but changing nodes. */
function churn(count: number, start: number, end: number, tags: Record<string, string>) {
  return repeat(Math.ceil((end - start) / 48), (round) =>
    repeat(count, () => machine({ from: start + round * 48, to: Math.min(end, start + (round + 1) * 48), tags })),
  ).flat()
}

export function fullReboundWorlds(): ReboundWorld[] {
  const { to } = reportingMonth
  const removedMachine = (tags = {}, more = {}) => ({ resource: machine({ from, tags, ...more }), at })
  const worlds: [string, boolean, Draft][] = [
    [
      'same name, same hour',
      false,
      { removed: [removedMachine({ Name: 'api' })], replacements: [machine({ from: at, tags: { Name: 'api' } })] },
    ],
    [
      'same name, a day before',
      true,
      { removed: [removedMachine({ Name: 'api' })], replacements: [machine({ from: at - 24, tags: { Name: 'api' } })] },
    ],
    [
      'same name, five days later, one size up',
      false,
      {
        removed: [removedMachine({ Name: 'api' })],
        replacements: [machine({ from: at + 120, tags: { Name: 'api' }, ...large })],
      },
    ],
    [
      'same name, thirteen days later',
      true,
      {
        removed: [removedMachine({ Name: 'api' })],
        replacements: [machine({ from: at + 312, tags: { Name: 'api' } })],
      },
    ],
    [
      'same name, other family',
      true,
      {
        removed: [removedMachine({ Name: 'api' })],
        replacements: [machine({ from: at + 1, tags: { Name: 'api' }, sku: 'c6i.large', instanceType: 'c6i.large' })],
      },
    ],
    [
      'same name, other region',
      true,
      {
        removed: [removedMachine({ Name: 'api' })],
        replacements: [machine({ from: at + 1, tags: { Name: 'api' }, region: 'us-east-1' })],
      },
    ],
    [
      'other name, no other tags',
      false,
      {
        removed: [removedMachine({ Name: 'api' })],
        replacements: [machine({ from: at + 3, tags: { Name: 'gateway' } })],
      },
    ],
    [
      'numbered name',
      true,
      {
        removed: [removedMachine({ Name: 'api-1' })],
        replacements: [machine({ from: at + 20, tags: { Name: 'api-2' } })],
      },
    ],
    [
      'other name, same application',
      false,
      {
        removed: [removedMachine({ Name: 'api', application: 'shop' })],
        replacements: [machine({ from: at + 120, tags: { Name: 'gateway', application: 'shop' }, ...large })],
      },
    ],
    [
      'same owner only',
      true,
      {
        removed: [removedMachine({ Owner: 'lee' })],
        replacements: [machine({ from: at + 30, tags: { Owner: 'lee' } })],
      },
    ],
    [
      'same cost center, user prefix',
      true,
      {
        removed: [removedMachine({ 'user:CostCenter': '4711' })],
        replacements: [machine({ from: at + 30, tags: { 'user:CostCenter': '4711' } })],
      },
    ],
    ['no tags, same SKU', false, { removed: [removedMachine()], replacements: [machine({ from: at + 2 })] }],
    [
      'no tags, other family',
      true,
      {
        removed: [removedMachine()],
        replacements: [machine({ from: at + 2, sku: 'c6i.large', instanceType: 'c6i.large' })],
      },
    ],
    ['no tags, six days later', false, { removed: [removedMachine()], replacements: [machine({ from: at + 144 })] }],
    [
      'no tags, two medium for one large',
      false,
      { removed: [removedMachine({}, large)], replacements: repeat(2, () => machine({ from: at })) },
    ],
    [
      'no tags, four small for one large',
      true,
      {
        removed: [removedMachine({}, large)],
        replacements: repeat(4, () =>
          machine({ from: at + 1, price: 48, sku: 'm5.medium', instanceType: 'm5.medium' }),
        ),
      },
    ],
    [
      'no tags, one larger for two',
      true,
      { removed: [removedMachine(), removedMachine()], replacements: [machine({ from: at + 4, ...large })] },
    ],
    [
      'tagged, replaced by an untagged one',
      true,
      { removed: [removedMachine({ application: 'shop', Name: 'web' })], replacements: [machine({ from: at + 4 })] },
    ],
    [
      'one machine a day takes over a fifth',
      true,
      {
        removed: [removedMachine({ app: 'shop' }, { price: 480, sku: 'm5.4xlarge', instanceType: 'm5.4xlarge' })],
        replacements: repeat(5, (day) => machine({ from: at + day * 24, tags: { app: 'shop' } })),
      },
    ],
    [
      'scaling group of ten',
      false,
      {
        removed: repeat(2, () => removedMachine(scalingGroup('web'))),
        replacements: repeat(2, () => machine({ from: at + 1, tags: scalingGroup('web') })),
        others: repeat(8, () => machine({ from, tags: scalingGroup('web') })),
      },
    ],
    [
      'scaling group that scales by day',
      false,
      {
        removed: [removedMachine(scalingGroup('web'))],
        replacements: [machine({ from: at + 1, tags: scalingGroup('web') })],
        others: [
          ...repeat(4, () => machine({ from, tags: scalingGroup('web') })),
          ...repeat(3, () => machine({ from, tags: scalingGroup('web'), units: (hour) => (isWork(hour) ? 1 : 0) })),
        ],
      },
    ],
    [
      'scaling group, four smaller for one',
      true,
      {
        removed: [removedMachine(scalingGroup('web'), large)],
        replacements: repeat(4, () =>
          machine({ from: at + 1, tags: scalingGroup('web'), price: 48, sku: 'm5.medium', instanceType: 'm5.medium' }),
        ),
        others: repeat(3, () => machine({ from, tags: scalingGroup('web'), ...large })),
      },
    ],
    [
      'node group with new nodes every two days',
      true,
      {
        removed: [removedMachine({ 'eks:nodegroup-name': 'main', 'eks:cluster-name': 'prod' })],
        replacements: churn(1, at + 1, to, { 'eks:nodegroup-name': 'main', 'eks:cluster-name': 'prod' }),
        others: [
          ...churn(5, from, at, { 'eks:nodegroup-name': 'main', 'eks:cluster-name': 'prod' }),
          ...churn(5, at, to, { 'eks:nodegroup-name': 'main', 'eks:cluster-name': 'prod' }),
        ],
      },
    ],
    [
      'CloudFormation resource',
      true,
      {
        removed: [removedMachine({ 'aws:cloudformation:stack-name': 'shop', 'aws:cloudformation:logical-id': 'Api' })],
        replacements: [
          machine({
            from: at + 200,
            tags: { 'aws:cloudformation:stack-name': 'shop', 'aws:cloudformation:logical-id': 'Api' },
          }),
        ],
      },
    ],
    [
      'infrastructure-code address',
      false,
      {
        removed: [removedMachine({ yor_trace: 'f00' })],
        replacements: [machine({ from: at + 200, tags: { yor_trace: 'f00' } })],
      },
    ],
    [
      'successor of a successor',
      false,
      {
        removed: [removedMachine({ Name: 'api' })],
        replacements: [
          machine({ from: at + 1, to: at + 60, tags: { Name: 'api' } }),
          machine({ from: at + 60, to: at + 400, tags: { Name: 'api' } }),
          machine({ from: at + 400, tags: { Name: 'api' } }),
        ],
      },
    ],
    [
      'successor of a presumed successor',
      true,
      {
        removed: [removedMachine()],
        replacements: [machine({ from: at + 1, to: at + 200 }), machine({ from: at + 200 })],
      },
    ],
    [
      'database restored under another name',
      false,
      {
        removed: [removedMachine({}, database('orders'))],
        replacements: [machine({ from: at + 5, ...database('orders-restored') })],
      },
    ],
    [
      'database with an unrelated name',
      true,
      {
        removed: [removedMachine({}, database('ledger'))],
        replacements: [machine({ from: at + 5, ...database('billing') })],
      },
    ],
    [
      'disk of the same name',
      true,
      {
        removed: [removedMachine({ Name: 'data' }, disk())],
        replacements: [machine({ from: at, tags: { Name: 'data' }, ...disk() })],
      },
    ],
    [
      'disk without tags',
      false,
      { removed: [removedMachine({}, disk())], replacements: [machine({ from: at + 1, ...disk() })] },
    ],
    [
      'disk of a volume claim',
      true,
      { removed: [removedMachine(claim, disk())], replacements: [machine({ from: at + 9, tags: claim, ...disk() })] },
    ],
    [
      'function takes over, same application',
      false,
      {
        removed: [removedMachine({ app: 'thumbs' }, lambda('thumbs-a'))],
        others: [
          machine({ from, tags: { app: 'thumbs' }, ...lambda('thumbs-b'), units: (hour) => (hour < at ? 1 : 2) }),
        ],
      },
    ],
    [
      'function takes over, no tags',
      true,
      {
        removed: [removedMachine({}, lambda('resize'))],
        others: [machine({ from, ...lambda('convert'), units: (hour) => (hour < at + 10 ? 1 : 2) })],
      },
    ],
    [
      'machine becomes a container, same application',
      true,
      {
        removed: [removedMachine({ app: 'shop' })],
        replacements: [
          machine({
            from: at + 3,
            tags: { app: 'shop' },
            service: 'AWS Fargate',
            unit: 'vCPU-Hours',
            sku: 'fargate',
            instanceType: '',
          }),
        ],
      },
    ],
    [
      'covered by a commitment afterwards',
      true,
      {
        removed: [removedMachine({ Name: 'api' })],
        replacements: [machine({ from: at + 2, tags: { Name: 'api' }, paidPercent: 60 })],
      },
    ],
    [
      'Azure machine in another resource group, by the day',
      true,
      {
        removed: [{ resource: machine({ ...azure('old', 'vm-api'), from: day(from) }), at }],
        replacements: [machine({ from: day(at) + 24, ...azure('new', 'vm-api') })],
      },
    ],
    [
      'Azure scale set',
      false,
      {
        removed: [removedMachine({}, scaleSet('3'))],
        replacements: [machine({ from: at + 1, ...scaleSet('7') })],
        others: [machine({ from, ...scaleSet('1') })],
      },
    ],
    [
      'Google instance group',
      true,
      {
        removed: [removedMachine({}, google('web-x7k2'))],
        replacements: [machine({ from: at + 2, ...google('web-p9qz') })],
      },
    ],
  ]
  const builtWorlds = worlds.map(([name, isHeldOut, draft]) => makeWorld(name, isHeldOut, draft))
  return [...builtWorlds, ...resized()].map((world) => ({ ...world, truth: 0 }))
}

function resized(): ReboundWorld[] {
  const before = machine({ from, ...large })
  const twin = makeWorld('resized, and a second one beside it', false, {
    removed: [{ resource: before, at, kind: 'rightsize', becomes: machine({ id: before.id, from: at }) }],
    replacements: [machine({ from: at + 1 })],
  })
  const other = machine({ from, ...large })
  const units = makeWorld('resized to two units of one resource', true, {
    removed: [{ resource: other, at, kind: 'rightsize', becomes: machine({ id: other.id, from: at, units: () => 2 }) }],
  })
  return [twin, units]
}

const claim = { 'kubernetes.io/created-for/pvc/name': 'data', 'kubernetes.io/created-for/pvc/namespace': 'shop' }

function database(name: string) {
  return {
    id: `arn:aws:rds:eu-west-1:111122223333:db:${name}`,
    ...{ service: 'Amazon Relational Database Service', sku: 'db.r6g.large', instanceType: 'db.r6g.large', price: 225 },
  }
}

function disk() {
  return { id: drawnId('vol'), unit: 'GB-Mo', sku: 'gp3', instanceType: '', price: 40 }
}

function lambda(name: string) {
  return {
    id: `arn:aws:lambda:eu-west-1:111122223333:function:${name}`,
    ...{ service: 'AWS Lambda', unit: 'GB-Seconds', sku: 'lambda', instanceType: '', price: 30 },
  }
}

function azure(group: string, name: string) {
  return {
    id: `/subscriptions/1/resourceGroups/${group}/providers/Microsoft.Compute/virtualMachines/${name}`,
    ...{ name, service: 'Virtual Machines', sku: 'D2s_v5', instanceType: 'Standard_D2s_v5', span: 24 },
  }
}

function scaleSet(instance: string) {
  return {
    id: `/subscriptions/1/resourceGroups/rg/providers/Microsoft.Compute/virtualMachineScaleSets/pool/virtualMachines/${instance}`,
    ...{ service: 'Virtual Machines', sku: 'D2s_v5', instanceType: 'Standard_D2s_v5' },
  }
}

function google(name: string) {
  return {
    id: `//compute.googleapis.com/projects/p/zones/europe-west1-b/instances/${name}`,
    ...{ name, service: 'Compute Engine', sku: 'n2-standard-2', instanceType: 'n2-standard-2' },
  }
}

function day(hour: number): number {
  return hour - (hour % 24)
}
