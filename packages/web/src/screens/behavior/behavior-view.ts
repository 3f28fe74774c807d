/** The screen as its address asks for it. */
import type { BehaviorWindow } from '@kept/contract/routes/developer-behavior.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { readWindow } from '../../spend/windows.ts'
import type { Search } from '../../url/search.ts'

export const tabs = ['overview', 'environments', 'teams', 'insights'] as const
type Tab = (typeof tabs)[number]
const windows = ['7d', '30d', '90d'] as const

export interface BehaviorView {
  tab: Tab
  /** Days up to the end of the bill; days of one's own go before them. */
  window: (typeof windows)[number]
  days: DayWindow | null
  /** Null is every team; "" is what belongs to none. */
  team: string | null
  /** The environment whose schedule is open. */
  environment: string
  sort: { id: string; desc: boolean }
}

export const describeWindow: Record<BehaviorView['window'], string> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}

const defaultSort = { id: 'cost', desc: true }
/** An address leaves out what is empty, so the team without a name has a word of its own there. */
const noTeam = '(none)'

export function readBehavior(search: Search): BehaviorView {
  return {
    tab: tabs.find((tab) => tab === search.tab) ?? 'overview',
    window: windows.find((window) => window === search.window) ?? '30d',
    days: readWindow(search),
    team: search.team === undefined || search.team === '' ? null : search.team === noTeam ? '' : search.team,
    environment: search.environment ?? '',
    sort: search.sort ? { id: search.sort.replace(/^-/, ''), desc: search.sort.startsWith('-') } : defaultSort,
  }
}

export function writeBehavior({ tab, window, days, team, environment, sort }: BehaviorView): Search {
  const isDefaultSort = sort.id === defaultSort.id && sort.desc
  return {
    tab: tab === 'overview' ? '' : tab,
    window: window === '30d' ? '' : window,
    from: days?.from ?? '',
    to: days?.to ?? '',
    team: team === null ? '' : team === '' ? noTeam : team,
    environment,
    sort: isDefaultSort ? '' : `${sort.desc ? '-' : ''}${sort.id}`,
  }
}

/** What the server is asked: the same for every tab. */
export function questionOf({ window, days, team }: BehaviorView): BehaviorWindow {
  return { window, ...(days && { start_date: days.from, end_date: days.to }), ...(team === null ? {} : { team }) }
}

export function nameTeam(team: string): string {
  return team === '' ? 'No team' : team
}
