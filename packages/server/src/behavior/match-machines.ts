/** Matches machines on the bill to development environments. */
import { type EnvironmentFacts, environmentFactsSchema } from '@kept/domain/environment.ts'
import { exemptReason } from '@kept/engine/behavior/exempt-reason.ts'
import { environmentOf } from '@kept/engine/rules/reading/environment-of.ts'
import type { Machine } from '@kept/store/behavior/machines.ts'
import type { Origin } from '@kept/store/behavior/origins.ts'

export interface MatchedMachines {
  /** Environment by resource id. */
  environmentOf: Map<string, string>
  facts: EnvironmentFacts[]
  machines: Machine[]
}

/** `reported` are the environments named by events or by the organization's settings. */
export function matchMachines(
  machines: readonly Machine[],
  eventEnvironmentIds: ReadonlySet<string>,
  reported: readonly EnvironmentFacts[],
  origins: ReadonlyMap<string, Origin> = new Map(),
): MatchedMachines {
  const matched: MatchedMachines = { environmentOf: new Map(), facts: [], machines: [] }
  const reportedById = new Map(reported.map((facts) => [facts.environment_id, facts]))
  for (const machine of machines) {
    const environmentName = namesOf(machine).find((name) => eventEnvironmentIds.has(name) || reportedById.has(name))
    const tagged = environmentOf(machine.tags, [machine.resource_name, machine.sub_account_name])
    // Machines named by events are environments regardless of tags. Others only if they are not production.
    if (environmentName === undefined && (!tagged || tagged.production)) continue
    const environment = environmentName ?? machine.resource_id
    matched.environmentOf.set(machine.resource_id, environment)
    matched.machines.push(machine)
    const reportedFacts = reportedById.get(environment)
    const facts = reportedFacts ?? environmentFactsSchema.parse({ environment_id: environment })
    reportedById.set(environment, withBill(withOrigin(facts, origins.get(machine.resource_id)), machine))
  }
  matched.facts = [...reportedById.values()]
  return matched
}

/** Matches by id, by the last part of a provider's id, by name, or by tag. */
function namesOf({ resource_id, resource_name, tags }: Machine): string[] {
  const lastPart = resource_id.split(/[/:]/).at(-1) ?? ''
  const taggedName = tag(tags, [
    'environment_id',
    'kept:environment',
    'workspace_id',
    'coder_workspace_id',
    'codespace',
    'namespace',
  ])
  return [resource_id, taggedName, lastPart, resource_name].filter((name) => name !== '')
}

/** The oldest machine sets an environment's creation date. */
function withOrigin(facts: EnvironmentFacts, origin: Origin | undefined): EnvironmentFacts {
  if (!origin) return facts
  const [created_at = null] = [facts.created_at, origin.created_at].filter((timestamp) => timestamp !== null).sort()
  return { ...facts, owner: facts.owner || origin.owner, created_at }
}

/** Organization settings win. The bill fills the gaps. */
function withBill(facts: EnvironmentFacts, { resource_name, resource_type, tags }: Machine): EnvironmentFacts {
  return {
    ...facts,
    environment_name: facts.environment_name || resource_name,
    type: facts.type || resource_type,
    project: facts.project || tag(tags, ['project', 'app', 'application', 'service']),
    exempt_reason: facts.exempt_reason || exemptReason(resource_name, tags),
    team: facts.team || tag(tags, ['team', 'squad', 'group']),
    owner: facts.owner || tag(tags, ['owner', 'created_by', 'createdby', 'user', 'contact']),
  }
}

function tag(tags: Record<string, string>, keys: string[]): string {
  const normalizedTags = new Map(
    Object.entries(tags).map(([key, value]) => [key.toLowerCase().replace(/^.*[/:](?!environment$)/, ''), value]),
  )
  for (const key of keys) {
    const value = normalizedTags.get(key) ?? tags[key]
    if (value) return value
  }
  return ''
}
