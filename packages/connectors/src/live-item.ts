/** What the inventory items of all clouds share. */
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import * as z from 'zod'

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

/** The day of a date in any spelling, in UTC; undefined when it is none. */
export function dayOf(value: string | null | undefined): string | undefined {
  const ms = Date.parse(value ?? '')
  return Number.isNaN(ms) ? undefined : utcDay(ms)
}

/** What a cloud said of a resource, field by field; a field that is not as documented reads as absent. */
export function readFields<Shape extends z.ZodRawShape>(
  fields: Readonly<Record<string, unknown>>,
  shape: Shape,
): Partial<z.output<z.ZodObject<Shape>>> {
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const parsed = z.safeParse(schema, fields[name])
    if (parsed.success && parsed.data !== null) values[name] = parsed.data
  }
  return values as Partial<z.output<z.ZodObject<Shape>>>
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
