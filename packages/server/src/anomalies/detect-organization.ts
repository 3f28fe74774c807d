/**
 * Detects the anomalies of an organization: reads the scopes of its current loads, evaluates them, finds the drivers
 * and saves the result.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { type Anomaly, type AnomalyDriver, anomalySeverities, type ScopePart, scopeKey } from '@kept/domain/anomaly.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { evaluateCharges } from '@kept/engine/anomalies/charges/evaluate-charges.ts'
import { driversOf, explainingDimension } from '@kept/engine/anomalies/incidents/drivers.ts'
import { attributeHours, type TimedIncident } from '@kept/engine/anomalies/scopes/attribute-hours.ts'
import { evaluateHours } from '@kept/engine/anomalies/scopes/evaluate-hours.ts'
import { evaluateScopes, type ScopeSeries } from '@kept/engine/anomalies/scopes/evaluate-scopes.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { absolute, compare, divide, multiply, subtract, toNumber, toPlaces } from '@kept/foundation/decimal.ts'
import { readChargeDays } from '@kept/store/anomalies/charge-days.ts'
import { type DriverPart, readDriverParts } from '@kept/store/anomalies/driver-parts.ts'
import { readSensitivities } from '@kept/store/anomalies/feedback.ts'
import { readScopeHours } from '@kept/store/anomalies/hour-series.ts'
import { readLinks } from '@kept/store/anomalies/links.ts'
import { readAnomalySettings } from '@kept/store/anomalies/list.ts'
import { saveIncidents } from '@kept/store/anomalies/save-incidents.ts'
import { readResourceDays, readScopeDays } from '@kept/store/anomalies/scope-series.ts'
import { readSkuDays, readTagDays } from '@kept/store/anomalies/tag-series.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import type { Services } from '../platform/context.ts'
import { billsOf, chargeScopesOf } from './charge-scopes.ts'
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
const maxDrivers = 5

export async function detectOrganization({ state, now }: DetectDeps, scope: Scope, signal?: AbortSignal) {
  const { database, warehouse } = state
  const { loadIds, availableSpan } = await currentLedger(database, scope)
  const settings = await readAnomalySettings(database, scope)
  const today = utcDay(now())
  const to = availableSpan && availableSpan.to < today ? availableSpan.to : today
  const from = addDays(to, -maxDays)
  const series = availableSpan ? await readSeries() : []
  const sensitivities = await readSensitivities(database, scope)
  signal?.throwIfAborted()
  const order = {
    ...{ sensitivities, minDailyExcess: settings.min_daily_excess },
    holidays: await readHolidays(database, scope, { from, to }),
  }
  const {
    incidents: ofDays,
    evaluated,
    learning,
  } = await evaluateScopes(series, order, async () => {
    await turn()
    signal?.throwIfAborted()
  })
  const ofHours = availableSpan ? await evaluateRecentHours() : []
  const typical = typicalDays(series)
  const incidents = attributeHours(ofDays, ofHours, typical)
  const explained = []
  const resourceIdsByKey = new Map<string, string[]>()
  for (const incident of incidents) {
    signal?.throwIfAborted()
    const { resourceIds, ...explanation } = await explain(incident)
    explained.push({ ...incident, ...explanation })
    resourceIdsByKey.set(incidentKey(incident), resourceIds)
  }
  for (const incident of await evaluateCharged()) explained.push({ ...incident, ...unexplained })
  const minSeverityIndex = anomalySeverities.indexOf(settings.notify_from)
  const saved = await saveIncidents(database, scope, explained, {
    now: now(),
    toNotification: (anomaly, change) => {
      const isRecent = anomaly.last_day >= addDays(to, -recentDays)
      const isSevere = change === 'over' || anomalySeverities.indexOf(anomaly.severity) >= minSeverityIndex
      // Anomalies with feedback are already known.
      const isAnswered = change !== 'new' && anomaly.feedback !== null
      return isRecent && isSevere && !isAnswered
        ? anomalyNotification(anomaly, change, resourceIdsByKey.get(incidentKey(anomaly)))
        : null
    },
  })
  return { ...saved, scopes: evaluated, learning }

  async function readSeries(): Promise<ScopeSeries[]> {
    const window = { loadIds, from, to }
    const read = await Promise.all([
      readScopeDays(warehouse, scope, window),
      readResourceDays(warehouse, scope, { ...window, floor: settings.min_daily_excess }),
      readTagDays(warehouse, scope, window),
      readSkuDays(warehouse, scope, window),
    ])
    return seriesOf(read.flat())
  }

  async function evaluateRecentHours() {
    const rows = await readScopeHours(warehouse, scope, { loadIds, from: addDays(to, -hourDays), to })
    return hoursOf(rows).flatMap((series) => evaluateHours(series, settings.min_daily_excess))
  }

  /** Fees, commitments, credits and tax have no weekdays: they are evaluated month by month. */
  async function evaluateCharged() {
    if (!availableSpan) return []
    const rows = await readChargeDays(warehouse, scope, { loadIds, from, to })
    return evaluateCharges(chargeScopesOf(rows), {
      ...billsOf(rows, series, from),
      until: to,
      sensitivities,
      minExcess: settings.min_daily_excess,
      dailyAverage: (currency) => toNumber(typical.get(currency) ?? '0'),
    })
  }

  async function explain(incident: TimedIncident) {
    const { first_day: from, last_day, currency, scope: path } = incident
    const parts = await readDriverParts(warehouse, scope, { loadIds, currency, path, from, to: addDays(last_day, 1) })
    const explanation = driversIn(parts, daysBetween(from, last_day) + 1)
    const resourceIds = resourcesOf(path, explanation.drivers, incident)
    const links = await readLinks(state, scope, {
      resourceIds,
      from,
      to: addDays(last_day, 1),
    })
    // Anomalies found only in hourly data show their days as well.
    const days = incident.days.length > 0 ? incident.days : daysAround(series, incident)
    return { ...explanation, links, days, resourceIds }
  }
}

/** A charge is its own explanation. */
const unexplained = { drivers: [], explaining_dimension: null, links: [], started_at: null, hours: [] }

const incidentKey = ({ currency, scope, first_day }: Pick<Anomaly, 'currency' | 'scope' | 'first_day'>) =>
  `${first_day} ${scopeKey(currency, scope)}`

/** A resource with at least this share of the excess is linked to the anomaly. */
const telling = 0.2

function resourcesOf(
  path: readonly ScopePart[],
  drivers: readonly AnomalyDriver[],
  { actual, expected }: TimedIncident,
): string[] {
  const scopeResources = path.flatMap(({ dimension, value, name }) => (dimension === 'resource' ? [value, name] : []))
  const minContribution = multiply(absolute(subtract(actual, expected)), String(telling))
  const driving = drivers.filter(
    ({ dimension, contribution }) => dimension === 'resource' && compare(absolute(contribution), minContribution) >= 0,
  )
  return [...new Set([...scopeResources, ...driving.flatMap(({ value, name }) => [value, name])])].filter(Boolean)
}

/** Costs by value of each dimension, compared with the four weeks before, scaled to the length of the incident. */
function driversIn(parts: readonly DriverPart[], days: number) {
  const scaled = (amount: string) => divide(multiply(amount, String(days)), '28', 9)
  const byDimension = Object.fromEntries(
    Map.groupBy(parts, ({ dimension }) => dimension)
      .entries()
      .map(([dimension, dimensionParts]) => [
        dimension,
        driversOf(
          dimensionParts.map(({ value, actual, before, actualQuantity, beforeQuantity }) => ({
            name: value,
            actual,
            expected: scaled(before),
            actualQuantity,
            expectedQuantity: beforeQuantity === null ? null : scaled(beforeQuantity),
          })),
        ),
      ]),
  )
  const names = new Map(parts.map(({ dimension, value, name }) => [`${dimension} ${value}`, name]))
  const drivers: AnomalyDriver[] = Object.entries(byDimension).flatMap(([dimension, dimensionDrivers]) =>
    dimensionDrivers.slice(0, maxDrivers).map(({ name, contribution, price, volume }) => ({
      dimension,
      value: name,
      name: names.get(`${dimension} ${name}`) || name,
      contribution: toPlaces(contribution, 2),
      price: price === null ? null : toPlaces(price, 2),
      volume: volume === null ? null : toPlaces(volume, 2),
    })),
  )
  drivers.sort(
    (a, b) =>
      compare(absolute(b.contribution), absolute(a.contribution)) ||
      a.dimension.localeCompare(b.dimension) ||
      a.value.localeCompare(b.value),
  )
  return { drivers, explaining_dimension: explainingDimension(byDimension) }
}
