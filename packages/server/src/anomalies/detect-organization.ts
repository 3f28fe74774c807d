/** From an organisation's current loads to its incidents: read the scopes, judge them, tell their drivers, keep them. */
import { type Anomaly, type AnomalyDriver, anomalySeverities, type ScopePart, scopeKey } from '@kept/domain/anomaly.ts'
import { absolute, compare, divide, multiply, subtract, toPlaces } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { driversOf, tellingDimension } from '@kept/engine/anomalies/incidents/drivers.ts'
import { judgeHours } from '@kept/engine/anomalies/scopes/judge-hours.ts'
import { judgeScopes, type ScopeSeries } from '@kept/engine/anomalies/scopes/judge-scopes.ts'
import { settleHours, type TimedIncident } from '@kept/engine/anomalies/scopes/settle-hours.ts'
import { readSkuDays, readTagDays } from '@kept/store/anomalies/aside-series.ts'
import { type DriverPart, readDriverParts } from '@kept/store/anomalies/driver-parts.ts'
import { readSensitivities } from '@kept/store/anomalies/feedback.ts'
import { readScopeHours } from '@kept/store/anomalies/hour-series.ts'
import { readLinks } from '@kept/store/anomalies/links.ts'
import { readAnomalySettings } from '@kept/store/anomalies/list.ts'
import { saveIncidents } from '@kept/store/anomalies/save-incidents.ts'
import { readResourceDays, readScopeDays } from '@kept/store/anomalies/scope-series.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { addDays } from '@kept/store/ledger/span.ts'
import type { Services } from '../platform/context.ts'
import { daysAround, hoursOf, seriesOf, usualDays } from './scope-tree.ts'
import { anomalyNotification } from './words.ts'

export type DetectDoors = Pick<Services, 'state' | 'now'>

/** As far back as habits are learnt from. */
const mostDays = 400
/** Hours are looked at for as long as somebody may still do something about when it began. */
const hourDays = 42
/** News older than this is history: it is listed, and nobody is told. */
const freshDays = 7
const mostDrivers = 5

export async function detectOrganization({ state, now }: DetectDoors, scope: Scope, signal?: AbortSignal) {
  const { database, warehouse } = state
  const { loadIds, known } = await currentLedger(database, scope)
  const settings = await readAnomalySettings(database, scope)
  const today = now().toISOString().slice(0, 10)
  const to = known && known.to < today ? known.to : today
  const from = addDays(to, -mostDays)
  const series = known ? await readSeries() : []
  signal?.throwIfAborted()
  const {
    incidents: ofDays,
    judged,
    learning,
  } = judgeScopes(series, {
    sensitivities: await readSensitivities(database, scope),
    leastDailyExcess: settings.least_daily_excess,
  })
  const ofHours = known ? await judgeRecentHours() : []
  const incidents = settleHours(ofDays, ofHours, usualDays(series))
  const explained = []
  const on = new Map<string, string[]>()
  for (const incident of incidents) {
    signal?.throwIfAborted()
    const { resourceIds, ...explanation } = await explain(incident)
    explained.push({ ...incident, ...explanation })
    on.set(placeOf(incident), resourceIds)
  }
  const told = anomalySeverities.indexOf(settings.tell_from)
  const saved = await saveIncidents(database, scope, explained, {
    now: now(),
    tell: (anomaly, news) => {
      const isFresh = anomaly.last_day >= addDays(to, -freshDays)
      const isSevere = news === 'over' || anomalySeverities.indexOf(anomaly.severity) >= told
      // Whoever has answered knows of it.
      const isAnswered = news !== 'new' && anomaly.feedback !== null
      return isFresh && isSevere && !isAnswered ? anomalyNotification(anomaly, news, on.get(placeOf(anomaly))) : null
    },
  })
  return { ...saved, scopes: judged, learning }

  async function readSeries(): Promise<ScopeSeries[]> {
    const window = { loadIds, from, to }
    const read = await Promise.all([
      readScopeDays(warehouse, scope, window),
      readResourceDays(warehouse, scope, { ...window, floor: settings.least_daily_excess }),
      readTagDays(warehouse, scope, window),
      readSkuDays(warehouse, scope, window),
    ])
    return seriesOf(read.flat())
  }

  async function judgeRecentHours() {
    const rows = await readScopeHours(warehouse, scope, { loadIds, from: addDays(to, -hourDays), to })
    return hoursOf(rows).flatMap((one) => judgeHours(one, settings.least_daily_excess))
  }

  async function explain(incident: TimedIncident) {
    const { first_day: from, last_day, currency, scope: path } = incident
    const parts = await readDriverParts(warehouse, scope, { loadIds, currency, path, from, to: addDays(last_day, 1) })
    const told = driversIn(parts, daysBetween(from, last_day) + 1)
    const resourceIds = resourcesOf(path, told.drivers, incident)
    const links = await readLinks(state, scope, {
      resourceIds,
      from,
      to: addDays(last_day, 1),
    })
    // What only the hours saw has its days shown all the same.
    const days = incident.days.length > 0 ? incident.days : daysAround(series, incident)
    return { ...told, links, days, resourceIds }
  }
}

const placeOf = ({ currency, scope, first_day }: Pick<Anomaly, 'currency' | 'scope' | 'first_day'>) =>
  `${first_day} ${scopeKey(currency, scope)}`

/** A resource that carries this share of it is one it happened on. */
const telling = 0.2

function resourcesOf(
  path: readonly ScopePart[],
  drivers: readonly AnomalyDriver[],
  { actual, expected }: TimedIncident,
): string[] {
  const own = path.flatMap(({ by, value, name }) => (by === 'resource' ? [value, name] : []))
  const least = multiply(absolute(subtract(actual, expected)), String(telling))
  const driving = drivers.filter(
    ({ dimension, contribution }) => dimension === 'resource' && compare(absolute(contribution), least) >= 0,
  )
  return [...new Set([...own, ...driving.flatMap(({ value, name }) => [value, name])])].filter(Boolean)
}

/** The parts of each dimension against the four weeks before, brought to as many days as the incident has. */
function driversIn(parts: readonly DriverPart[], days: number) {
  const scaled = (amount: string) => divide(multiply(amount, String(days)), '28', 9)
  const byDimension = Object.fromEntries(
    Map.groupBy(parts, ({ dimension }) => dimension)
      .entries()
      .map(([dimension, of]) => [
        dimension,
        driversOf(
          of.map(({ value, actual, before, actualQuantity, beforeQuantity }) => ({
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
  const drivers: AnomalyDriver[] = Object.entries(byDimension).flatMap(([dimension, found]) =>
    found.slice(0, mostDrivers).map(({ name, contribution, price, volume }) => ({
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
  return { drivers, telling_dimension: tellingDimension(byDimension) }
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
