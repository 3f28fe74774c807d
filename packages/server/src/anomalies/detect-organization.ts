/**
 * Detects the anomalies of an organization: reads the scopes of its current loads, evaluates them, finds the drivers
 * and saves the result.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { type Anomaly, anomalySeverities, scopeKey } from '@kept/domain/anomaly.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { evaluateCharges } from '@kept/engine/anomalies/charges/evaluate-charges.ts'
import { attributeHours, type TimedIncident } from '@kept/engine/anomalies/scopes/attribute-hours.ts'
import { evaluateHours } from '@kept/engine/anomalies/scopes/evaluate-hours.ts'
import { evaluateScopes, type ScopeSeries } from '@kept/engine/anomalies/scopes/evaluate-scopes.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { toNumber } from '@kept/foundation/decimal.ts'
import { readChargeDays } from '@kept/store/anomalies/charge-days.ts'
import { readDriverParts } from '@kept/store/anomalies/driver-parts.ts'
import { readSensitivities } from '@kept/store/anomalies/feedback.ts'
import { readScopeHours } from '@kept/store/anomalies/hour-series.ts'
import { readLinks } from '@kept/store/anomalies/links.ts'
import { readAnomalySettings } from '@kept/store/anomalies/list.ts'
import type { AnomalyNews } from '@kept/store/anomalies/news-of.ts'
import { type EvaluatedIncident, saveIncidents } from '@kept/store/anomalies/save-incidents.ts'
import { readResourceDays, readScopeDays } from '@kept/store/anomalies/scope-series.ts'
import { readSkuDays, readTagDays } from '@kept/store/anomalies/tag-series.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import type { Services } from '../platform/context.ts'
import { billsOf, chargeScopesOf } from './charge-scopes.ts'
import { driversIn, resourcesOf } from './drivers-of-incident.ts'
import { readHolidays } from './holidays.ts'
import { anomalyNotification } from './notification-text.ts'
import { daysAround, hoursOf, seriesOf, typicalDays } from './scope-tree.ts'

type DetectDeps = Pick<Services, 'state' | 'now'>

/** Days of history the baseline is learned from. */
const maxDays = 400
/** Hourly data is used only for recent anomalies, where the start time still helps. */
const hourDays = 42
/** Older anomalies are listed without a notification. */
const recentDays = 7

export async function detectOrganization({ state, now }: DetectDeps, scope: Scope, signal?: AbortSignal) {
  const { database } = state
  const ledger = await openLedger(state, scope, now())
  const { settings, sensitivities, from, to } = ledger
  signal?.throwIfAborted()
  const order = {
    ...{ sensitivities, minDailyExcess: settings.min_daily_excess },
    holidays: await readHolidays(database, scope, { from, to }),
  }
  const daily = await evaluateScopes(ledger.series, order, async () => {
    await turn()
    signal?.throwIfAborted()
  })
  const typical = typicalDays(ledger.series)
  const incidents = attributeHours(daily.incidents, await evaluateRecentHours(state, scope, ledger), typical)
  const explained: EvaluatedIncident[] = []
  const resourceIdsByKey = new Map<string, string[]>()
  for (const incident of incidents) {
    signal?.throwIfAborted()
    const { resourceIds, ...explanation } = await explain(state, scope, ledger, incident)
    explained.push({ ...incident, ...explanation })
    resourceIdsByKey.set(incidentKey(incident), resourceIds)
  }
  for (const incident of await evaluateCharged(state, scope, ledger, typical))
    explained.push({ ...incident, ...unexplained })
  const saved = await saveIncidents(database, scope, explained, {
    now: now(),
    toNotification: (anomaly, change) =>
      isNews(anomaly, change, { to, notifyFrom: settings.notify_from })
        ? anomalyNotification(anomaly, change, resourceIdsByKey.get(incidentKey(anomaly)))
        : null,
  })
  return { ...saved, scopes: daily.evaluated, learning: daily.learning }
}

/** What the evaluation reads once; without a bill the series are empty. */
interface Ledger {
  loadIds: string[]
  hasBill: boolean
  settings: Awaited<ReturnType<typeof readAnomalySettings>>
  sensitivities: Awaited<ReturnType<typeof readSensitivities>>
  series: ScopeSeries[]
  from: string
  /** Exclusive. */
  to: string
}

type State = Services['state']

async function openLedger({ database, warehouse }: State, scope: Scope, now: Date): Promise<Ledger> {
  const { loadIds, availableSpan } = await currentLedger(database, scope)
  const settings = await readAnomalySettings(database, scope)
  const today = utcDay(now)
  const to = availableSpan && availableSpan.to < today ? availableSpan.to : today
  const window = { loadIds, from: addDays(to, -maxDays), to }
  const read = availableSpan
    ? await Promise.all([
        readScopeDays(warehouse, scope, window),
        readResourceDays(warehouse, scope, { ...window, floor: settings.min_daily_excess }),
        readTagDays(warehouse, scope, window),
        readSkuDays(warehouse, scope, window),
      ])
    : []
  const sensitivities = await readSensitivities(database, scope)
  return { ...window, hasBill: availableSpan !== null, settings, sensitivities, series: seriesOf(read.flat()) }
}

async function evaluateRecentHours({ warehouse }: State, scope: Scope, { hasBill, settings, loadIds, to }: Ledger) {
  if (!hasBill) return []
  const rows = await readScopeHours(warehouse, scope, { loadIds, from: addDays(to, -hourDays), to })
  return hoursOf(rows).flatMap((series) => evaluateHours(series, settings.min_daily_excess))
}

/** Fees, commitments, credits and tax have no weekdays: they are evaluated month by month. */
async function evaluateCharged(
  { warehouse }: State,
  scope: Scope,
  { hasBill, loadIds, from, to, series, sensitivities, settings }: Ledger,
  typical: ReturnType<typeof typicalDays>,
) {
  if (!hasBill) return []
  const rows = await readChargeDays(warehouse, scope, { loadIds, from, to })
  return evaluateCharges(chargeScopesOf(rows), {
    ...billsOf(rows, series, from),
    until: to,
    sensitivities,
    minExcess: settings.min_daily_excess,
    dailyAverage: (currency) => toNumber(typical.get(currency) ?? '0'),
  })
}

async function explain(state: State, scope: Scope, { loadIds, series }: Ledger, incident: TimedIncident) {
  const { first_day: from, last_day, currency, scope: path } = incident
  const to = addDays(last_day, 1)
  const parts = await readDriverParts(state.warehouse, scope, { loadIds, currency, path, from, to })
  const explanation = driversIn(parts, daysBetween(from, last_day) + 1)
  const resourceIds = resourcesOf(path, explanation.drivers, incident)
  const links = await readLinks(state, scope, { resourceIds, from, to })
  // Anomalies found only in hourly data show their days as well.
  const days = incident.days.length > 0 ? incident.days : daysAround(series, incident)
  return { ...explanation, links, days, resourceIds }
}

/** Recent, as severe as asked for, and not known already: anomalies with feedback are. */
function isNews(
  anomaly: Anomaly,
  change: AnomalyNews,
  { to, notifyFrom }: { to: string; notifyFrom: Anomaly['severity'] },
): boolean {
  const isRecent = anomaly.last_day >= addDays(to, -recentDays)
  const isSevere =
    change === 'over' || anomalySeverities.indexOf(anomaly.severity) >= anomalySeverities.indexOf(notifyFrom)
  const isAnswered = change !== 'new' && anomaly.feedback !== null
  return isRecent && isSevere && !isAnswered
}

/** A charge is its own explanation. */
const unexplained = { drivers: [], explaining_dimension: null, links: [], started_at: null, hours: [] }

const incidentKey = ({ currency, scope, first_day }: Pick<Anomaly, 'currency' | 'scope' | 'first_day'>) =>
  `${first_day} ${scopeKey(currency, scope)}`
