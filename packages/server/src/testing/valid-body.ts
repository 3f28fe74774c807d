/** For tests: an input that a route's own schema accepts, made from that schema. */
import { isObject } from '@kept/foundation/narrow.ts'
import * as z from 'zod'
import type { KnownRoute } from './every-route.ts'
import { type Schema, sampleOf } from './hostile.ts'

/** How often another choice among the schema's alternatives is tried. */
const MAX_CHOICES = 8

/**
 * The fields beside those of the path: all that the schema has, only the required ones, or the overrides alone.
 * Throws when the schema accepts none of the samples; `overrides` replaces fields for such routes.
 */
export function validFields(
  { method, path, input }: KnownRoute,
  pathValues: Record<string, string>,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> {
  if (!input) return {}
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  const isRead = method === 'GET' || method === 'DELETE'
  const hasOverrides = Object.keys(overrides).length > 0
  for (let choice = 0; choice < MAX_CHOICES; choice++) {
    const sample = sampleOf(schema, choice)
    const all = Object.entries(isObject(sample) ? sample : {}).filter(([name]) => !(name in pathValues))
    const required = all.filter(([name]) => schema.required?.includes(name))
    // Overrides are enough where they can be: other fields of a sample may contradict it.
    for (const entries of isRead ? [required] : hasOverrides ? [[], required, all] : [all, required]) {
      const fields = { ...Object.fromEntries(entries), ...overrides }
      if (input.safeParse({ ...fields, ...pathValues }).success) return fields
    }
  }
  throw new Error(`${method} ${path}: the schema accepts no sample; give it fields that it accepts.`)
}
