const zoneSuffix = /(?:Z|[+-]\d\d:?\d\d)$/

/**
 * A time of a CSV cell in milliseconds: ISO text (UTC without a time zone), or a number of s, ms, µs or ns since 1970.
 */
export function timeOf(cell: string | undefined): number {
  if (cell === undefined || cell === '') return Number.NaN
  const text = cell.trim()
  if (/^\d+(\.\d+)?$/.test(text)) {
    const figure = Number(text)
    // The number of digits shows the unit: seconds have ten until the year 2286.
    const scale = figure >= 1e17 ? 1e6 : figure >= 1e14 ? 1e3 : figure >= 1e11 ? 1 : 1e-3
    return figure / scale
  }
  const iso = text.replace(' ', 'T').replace(/(\.\d{3})\d+/, '$1')
  return Date.parse(zoneSuffix.test(iso) ? iso : /T/.test(iso) ? `${iso}Z` : `${iso}T00:00:00Z`)
}
