/** For tests: an input that a route's own schema accepts, made from that schema. */
import { isObject } from '@kept/foundation/narrow.ts'
import * as z from 'zod'
import type { KnownRoute } from './every-route.ts'
import { type Schema, sampleOf } from './hostile.ts'

/** How often another choice among the schema's alternatives is tried. */
const MAX_CHOICES = 8

/**
 * The fields beside those of the path: all that the schema has, only the required ones, or only the given ones.
 * Throws when the schema accepts none of the samples; `given` replaces fields for such routes.
 */
export function validFields(
  { method, path, input }: KnownRoute,
  pathValues: Record<string, string>,
  given: Record<string, unknown> = {},
): Record<string, unknown> {
  if (!input) return {}
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  const isRead = method === 'GET' || method === 'DELETE'
  const hasGiven = Object.keys(given).length > 0
  for (let choice = 0; choice < MAX_CHOICES; choice++) {
    const sample = sampleOf(schema, choice)
    const all = Object.entries(isObject(sample) ? sample : {}).filter(([name]) => !(name in pathValues))
    const required = all.filter(([name]) => schema.required?.includes(name))
    // What is given is enough where it can be: other fields of a sample may contradict it.
    for (const entries of isRead ? [required] : hasGiven ? [[], required, all] : [all, required]) {
      const fields = { ...Object.fromEntries(entries), ...given }
      if (input.safeParse({ ...fields, ...pathValues }).success) return fields
    }
  }
  throw new Error(`${method} ${path}: the schema accepts no sample; give it fields that it accepts.`)
}
