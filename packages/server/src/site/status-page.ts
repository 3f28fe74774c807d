/** The part of the status page that only the server knows, as markup: how things are now, and how ninety days were. */
import { readStatusDays, type StatusDay } from '@kept/store/site/status-days.ts'
import type { Services } from '../platform/context.ts'

const shownDays = 90
const names: Record<string, string> = {
  database: 'Accounts, ledger and jobs (Postgres)',
  warehouse: 'Bills and questions (ClickHouse)',
  migrations: 'Tables up to date',
  jobs: 'Background work',
  files: 'Uploads',
}

interface PartNow {
  name: string
  ok: boolean
}

export async function statusMarkup(
  { state, now }: Pick<Services, 'state' | 'now'>,
  ask: () => Promise<readonly PartNow[]>,
): Promise<string> {
  const today = now()
  const days = daysUntil(today)
  const parts = await ask()
  // While the database is down its own history cannot be read; that it is down is what this page is for.
  const known = parts.find(({ name }) => name === 'database')?.ok
    ? await readStatusDays(state.database, days[0] ?? '')
    : undefined
  return drawStatus(parts, known, days, today)
}

export function drawStatus(
  parts: readonly PartNow[],
  known: readonly StatusDay[] | undefined,
  days: readonly string[],
  at: Date,
): string {
  const down = parts.filter(({ ok }) => !ok)
  const time = at.toISOString()
  const said =
    down.length === 0
      ? 'Everything is up.'
      : `${down.map(({ name }) => names[name] ?? name).join(', ')} ${down.length === 1 ? 'is' : 'are'} down.`
  const asked = `<p class="lead">${said}</p><p class="hint">Asked just now, at <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>.</p>`
  const rows = parts.map(({ name, ok }) => {
    const own = known?.filter(({ part }) => part === name)
    const state = `<span class="state ${ok ? 'up' : 'down'}">${ok ? 'up' : 'down'}</span>`
    return `<h2>${names[name] ?? name}</h2><p>${state} <span class="faint">· ${own ? shareWords(own) : 'its history cannot be read while the database is down'}</span></p>${own ? drawDays(own, days) : ''}`
  })
  return `${asked}${rows.join('')}`
}

function drawDays(own: readonly StatusDay[], days: readonly string[]): string {
  const bars = days.map((day) => {
    const found = own.find((one) => one.day === day)
    if (!found) return '<i class="none"></i>'
    if (found.failed === 0) return '<i></i>'
    return found.failed * 20 > found.samples ? '<i class="bad"></i>' : '<i class="some"></i>'
  })
  const missing = days.length - own.length
  const faulty = own.filter(({ failed }) => failed > 0).length
  const words = `The last ${days.length} days: ${own.length - faulty} without a fault, ${faulty} with one, ${missing} without a sample.`
  return `<div class="days" role="img" aria-label="${words}">${bars.join('')}</div>`
}

/** "99.98 % of 4,320 samples up": counted in whole numbers, and never rounded up to 100. */
export function shareWords(own: readonly StatusDay[]): string {
  const samples = own.reduce((all, day) => all + day.samples, 0)
  const failed = own.reduce((all, day) => all + day.failed, 0)
  if (samples === 0) return 'no sample yet'
  const share = Math.floor(((samples - failed) * 10_000) / samples)
  const text = `${Math.floor(share / 100)}.${String(share % 100).padStart(2, '0')}`
  return `${text} % of ${samples.toLocaleString('en-US')} samples up`
}

export function daysUntil(today: Date): string[] {
  return Array.from({ length: shownDays }, (_, index) =>
    new Date(today.getTime() - (shownDays - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}
