/** HTML of the live status: the current state and the last 90 days. */
import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { readStatusDays, type StatusDay } from '@kept/store/site/status-days.ts'
import type { Services } from '../platform/context.ts'

const shownDays = 90
const names: Record<string, string> = {
  database: 'Accounts, ledger and jobs (Postgres)',
  warehouse: 'Bills and queries (ClickHouse)',
  migrations: 'Database schema',
  jobs: 'Background jobs',
  files: 'Uploads',
}

interface PartNow {
  name: string
  ok: boolean
}

export async function statusMarkup(
  { state, now }: Pick<Services, 'state' | 'now'>,
  checkParts: () => Promise<readonly PartNow[]>,
): Promise<string> {
  const today = now()
  const days = daysUntil(today)
  const parts = await checkParts()
  // Without the database there is no history, but the page must still work.
  const history = parts.find(({ name }) => name === 'database')?.ok
    ? await readStatusDays(state.database, days[0] ?? '')
    : undefined
  return drawStatus(parts, history, days, today)
}

export function drawStatus(
  parts: readonly PartNow[],
  history: readonly StatusDay[] | undefined,
  days: readonly string[],
  timestamp: Date,
): string {
  const down = parts.filter(({ ok }) => !ok)
  const time = timestamp.toISOString()
  const headline =
    down.length === 0
      ? 'All systems operational.'
      : `${down.map(({ name }) => names[name] ?? name).join(', ')} ${down.length === 1 ? 'is' : 'are'} down.`
  const currentState = `<p class="lead">${headline}</p><p class="hint">Checked at <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>.</p>`
  const rows = parts.map(({ name, ok }) => {
    const partDays = history?.filter(({ part }) => part === name)
    const state = `<span class="state ${ok ? 'up' : 'down'}">${ok ? 'up' : 'down'}</span>`
    return `<h2>${names[name] ?? name}</h2><p>${state} <span class="faint">· ${partDays ? formatUptime(partDays) : 'no history while the database is down'}</span></p>${partDays ? drawDays(partDays, days) : ''}`
  })
  return `${currentState}${rows.join('')}`
}

function drawDays(partDays: readonly StatusDay[], days: readonly string[]): string {
  const bars = days.map((day) => {
    const match = partDays.find((candidate) => candidate.day === day)
    if (!match) return '<i class="none"></i>'
    if (match.failed === 0) return '<i></i>'
    return match.failed * 20 > match.samples ? '<i class="bad"></i>' : '<i class="some"></i>'
  })
  const missing = days.length - partDays.length
  const faulty = partDays.filter(({ failed }) => failed > 0).length
  const label = `The last ${days.length} days: ${partDays.length - faulty} without failures, ${faulty} with failures, ${missing} without samples.`
  return `<div class="days" role="img" aria-label="${label}">${bars.join('')}</div>`
}

/** "99.98% of 4,320 samples up": calculated with integers, never rounded up to 100. */
export function formatUptime(partDays: readonly StatusDay[]): string {
  const samples = partDays.reduce((all, day) => all + day.samples, 0)
  const failed = partDays.reduce((all, day) => all + day.failed, 0)
  if (samples === 0) return 'no samples yet'
  const share = Math.floor(((samples - failed) * 10_000) / samples)
  const text = `${Math.floor(share / 100)}.${String(share % 100).padStart(2, '0')}`
  return `${text}% of ${formatCount(samples)} samples up`
}

export function daysUntil(today: Date): string[] {
  return Array.from({ length: shownDays }, (_, index) => utcDay(today.getTime() - (shownDays - 1 - index) * dayMs))
}
