/** What a search finds, how well it fits, and in which order it is shown. */
import * as z from 'zod'

/** In the order a list shows them when nothing else decides. */
export const hitKinds = [
  'resource',
  'finding',
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
  /** What tells it from others of that name. */
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
export const places = { exact: 0, prefix: 1, wordStart: 2, inside: 3 } as const
export type Place = (typeof places)[keyof typeof places]

export interface Match {
  place: Place
  field: SearchField
}

/** The words of a question; each of them has to be found. More than eight are nobody's search. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
}

/**
 * The best place the question has in these fields: as one text where it is in one of them, else word by word, and then
 * at best like the beginning of a word. Null where a word is missing.
 */
export function findMatch(text: string, fields: readonly SearchField[]): Match | null {
  const words = wordsOf(text)
  const whole = best(words.join(' '), fields)
  if (whole || words.length < 2) return whole
  const each = words.map((word) => best(word, fields))
  if (each.some((one) => one === null)) return null
  const worst = (each as Match[]).reduce((a, b) => (b.place > a.place ? b : a))
  return { field: worst.field, place: worst.place === places.inside ? places.inside : places.wordStart }
}

function best(wanted: string, fields: readonly SearchField[]): Match | null {
  if (wanted === '') return null
  return fields.reduce<Match | null>((found, field) => {
    const place = placeOf(wanted, field[1].toLowerCase())
    return place !== null && (found === null || place < found.place) ? { place, field } : found
  }, null)
}

function placeOf(wanted: string, text: string): Place | null {
  const at = text.indexOf(wanted)
  if (at < 0) return null
  if (text === wanted) return places.exact
  // The last piece of an address-like id ("arn:aws:ec2:...:instance/i-0abc") is what people copy.
  if (text.endsWith(`/${wanted}`) || text.endsWith(`:${wanted}`)) return places.exact
  if (at === 0) return places.prefix
  for (let from = at; from >= 0; from = text.indexOf(wanted, from + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(from - 1))) return places.wordStart
  }
  return places.inside
}

export interface Found {
  hit: SearchHit
  place: Place
  /** Among its own kind: the larger first. Cost of what costs, milliseconds of what happened. */
  weight: number
}

/**
 * Better places first. Within a place the kinds take turns, each with its weightiest: ten thousand machines that begin
 * alike do not push the one service of that name off the list.
 */
export function rankFound(found: readonly Found[], limit: number): SearchHit[] {
  const turns = new Map<string, number>()
  return found
    .toSorted((a, b) => a.place - b.place || b.weight - a.weight || compare(a.hit.title, b.hit.title))
    .map((one) => {
      const key = `${one.place} ${one.hit.kind}`
      const turn = turns.get(key) ?? 0
      turns.set(key, turn + 1)
      return { ...one, turn }
    })
    .toSorted(
      (a, b) => a.place - b.place || a.turn - b.turn || hitKinds.indexOf(a.hit.kind) - hitKinds.indexOf(b.hit.kind),
    )
    .slice(0, limit)
    .map(({ hit }) => hit)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
