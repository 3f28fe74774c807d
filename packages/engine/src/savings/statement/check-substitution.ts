/** Whether the replacements a statement names are those that the customer's own bill gives. */
import type { Replacement, ReplacementMatch, Substitution } from '@kept/domain/substitution.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { keysOf } from '@kept/foundation/keys.ts'

interface NamedReplacement extends Replacement {
  readonly action: string
  readonly match: ReplacementMatch
}

/** The first replacement that is missing, invented or counted otherwise, as a sentence; null: all agree. */
export function firstOtherReplacement(stated: Substitution, recomputed: Substitution): string | null {
  const [statedPairs, recomputedPairs] = [byPair(stated), byPair(recomputed)]
  return (
    firstMissing(statedPairs, recomputedPairs.values()) ??
    firstInvented(statedPairs, recomputedPairs) ??
    firstChanged(statedPairs, recomputedPairs) ??
    levelDifference(stated, recomputed) ??
    shapeDifference(stated, recomputed) ??
    uncertainDifference(stated, recomputed)
  )
}

/** The first of these that the statement does not name. */
export function firstUnnamed(stated: Substitution, detected: Substitution): string | null {
  return firstMissing(byPair(stated), byPair(detected).values())
}

type ByPair = ReadonlyMap<string, NamedReplacement>

function byPair({ matches }: Substitution): ByPair {
  const namedReplacements = matches.flatMap(({ match, actions, replacements }) =>
    actions.flatMap((action) =>
      replacements.map((replacement): NamedReplacement => ({ ...replacement, action, match })),
    ),
  )
  return new Map(
    namedReplacements.map((replacement) => [`${replacement.action}\n${replacement.resource}`, replacement]),
  )
}

function firstMissing(statedPairs: ByPair, detected: Iterable<NamedReplacement>): string | null {
  for (const { action, resource, shared } of detected) {
    if (!statedPairs.has(`${action}\n${resource}`))
      return `The statement omits a replacement: your bill shows that ${resource} (${shared}) replaced what action "${action}" removed.`
  }
  return null
}

function firstInvented(statedPairs: ByPair, recomputedPairs: ByPair): string | null {
  for (const [pair, { action, resource }] of statedPairs) {
    if (!recomputedPairs.has(pair))
      return `The statement has ${resource} as the replacement of what action "${action}" removed, but your bill shows no such replacement.`
  }
  return null
}

const compared = { match: 'kind of match', begins: 'first hour', hourly_cost: 'cost per hour', shared: 'shared name' }

function firstChanged(statedPairs: ByPair, recomputedPairs: ByPair): string | null {
  for (const [pair, stated] of statedPairs) {
    const recomputed = recomputedPairs.get(pair)
    const field = keysOf(compared).find((name) => stated[name] !== recomputed?.[name])
    if (recomputed && field)
      return `The ${compared[field]} of the replacement ${stated.resource} of action "${stated.action}" differs: the statement has ${stated[field]}, but your bill gives ${recomputed[field]}.`
  }
  return null
}

/** The level before the action and the limit decide how much counts as replaced. */
function levelDifference(
  { matches: statedMatches }: Substitution,
  { matches: recomputedMatches }: Substitution,
): string | null {
  const keyOf = ({ match, actions }: Substitution['matches'][number]) => `${match}\n${actions.join('\n')}`
  const recomputedByKey = Map.groupBy(recomputedMatches, keyOf)
  const stated = Map.groupBy(statedMatches, keyOf)
  const differing = statedMatches.find(
    (match) => canonicalJson(stated.get(keyOf(match))) !== canonicalJson(recomputedByKey.get(keyOf(match))),
  )
  if (!differing) return null
  const actions = differing.actions.map((action) => `"${action}"`).join(', ')
  return `The replaced amount of action ${actions} differs from what your bill gives.`
}

function uncertainDifference(stated: Substitution, recomputed: Substitution): string | null {
  const [statedGroups = [], recomputedGroups = []] = [stated.uncertain_groups, recomputed.uncertain_groups]
  return canonicalJson(statedGroups) === canonicalJson(recomputedGroups)
    ? null
    : 'The groups that vary too much differ between the statement and your bill.'
}

function shapeDifference(
  { shapes: statedShapes }: Substitution,
  { shapes: recomputedShapes }: Substitution,
): string | null {
  const ids = [...new Set([...statedShapes, ...recomputedShapes].map(({ action }) => action))].toSorted()
  const textOf = (shapes: Substitution['shapes'], id: string) => {
    const shape = shapes.find(({ action }) => action === id)
    return shape ? `${shape.before} became ${shape.after}` : 'no change of shape'
  }
  const differingId = ids.find((id) => textOf(statedShapes, id) !== textOf(recomputedShapes, id))
  return differingId === undefined
    ? null
    : `Action "${differingId}" differs: the statement has ${textOf(statedShapes, differingId)}, but your bill gives ${textOf(recomputedShapes, differingId)}.`
}
