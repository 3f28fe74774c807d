/** What a search finds, how well it fits, and in which order it is shown. */
import * as z from 'zod'

/** In the order a list shows them when nothing else decides. */
export const hitKinds = [
  'resource',
  'recommendation',
  'service',
  'account',
  'provider',
  'region',
  'tag',
  'budget',
  'anomaly',
  'loop',
  'environment',
  'team',
  'alert_rule',
  'channel',
  'report',
  'person',
] as const
export type HitKind = (typeof hitKinds)[number]

export const searchHitSchema = z.object({
  kind: z.enum(hitKinds),
  title: z.string(),
  /** What distinguishes it from others with that name. */
  detail: z.string(),
  /** The address of it, inside the dashboard. */
  href: z.string(),
  /** Why it was found: which of its fields, and what stands there. */
  matched: z.object({ field: z.string(), text: z.string() }),
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** A text of a thing, under the name people know it by: "Name", "Tag". */
export type SearchField = readonly [field: string, text: string]

/** How well a text fits: the very text, its beginning, the beginning of a word of it, somewhere inside. */
export const matchRanks = { exact: 0, prefix: 1, wordStart: 2, inside: 3 } as const
type MatchRank = (typeof matchRanks)[keyof typeof matchRanks]

interface Match {
  rank: MatchRank
  field: SearchField
}

/** The terms of a query, at most eight; each has to match. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
}

/**
 * The best place the question has in these fields: as one text where it is in one of them, else word by word, and then
 * at best like the beginning of a word. Null where a word is missing.
 */
export function findMatch(text: string, fields: readonly SearchField[]): Match | null {
  const terms = splitWords(text)
  const phraseMatch = findBest(terms.join(' '), fields)
  if (phraseMatch || terms.length < 2) return phraseMatch
  const wordMatches = terms.map((word) => findBest(word, fields))
  if (wordMatches.some((match) => match === null)) return null
  const weakest = (wordMatches as Match[]).reduce((a, b) => (b.rank > a.rank ? b : a))
  return { field: weakest.field, rank: weakest.rank === matchRanks.inside ? matchRanks.inside : matchRanks.wordStart }
}

function findBest(query: string, fields: readonly SearchField[]): Match | null {
  if (query === '') return null
  return fields.reduce<Match | null>((bestMatch, field) => {
    const rank = rankOf(query, field[1].toLowerCase())
    return rank !== null && (bestMatch === null || rank < bestMatch.rank) ? { rank, field } : bestMatch
  }, null)
}

function rankOf(query: string, text: string): MatchRank | null {
  const index = text.indexOf(query)
  if (index < 0) return null
  if (text === query) return matchRanks.exact
  // The last piece of an address-like id ("arn:aws:ec2:...:instance/i-0abc") is what people copy.
  if (text.endsWith(`/${query}`) || text.endsWith(`:${query}`)) return matchRanks.exact
  if (index === 0) return matchRanks.prefix
  for (let from = index; from >= 0; from = text.indexOf(query, from + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(from - 1))) return matchRanks.wordStart
  }
  return matchRanks.inside
}

export interface Found {
  hit: SearchHit
  rank: MatchRank
  /** Among its own kind: the larger first. Cost of what costs, milliseconds of what happened. */
  weight: number
}

/**
 * Better places first. Within a place the kinds take turns, each with its weightiest: ten thousand machines that begin
 * alike do not push the one service of that name off the list.
 */
export function rankFound(results: readonly Found[], limit: number): SearchHit[] {
  const turns = new Map<string, number>()
  return results
    .toSorted((a, b) => a.rank - b.rank || b.weight - a.weight || compare(a.hit.title, b.hit.title))
    .map((result) => {
      const key = `${result.rank} ${result.hit.kind}`
      const turn = turns.get(key) ?? 0
      turns.set(key, turn + 1)
      return { ...result, turn }
    })
    .toSorted(
      (a, b) => a.rank - b.rank || a.turn - b.turn || hitKinds.indexOf(a.hit.kind) - hitKinds.indexOf(b.hit.kind),
    )
    .slice(0, limit)
    .map(({ hit }) => hit)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
