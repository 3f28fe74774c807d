/** The keys of the two roll-ups, derived from the dimensions: daily dimensions are keys of the daily roll-up. */
import { type Dimension, dimensionNames, dimensions } from '@kept/domain/cube.ts'

export type Level = 'daily' | 'resource' | 'lines'

/** What every row of a roll-up belongs to. */
export const placeColumns = ['organization_id', 'load_id', 'billing_period', 'charge_date', 'BillingCurrency'] as const

export const dailyColumns = columnsOf('daily')
export const resourceColumns = [...columnsOf('resource'), 'Tags']

/** The column of a dimension's readable name, or none. */
export function nameColumnOf(dimension: Dimension): string | undefined {
  const facts = dimensions[dimension]
  return 'nameColumn' in facts ? facts.nameColumn : undefined
}

function columnsOf(level: Level): string[] {
  return dimensionNames
    .filter((name) => dimensions[name].level === level)
    .flatMap((name) => [dimensions[name].column, nameColumnOf(name) ?? []].flat())
}
