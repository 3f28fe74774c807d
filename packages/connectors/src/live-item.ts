/** What the inventory items of all clouds share. */

/** Attributes hold texts; what is unknown is left out. */
export function attributes(
  values: Record<string, string | number | boolean | null | undefined>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value).slice(0, 2000)]],
    ),
  )
}

/** A date in any spelling; undefined when it is none. */
export function dateOf(value: unknown): string | undefined {
  const date = typeof value === 'string' ? new Date(value) : undefined
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** Tags in the lengths that an inventory holds. */
export function tagsOf(tags: Readonly<Record<string, string | null>> | null | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tags ?? {}).map(([name, value]) => [name.slice(0, 300), (value ?? '').slice(0, 1000)]),
  )
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
}
