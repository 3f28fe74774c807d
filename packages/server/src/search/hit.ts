/** How a thing becomes a hit: what it is called, where it leads, and why it was found. */
import { type Found, findMatch, type SearchField, type SearchHit } from '@kept/domain/search.ts'

/** None when the text is in no field: the database looks more generously than a person would. */
export function foundIn(
  text: string,
  fields: readonly SearchField[],
  { weight, ...hit }: Omit<SearchHit, 'matched'> & { weight: number },
): Found[] {
  const match = findMatch(text, fields)
  if (!match) return []
  const [field, matched] = match.field
  return [{ hit: { ...hit, matched: { field, text: matched } }, place: match.place, weight }]
}

export function wordsBeside(...words: string[]): string {
  return words.filter(Boolean).join(' · ')
}

/** Parts that are empty stay out of the address. */
export function addressOf(path: string, parts: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')).toString()
  return query === '' ? path : `${path}?${query}`
}
