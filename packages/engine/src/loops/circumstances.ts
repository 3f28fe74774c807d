/** What is known around the onset of an incident. */
import type { ChangeEvent } from '@kept/domain/span.ts'
import type { Circumstances } from './cause/causes.ts'
import type { Incident } from './incidents.ts'

const store =
  /(^|[^a-z])(queue|bucket|topic|stream|table|s3|sqs|sns|kinesis|dynamodb|kafka|pubsub|event|blob|storage|publish|send|putobject|put object)([^a-z]|$)/i

export interface Surroundings {
  deploys: ReadonlyMap<string, number>
  changes: readonly ChangeEvent[]
}

/** A rollout by its workload and generation; any other change as its source describes it. */
function nameOf({ generation, resource, description }: ChangeEvent): string {
  return generation === '' ? description : `rollout of ${resource.name} (${generation})`
}

export function circumstancesOf({ worst, onsetMinute }: Incident, { deploys, changes }: Surroundings): Circumstances {
  const resourceNames = new Set([...worst.resourceIds, ...worst.systems, worst.resource.id, worst.resource.name])
  const ages = (list: readonly number[]) => {
    const before = list.map((minute) => onsetMinute - minute).filter((age) => age >= -2)
    return before.length > 0 ? Math.max(0, Math.min(...before)) : undefined
  }
  const deployMinutes = [...deploys].filter(([id]) => resourceNames.has(id)).map(([, minute]) => minute)
  const changed = (kind: ChangeEvent['kind']) =>
    changes
      .filter(
        (event) =>
          event.kind === kind && (resourceNames.has(event.resource.id) || resourceNames.has(event.resource.name)),
      )
      .map(({ timeMs }) => Math.floor(timeMs / 60_000))
  const last = changes.findLast(
    ({ kind, resource, timeMs }) =>
      (kind === 'deploy' || kind === 'configuration') &&
      (resourceNames.has(resource.id) || resourceNames.has(resource.name)) &&
      timeMs < (onsetMinute + 3) * 60_000,
  )
  const value = (name: string) => worst.features.find((feature) => feature.name === name)?.value
  return {
    sinceDeploy: ages([...deployMinutes, ...changed('deploy')]),
    sinceConfiguration: ages(changed('configuration')),
    changeName: last && nameOf(last),
    failing: worst.failing ?? value('failing') ?? 0,
    upstreamFailing: changes.some(
      (event) => event.kind === 'restart' && worst.systems.slice(1).includes(event.resource.name),
    ),
    throughStore: worst.cycle.some(({ from, to }) => store.test(from) || store.test(to)),
    limitKnown: value('minutes_left') !== undefined && value('minutes_left') !== 0,
    killed: (value('kills') ?? 0) >= 3,
    features: worst.features,
  }
}
