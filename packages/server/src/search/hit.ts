/** Builds a search result: title, link and matched field. */
import { type Found, findMatch, type SearchField, type SearchHit } from '@kept/domain/search.ts'

/** Null when no field contains the text: the database matches more broadly. */
export function foundIn(
  text: string,
  fields: readonly SearchField[],
  { weight, ...hit }: Omit<SearchHit, 'matched'> & { weight: number },
): Found[] {
  const match = findMatch(text, fields)
  if (!match) return []
  const [field, matched] = match.field
  return [{ hit: { ...hit, matched: { field, text: matched } }, rank: match.rank, weight }]
}

export function joinDetails(...parts: string[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** Skips empty parameters. */
export function addressOf(path: string, parts: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')).toString()
  return query === '' ? path : `${path}?${query}`
}
