/** What the audit log shows, as it stands in the address. */
import type { Search } from '../../url/search.ts'

export const pageSize = 200
export const outcomes = ['allowed', 'denied', 'failed'] as const
type Outcome = (typeof outcomes)[number]

export interface AuditView {
  text: string
  actor: string
  action: string
  resource: string
  outcome: Outcome | ''
  start_date: string
  end_date: string
  page: number
  /** The ID of the event in the side panel. */
  event: string
}

const isDay = (text: string | undefined) => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? (text ?? '') : '')

export function readAuditView(search: Search): AuditView {
  return {
    text: search.q ?? '',
    actor: search.actor ?? '',
    action: search.action ?? '',
    resource: search.resource ?? '',
    outcome: outcomes.find((outcome) => outcome === search.outcome) ?? '',
    start_date: isDay(search.start_date),
    end_date: isDay(search.end_date),
    page: Math.max(1, Number.parseInt(search.page ?? '1', 10) || 1),
    event: search.event ?? '',
  }
}

export function writeAuditView({ text, page, ...view }: AuditView): Search {
  return { ...view, q: text, page: page === 1 ? '' : String(page) }
}

/** The filters as the API takes them, without the empty ones. */
export function auditFilterOf({ text, page: _, event: __, ...filters }: AuditView, searched = text) {
  const { outcome, ...texts } = filters
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...(outcome !== '' && { outcome }),
    ...(searched !== '' && { search: searched }),
  }
}

export function isFiltered(view: AuditView): boolean {
  return Object.keys(auditFilterOf(view)).length > 0
}

export const noFilters: Omit<AuditView, 'event'> = {
  text: '',
  actor: '',
  action: '',
  resource: '',
  outcome: '',
  start_date: '',
  end_date: '',
  page: 1,
}
