import { missingColumns, nearestFormat, recognizeFormats } from '@kept/domain/bill-format.ts'
import { datasetColumns } from '@kept/domain/focus-datasets.ts'
import { columnKey } from '@kept/domain/mapping.ts'
import { describe, expect, it } from 'vitest'
import { formats } from './all.ts'

it('has formats with unique ids and labels, and unambiguous ranks', () => {
  expect(new Set(formats.map(({ id }) => id)).size).toBe(formats.length)
  expect(new Set(formats.map(({ label }) => label)).size).toBe(formats.length)
})

describe.each(formats)('$id', (format) => {
  const { mapping, signature, dataset } = format

  it('maps to columns that its dataset has, with their types', () => {
    const columns = datasetColumns[dataset]
    for (const [name, mapped] of Object.entries(mapping.columns)) {
      const kind = columns[name]
      const as = kind === 'number' ? 'amount' : kind === 'amount' || kind === 'time' || kind === 'tags' ? kind : 'text'
      expect([name, kind && mapped?.as]).toEqual([name, as])
    }
  })

  it('is recognized by a header of its own columns alone, before every other format', () => {
    const header = [
      ...signature.all,
      ...(signature.anyOf ?? []).flatMap((names) => names.slice(0, 1)),
      ...mapping.required.flatMap((names) => names.slice(0, 1)),
    ]
    const matches = recognizeFormats(formats, header).filter((candidate) => !candidate.signature.rows)
    const expected = signature.rows ? recognizeFormats(formats, header) : matches
    expect(expected[0]?.id).toBe(format.id)
    expect(missingColumns(format, header)).toEqual([])
    expect(new Set(expected.filter(({ rank }) => rank === format.rank).map(({ id }) => id))).toEqual(
      new Set([format.id]),
    )
  })

  it('is the closest match for a header that lacks one of its mandatory columns', () => {
    const header = [
      ...signature.all,
      ...(signature.anyOf ?? []).flatMap((names) => names.slice(0, 1)),
      ...mapping.required.flatMap((names) => names.slice(0, 1)),
    ]
    const [missingColumn] = mapping.required[0] ?? []
    const remainingHeader = header.filter((name) => columnKey(name) !== columnKey(missingColumn ?? ''))
    const nearest = nearestFormat(formats, remainingHeader)
    expect(nearest?.format.id.split('-')[0]).toBe(format.id.split('-')[0])
    expect(nearest?.share).toBeGreaterThanOrEqual(0.5)
  })
})
