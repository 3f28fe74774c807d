/** Whether the replacements a statement names are those that the customer's own bill gives. */
import type { Replacement, ReplacementMatch, Substitution } from '@kept/domain/substitution.ts'
import { canonicalJson } from '../ledger/canonical-json.ts'

interface NamedReplacement extends Replacement {
  readonly action: string
  readonly match: ReplacementMatch
}

/** The first replacement that is missing, invented or counted otherwise, as a sentence; null: all agree. */
export function firstOtherReplacement(stated: Substitution, mine: Substitution): string | null {
  const [theirs, ours] = [byPair(stated), byPair(mine)]
  return (
    firstMissing(theirs, ours.values()) ??
    firstInvented(theirs, ours) ??
    firstChanged(theirs, ours) ??
    levelDifference(stated, mine) ??
    shapeDifference(stated, mine) ??
    uncertainDifference(stated, mine)
  )
}

/** The first of these that the statement does not name. */
export function firstUnnamed(stated: Substitution, found: Substitution): string | null {
  return firstMissing(byPair(stated), byPair(found).values())
}

type ByPair = ReadonlyMap<string, NamedReplacement>

function byPair({ matches }: Substitution): ByPair {
  const named = matches.flatMap(({ match, actions, replacements }) =>
    actions.flatMap((action) => replacements.map((one): NamedReplacement => ({ ...one, action, match }))),
  )
  return new Map(named.map((one) => [`${one.action}\n${one.resource}`, one]))
}

function firstMissing(theirs: ByPair, found: Iterable<NamedReplacement>): string | null {
  for (const { action, resource, shared } of found) {
    if (!theirs.has(`${action}\n${resource}`))
      return `The statement leaves out that ${resource} (${shared}) replaced what action "${action}" removed, as your bill shows.`
  }
  return null
}

function firstInvented(theirs: ByPair, ours: ByPair): string | null {
  for (const [pair, { action, resource }] of theirs) {
    if (!ours.has(pair))
      return `The statement says that ${resource} replaced what action "${action}" removed; your bill shows no such replacement.`
  }
  return null
}

const compared = { match: 'kind of match', begins: 'first hour', hourly_cost: 'cost per hour', shared: 'shared name' }

function firstChanged(theirs: ByPair, ours: ByPair): string | null {
  for (const [pair, stated] of theirs) {
    const mine = ours.get(pair)
    const field = (Object.keys(compared) as (keyof typeof compared)[]).find((name) => stated[name] !== mine?.[name])
    if (mine && field)
      return `The ${compared[field]} of the replacement ${stated.resource} of action "${stated.action}" differs: the statement says ${stated[field]}; your bill gives ${mine[field]}.`
  }
  return null
}

/** The level before the action and the limit decide how much counts as replaced. */
function levelDifference({ matches: theirs }: Substitution, { matches: ours }: Substitution): string | null {
  const keyOf = ({ match, actions }: Substitution['matches'][number]) => `${match}\n${actions.join('\n')}`
  const mine = Map.groupBy(ours, keyOf)
  const stated = Map.groupBy(theirs, keyOf)
  const odd = theirs.find((one) => canonicalJson(stated.get(keyOf(one))) !== canonicalJson(mine.get(keyOf(one))))
  if (!odd) return null
  const actions = odd.actions.map((action) => `"${action}"`).join(', ')
  return `How much counts as replaced for action ${actions} is not what your bill gives.`
}

function uncertainDifference(stated: Substitution, mine: Substitution): string | null {
  const [theirs = [], ours = []] = [stated.uncertain_groups, mine.uncertain_groups]
  return canonicalJson(theirs) === canonicalJson(ours)
    ? null
    : 'The groups of which the statement says that they vary too much are not those that your bill gives.'
}

function shapeDifference({ shapes: theirs }: Substitution, { shapes: ours }: Substitution): string | null {
  const ids = [...new Set([...theirs, ...ours].map(({ action }) => action))].toSorted()
  const textOf = (shapes: Substitution['shapes'], id: string) => {
    const shape = shapes.find(({ action }) => action === id)
    return shape ? `${shape.before} units became ${shape.after}` : 'no change of shape'
  }
  const odd = ids.find((id) => textOf(theirs, id) !== textOf(ours, id))
  return odd === undefined
    ? null
    : `The statement says of action "${odd}": ${textOf(theirs, odd)}; your bill gives: ${textOf(ours, odd)}.`
}
