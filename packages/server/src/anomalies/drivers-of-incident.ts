/** What drove an incident: the costs by value of each dimension, and the resources that made up much of the excess. */
import type { AnomalyDriver, ScopePart } from '@kept/domain/anomaly.ts'
import { driversOf, explainingDimension } from '@kept/engine/anomalies/incidents/drivers.ts'
import type { TimedIncident } from '@kept/engine/anomalies/scopes/attribute-hours.ts'
import { absolute, compare, divide, multiply, subtract, toPlaces } from '@kept/foundation/decimal.ts'
import type { DriverPart } from '@kept/store/anomalies/driver-parts.ts'

const maxDrivers = 5
/** A resource with at least this share of the excess is linked to the anomaly. */
const telling = 0.2

export function resourcesOf(
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
export function driversIn(parts: readonly DriverPart[], days: number) {
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
