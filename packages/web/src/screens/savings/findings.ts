/** The list of findings as its address asks for it: which are shown, in what order. */
import { type FindingStatus, findingStatuses, type Level, type Recommendation } from '@kept/domain/finding.ts'
import type { Search } from '../../url/search.ts'

export const levels = ['low', 'medium', 'high'] as const satisfies Level[]
export const statuses = findingStatuses

export interface SavingsView {
  status: FindingStatus
  text: string
  rule: string
  provider: string
  effort: Level | ''
  risk: Level | ''
  sort: { id: string; desc: boolean }
  /** The finding whose evidence is open. */
  finding: string
}

const defaultSort = { id: 'saving', desc: true }

export function readSavings(search: Search): SavingsView {
  return {
    status: statuses.find((status) => status === search.status) ?? 'open',
    text: search.q ?? '',
    rule: search.rule ?? '',
    provider: search.provider ?? '',
    effort: readLevel(search.effort),
    risk: readLevel(search.risk),
    sort: search.sort ? { id: search.sort.replace(/^-/, ''), desc: search.sort.startsWith('-') } : defaultSort,
    finding: search.finding ?? '',
  }
}

export function writeSavings(view: SavingsView): Search {
  const { sort } = view
  const usual = sort.id === defaultSort.id && sort.desc === defaultSort.desc
  return {
    status: view.status === 'open' ? '' : view.status,
    q: view.text,
    rule: view.rule,
    provider: view.provider,
    effort: view.effort,
    risk: view.risk,
    sort: usual ? '' : `${sort.desc ? '-' : ''}${sort.id}`,
    finding: view.finding,
  }
}

/** Every word typed must be somewhere in what a person can see of the finding. */
export function chosen(
  findings: readonly Recommendation[],
  { text, rule, provider, effort, risk }: SavingsView,
): Recommendation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return findings.filter((finding) => {
    const seen = [
      finding.title,
      finding.summary,
      finding.resource_name,
      finding.resource_id,
      finding.service,
      finding.provider,
      finding.region,
      finding.sub_account_name,
      finding.sub_account_id,
      ...finding.alternatives.map(({ title }) => title),
    ]
      .join(' ')
      .toLowerCase()
    return (
      words.every((word) => seen.includes(word)) &&
      (rule === '' || [finding, ...finding.alternatives].some((option) => option.rule === rule)) &&
      (provider === '' || finding.provider === provider) &&
      (effort === '' || finding.effort === effort) &&
      (risk === '' || finding.risk === risk)
    )
  })
}

export function isNarrowed(view: SavingsView): boolean {
  return [view.text, view.rule, view.provider, view.effort, view.risk].some((part) => part !== '')
}

function readLevel(word: string | undefined): Level | '' {
  return levels.find((level) => level === word) ?? ''
}
