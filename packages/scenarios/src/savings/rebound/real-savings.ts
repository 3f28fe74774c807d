/** Worlds with a real saving, next to unrelated growth and turnover. */
import { type Draft, drawnId, machine, makeWorld, type ReboundWorld, reportingMonth, worldStart } from './world.ts'

const at = reportingMonth.from + 8 * 24 + 9
const from = worldStart
const week = 168
const large = { price: 192, sku: 'm5.xlarge', instanceType: 'm5.xlarge' }
const scalingGroup = (name: string) => ({ 'aws:autoscaling:groupName': name })
const isWork = (hour: number) => hour % 24 >= 8 && hour % 24 < 20
const repeat = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index))

export function realSavingWorlds(): ReboundWorld[] {
  const removedMachine = (tags = {}, more = {}) => ({ resource: machine({ from, tags, ...more }), at })
  const withOthers = (...others: NonNullable<Draft['others']>) => ({ others })
  const worlds: [string, boolean, Draft][] = [
    ['nothing else happens', false, { removed: [removedMachine()] }],
    [
      'a new project with its own tags',
      false,
      {
        removed: [removedMachine({ project: 'zeus' })],
        ...withOthers(machine({ from: at + 2, tags: { project: 'apollo' } })),
      },
    ],
    [
      'a new project beside an untagged machine',
      true,
      {
        removed: [removedMachine()],
        ...withOthers(machine({ from: at + 2, tags: { project: 'apollo', owner: 'kim' } })),
      },
    ],
    [
      'another application of the same owner grows',
      true,
      {
        removed: [removedMachine({ app: 'shop', owner: 'lee' })],
        ...withOthers(machine({ from: at + 2, tags: { app: 'mail', owner: 'lee' } })),
      },
    ],
    [
      'another environment of the same application',
      true,
      {
        removed: [removedMachine({ app: 'shop', env: 'prod' })],
        ...withOthers(machine({ from: at + 2, tags: { app: 'shop', env: 'dev' } })),
      },
    ],
    ['growth ten days later', false, { removed: [removedMachine()], ...withOthers(machine({ from: at + 240 })) }],
    [
      'growth in another region',
      true,
      { removed: [removedMachine()], ...withOthers(machine({ from: at + 2, region: 'us-east-1' })) },
    ],
    [
      'a new database',
      false,
      {
        removed: [removedMachine()],
        ...withOthers(
          machine({
            from: at + 2,
            id: 'arn:aws:rds:eu-west-1:1:db:new',
            service: 'Amazon Relational Database Service',
            sku: 'db.t3',
            instanceType: 'db.t3.small',
          }),
        ),
      },
    ],
    [
      'scaling group made smaller',
      false,
      {
        removed: repeat(2, () => removedMachine(scalingGroup('web'))),
        ...withOthers(...repeat(8, () => machine({ from, tags: scalingGroup('web') }))),
      },
    ],
    [
      'smaller scaling group that scales by day',
      true,
      {
        removed: [removedMachine(scalingGroup('web'))],
        ...withOthers(...repeat(4, () => machine({ from, tags: scalingGroup('web') })), ...daily(3, 'web')),
      },
    ],
    [
      'smaller node group with new nodes every two days',
      true,
      { removed: [removedMachine(nodes)], ...withOthers(...turnover(5, 48, nodes)) },
    ],
    [
      'one more machine every week',
      true,
      {
        removed: [removedMachine()],
        ...withOthers(...repeat(7, (index) => machine({ from: at - 3 * week - 20 + index * week, price: 96 }))),
      },
    ],
    [
      'batch machines every night',
      false,
      {
        removed: [removedMachine()],
        ...withOthers(...repeat(50, (index) => machine({ from: from + index * 24 + 2, to: from + index * 24 + 6 }))),
      },
    ],
    [
      'another group is replaced as a whole',
      true,
      {
        removed: [removedMachine({ Name: 'report' })],
        ...withOthers(
          ...repeat(3, () => machine({ from, to: at + 30, tags: { Name: 'web' } })),
          ...repeat(3, () => machine({ from: at + 30, tags: { Name: 'web' } })),
        ),
      },
    ],
    [
      'another named group grows',
      true,
      {
        removed: [removedMachine({ Name: 'report' })],
        ...withOthers(machine({ from, tags: { Name: 'web-1' } }), machine({ from: at + 30, tags: { Name: 'web-2' } })),
      },
    ],
    [
      'half of it comes back smaller',
      false,
      {
        removed: [removedMachine({ Name: 'api' }, large)],
        replacements: [machine({ from: at, tags: { Name: 'api' } })],
      },
    ],
    [
      'a snapshot instead of the disk',
      true,
      {
        removed: [removedMachine({ Name: 'data' }, disk(40))],
        replacements: [machine({ from: at, tags: { Name: 'data' }, ...disk(10), id: drawnId('snap') })],
      },
    ],
    [
      'another function grows',
      true,
      {
        removed: [removedMachine({ app: 'thumbs' }, lambda('a'))],
        ...withOthers(machine({ from, tags: { app: 'mail' }, ...lambda('b'), units: (hour) => (hour < at ? 1 : 3) })),
      },
    ],
  ]
  return [...worlds.map(([name, isHeldOut, draft]) => makeWorld(name, isHeldOut, draft)), ...resized()]
}

const nodes = { 'eks:nodegroup-name': 'main', 'eks:cluster-name': 'prod' }

function turnover(count: number, lifetime: number, tags: Record<string, string>) {
  return repeat(Math.ceil((reportingMonth.to - from) / lifetime), (round) =>
    repeat(count, () => machine({ from: from + round * lifetime, to: from + (round + 1) * lifetime, tags })),
  ).flat()
}

/** Machines that start every morning under a new id and end every evening. */
function daily(count: number, group: string) {
  return repeat(54, (index) => from - (from % 24) + index * 24 + 8)
    .filter((hour) => hour > from)
    .flatMap((hour) => repeat(count, () => machine({ from: hour, to: hour + 12, tags: scalingGroup(group) })))
    .filter((resource) => isWork(resource.from))
}

function resized(): ReboundWorld[] {
  const before = machine({ from, ...large })
  const steady = machine({ from, ...large })
  return [
    makeWorld('resized, and nothing else', false, {
      removed: [{ resource: before, at, kind: 'rightsize', becomes: machine({ id: before.id, from: at }) }],
    }),
    makeWorld('resized, and another project grows', true, {
      removed: [{ resource: steady, at, kind: 'rightsize', becomes: machine({ id: steady.id, from: at }) }],
      others: [machine({ from: at + 2, tags: { project: 'apollo' } })],
    }),
  ]
}

function disk(price: number) {
  return { id: drawnId('vol'), unit: 'GB-Mo', sku: `gp3-${price}`, instanceType: '', price }
}

function lambda(name: string) {
  return {
    id: `arn:aws:lambda:eu-west-1:111122223333:function:${name}`,
    ...{ service: 'AWS Lambda', unit: 'GB-Seconds', sku: 'lambda', instanceType: '', price: 30 },
  }
}
