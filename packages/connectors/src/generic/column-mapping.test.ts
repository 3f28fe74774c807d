import { KeptError } from '@kept/domain/errors.ts'
import { expect, it } from 'vitest'
import { genericFormat } from './column-mapping.ts'

const mistakes = (description: unknown): string[] => {
  try {
    genericFormat(description)
    return []
  } catch (error) {
    if (!(error instanceof KeptError)) throw error
    return error.details?.mistakes as string[]
  }
}

it('builds a format from columns, constants and lists of tags', () => {
  const { label, signature, mapping } = genericFormat({
    name: 'Acme',
    columns: { BilledCost: 'Amount', chargeperiodstart: 'Day', BillingCurrency: { value: 'EUR' }, Tags: ['Team'] },
  })
  expect(label).toBe('Acme')
  expect(signature.all).toEqual(['Amount', 'Day', 'Team'])
  expect(mapping.required).toEqual([['Amount'], ['Day'], ['Team']])
  expect(mapping.columns.BilledCost).toEqual({
    as: 'amount',
    rule: { from: 'amount', text: { from: 'column', name: 'Amount' } },
  })
  expect(mapping.columns.EffectiveCost).toEqual(mapping.columns.BilledCost)
  expect(mapping.columns.Tags).toEqual({ as: 'tags', rule: { from: 'named', columns: { Team: 'Team' } } })
  expect(mapping.columns.ListCost).toBeUndefined()
})

it('reports every mistake in its own sentence', () => {
  expect(mistakes('x')).toEqual(['A column mapping is a JSON object with "columns", from FOCUS column to your column.'])
  expect(mistakes({ columns: {}, delimiter: ';' })).toEqual([
    'A column mapping has only "name" and "columns". Remove "delimiter".',
    '"BilledCost" is missing. Kept needs it to read charges.',
    '"ChargePeriodStart" is missing. Kept needs it to read charges.',
  ])
  expect(
    mistakes({ name: '', columns: { BilledCost: 7, ChargePeriodStart: 'Day', Cost: 'x', ServiceName: ['a', 'b'] } }),
  ).toEqual([
    '"name" must be text and not empty.',
    'Map "BilledCost" to a column name, to { "value": "..." }, or, for tags, to a list of columns.',
    '"Cost" is not a FOCUS column. Use a column of the FOCUS specification, such as BilledCost.',
    'Map "ServiceName" to one column. Only tags take a list of columns.',
  ])
})
