/** For tests: the resources of a bill's lines with attributes, and what replaced what among them. */
import type { ResourceAction } from '@kept/domain/action.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { DemandGrowth, Substitution } from '@kept/domain/substitution.ts'
import { exact, toNano } from '../savings/exact.ts'
import { searchSubstitutions } from '../savings/substitution/find-substitutions.ts'
import type { GroupResource } from '../savings/substitution/group-resource.ts'

export type Described = Partial<Omit<GroupResource, 'resource' | 'first' | 'end' | 'hourlyCost'>>

interface DescribedBill {
  lines: readonly SavingsLine[]
  described: Readonly<Record<string, Described>>
  actions: readonly ResourceAction[]
  /** Declared unrelated to every action. */
  unrelated?: readonly string[]
  demand?: readonly DemandGrowth[]
}

export function findIn({ lines, described, actions, unrelated = [], demand = [] }: DescribedBill): Substitution {
  const byResource = Map.groupBy(lines, ({ resource }) => resource)
  const resources = [...byResource].map(([resource, resourceLines]): GroupResource => {
    const first = resourceLines.reduce((earliest, { hour }) => Math.min(earliest, hour), Number.POSITIVE_INFINITY)
    const end = resourceLines.reduce((last, { hour, hours }) => Math.max(last, hour + hours), 0)
    const cost = resourceLines.reduce((sum, { contracted }) => sum + toNano(exact(contracted)), 0n)
    return {
      ...{ resource, account: '1', region: 'eu-west-1', service: 'Compute', name: '', tags: {}, unit: 'Hours' },
      ...{ instanceType: '', first, end, span: resourceLines[0]?.hours ?? 1 },
      hourlyCost: cost / BigInt(end - first),
      ...described[resource],
    }
  })
  const dataEnd = resources.reduce((last, { end }) => Math.max(last, end), 0)
  const search = searchSubstitutions({
    ...{ actions, resources, dataEnd, demand },
    grownAround: () => resources.map(({ resource }) => resource),
    changedAround: () => resources.map(({ resource }) => resource),
    isUnrelated: (_, resource) => unrelated.includes(resource),
  })
  return search.find(byResource)
}
