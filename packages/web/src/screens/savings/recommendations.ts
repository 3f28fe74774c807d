/** The filters, order, and open recommendation of the list, read from and written to the address. */
import type { Level, RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { type RecommendationStatus, recommendationStatuses } from '@kept/domain/recommendation-status.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import type { Search } from '../../url/search.ts'
import { type Grouping, groupings } from './inbox-groups.ts'

const levels = ['low', 'medium', 'high'] as const satisfies Level[]
export const statuses = recommendationStatuses

export interface SavingsView {
  status: RecommendationStatus
  text: string
  rule: string
  provider: string
  team: string
  service: string
  owner: string
  group: Grouping
  /** Only what is new since the reader's last visit. */
  isNew: boolean
  effort: Level | ''
  risk: Level | ''
  sort: { id: string; desc: boolean }
  /** The recommendation shown in the side panel. */
  recommendation: string
}

/** The filters of a complete list. */
export const noFilters: Pick<
  SavingsView,
  'text' | 'rule' | 'provider' | 'team' | 'service' | 'owner' | 'effort' | 'risk'
> = { text: '', rule: '', provider: '', team: '', service: '', owner: '', effort: '', risk: '' }

const defaultSort = { id: 'saving', desc: true }

export function readSavings(search: Search): SavingsView {
  return {
    status: statuses.find((status) => status === search.status) ?? 'open',
    text: search.q ?? '',
    rule: search.rule ?? '',
    provider: search.provider ?? '',
    team: search.team ?? '',
    service: search.service ?? '',
    owner: search.owner ?? '',
    group: groupings.find((grouping) => grouping === search.group) ?? 'team',
    effort: readLevel(search.effort),
    risk: readLevel(search.risk),
    isNew: search.new === '1',
    sort: search.sort ? { id: search.sort.replace(/^-/, ''), desc: search.sort.startsWith('-') } : defaultSort,
    recommendation: search.recommendation ?? '',
  }
}

export function writeSavings(view: SavingsView): Search {
  const { sort } = view
  const isDefaultSort = sort.id === defaultSort.id && sort.desc === defaultSort.desc
  return {
    status: view.status === 'open' ? '' : view.status,
    q: view.text,
    rule: view.rule,
    provider: view.provider,
    team: view.team,
    service: view.service,
    owner: view.owner,
    group: view.group === 'team' ? '' : view.group,
    new: view.isNew ? '1' : '',
    effort: view.effort,
    risk: view.risk,
    sort: isDefaultSort ? '' : `${sort.desc ? '-' : ''}${sort.id}`,
    recommendation: view.recommendation,
  }
}

/** Returns the recommendations that contain every search term and match every filter. */
export function chosen(
  recommendations: readonly RecommendationWithAlternatives[],
  { text, rule, provider, team, service, owner, effort, risk }: SavingsView,
): RecommendationWithAlternatives[] {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
  return recommendations.filter((recommendation) => {
    const searchText = [
      recommendation.title,
      recommendation.summary,
      recommendation.resource_name,
      recommendation.resource_id,
      recommendation.service,
      recommendation.provider,
      recommendation.region,
      recommendation.sub_account_name,
      recommendation.sub_account_id,
      recommendation.owner,
      recommendation.team,
      ...recommendation.alternatives.map(({ title }) => title),
    ]
      .join(' ')
      .toLowerCase()
    return (
      terms.every((term) => searchText.includes(term)) &&
      (rule === '' || [recommendation, ...recommendation.alternatives].some((option) => option.rule === rule)) &&
      (team === '' || recommendation.team === team) &&
      (service === '' || recommendation.service === service) &&
      (owner === '' || recommendation.owner === owner) &&
      (provider === '' || recommendation.provider === provider) &&
      (effort === '' || recommendation.effort === effort) &&
      (risk === '' || recommendation.risk === risk)
    )
  })
}

export function isNarrowed(view: SavingsView): boolean {
  return keysOf(noFilters).some((name) => view[name] !== '')
}

function readLevel(text: string | undefined): Level | '' {
  return levels.find((level) => level === text) ?? ''
}
