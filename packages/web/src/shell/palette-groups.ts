/** How hits stand in the palette: in groups, in the order in which the server ranked the best of each. */
import type { HitKind, SearchHit } from '@kept/domain/search.ts'

const kindHeadings: Record<HitKind, string> = {
  resource: 'Resources',
  recommendation: 'Recommendations',
  service: 'Services',
  account: 'Accounts',
  provider: 'Providers',
  region: 'Regions',
  tag: 'Tags',
  budget: 'Budgets',
  anomaly: 'Anomalies',
  loop: 'Loops',
  environment: 'Environments',
  team: 'Teams',
  alert_rule: 'Alert rules',
  channel: 'Channels',
  report: 'Reports',
  person: 'Users',
}

interface HitGroup {
  kind: HitKind
  heading: string
  hits: SearchHit[]
}

export function groupHits(hits: readonly SearchHit[]): HitGroup[] {
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  return kinds.map((kind) => ({ kind, heading: kindHeadings[kind], hits: hits.filter((hit) => hit.kind === kind) }))
}

/** The hits of an older query that still match, so that Enter never opens a hit for an older text. */
export function stillFitting(hits: readonly SearchHit[], text: string): SearchHit[] {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
  return hits.filter(({ title, matched }) => {
    const searchText = `${title} ${matched.text}`.toLowerCase()
    return terms.every((word) => searchText.includes(word))
  })
}

/** Why something was found, when its own name does not show it: "Tag team: payments". */
export function matchReason({ title, detail, matched: { field, text } }: SearchHit): string {
  return title === text || detail.includes(text) || field === 'Title' ? detail : `${field} ${text}`
}

/** Every word typed begins a word of the name. */
export function startsWord(name: string, text: string): boolean {
  const terms = name.toLowerCase().split(/\s+/)
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((typed) => terms.some((word) => word.startsWith(typed)))
}

/** The text for screen readers; empty while more hits may come. */
export function formatGroupCount(text: string, entries: number, searching: boolean): string {
  if (text === '' || searching) return ''
  return entries === 0 ? 'No results' : `${entries} ${entries === 1 ? 'result' : 'results'}`
}
