/** Brings recorded texts into the form that Postgres gives back, so that an event read again has the same hash. */

/** Without NUL characters and unpaired surrogates, which Postgres does not store. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

/** As JSON would store it: without undefined fields, dates as text. */
export function cleanFields(fields: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(fields, (_name, value: unknown) => {
      if (typeof value === 'string') return cleanText(value)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      return Object.fromEntries(Object.entries(value).map(([key, field]) => [cleanText(key), field]))
    }),
  )
}
