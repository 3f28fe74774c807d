/** Which machines of a bill are development environments, and which of the events' environments each of them is. */
import { type EnvironmentFacts, environmentFactsSchema } from '@kept/domain/environment.ts'
import { environmentOf } from '@kept/engine/rules/reading/environment-of.ts'
import type { Machine } from '@kept/store/behaviour/machines.ts'
import type { Origin } from '@kept/store/behaviour/origins.ts'

export interface MatchedMachines {
  /** The environment of each machine that is one, by resource id. */
  environmentOf: Map<string, string>
  facts: EnvironmentFacts[]
  machines: Machine[]
}

/** `heard` are the environments that events or the company's own list name. */
export function matchMachines(
  machines: readonly Machine[],
  heard: ReadonlySet<string>,
  said: readonly EnvironmentFacts[],
  origins: ReadonlyMap<string, Origin> = new Map(),
): MatchedMachines {
  const matched: MatchedMachines = { environmentOf: new Map(), facts: [], machines: [] }
  const saidById = new Map(said.map((facts) => [facts.environment_id, facts]))
  for (const machine of machines) {
    const named = namesOf(machine).find((name) => heard.has(name) || saidById.has(name))
    const tagged = environmentOf(machine.tags, [machine.resource_name, machine.sub_account_name])
    // What events name is an environment whatever its tags say; the rest only when it is no production.
    if (named === undefined && (!tagged || tagged.production)) continue
    const environment = named ?? machine.resource_id
    matched.environmentOf.set(machine.resource_id, environment)
    matched.machines.push(machine)
    const known = saidById.get(environment)
    const facts = known ?? environmentFactsSchema.parse({ environment_id: environment })
    saidById.set(environment, withBill(withOrigin(facts, origins.get(machine.resource_id)), machine))
  }
  matched.facts = [...saidById.values()]
  return matched
}

/** An id, the last part of an address of the provider's, a name, or what a tag says. */
function namesOf({ resource_id, resource_name, tags }: Machine): string[] {
  const tail = resource_id.split(/[/:]/).at(-1) ?? ''
  const told = tag(tags, [
    'environment_id',
    'kept:environment',
    'workspace_id',
    'coder_workspace_id',
    'codespace',
    'namespace',
  ])
  return [resource_id, told, tail, resource_name].filter((name) => name !== '')
}

/** Of an environment of several machines the oldest says since when it is there. */
function withOrigin(said: EnvironmentFacts, origin: Origin | undefined): EnvironmentFacts {
  if (!origin) return said
  const [created_at = null] = [said.created_at, origin.created_at].filter((at) => at !== null).sort()
  return { ...said, owner: said.owner || origin.owner, created_at }
}

/** What the company said stands; the bill fills in what it left open. */
function withBill(said: EnvironmentFacts, { resource_name, resource_type, tags }: Machine): EnvironmentFacts {
  return {
    ...said,
    environment_name: said.environment_name || resource_name,
    type: said.type || resource_type,
    project: said.project || tag(tags, ['project', 'app', 'application', 'service']),
    team: said.team || tag(tags, ['team', 'squad', 'group']),
    owner: said.owner || tag(tags, ['owner', 'created_by', 'createdby', 'user', 'contact']),
  }
}

function tag(tags: Record<string, string>, keys: string[]): string {
  const plain = new Map(
    Object.entries(tags).map(([key, value]) => [key.toLowerCase().replace(/^.*[/:](?!environment$)/, ''), value]),
  )
  for (const key of keys) {
    const value = plain.get(key) ?? tags[key]
    if (value) return value
  }
  return ''
}
