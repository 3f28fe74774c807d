/** Untrusted JSON: nesting is counted before it is parsed, since a stack overflow of the parser crashes the process. */
import { badInput } from '@kept/domain/errors.ts'
import { type TelemetryLimits, tooLarge } from './limits.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export function parseJson(text: string, name: string, limits: TelemetryLimits): Json {
  const deepest = nesting(text, limits.depth)
  if (deepest > limits.depth) throw tooLarge(`${name} nests deeper than ${limits.depth} brackets.`)
  try {
    return JSON.parse(text) as Json
  } catch {
    throw badInput(`${name} is not valid JSON. It is truncated or damaged.`)
  }
}

function nesting(text: string, enough: number): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === 34) {
      for (i += 1; i < text.length; i += 1) {
        const inside = text.charCodeAt(i)
        if (inside === 92) i += 1
        else if (inside === 34) break
      }
    } else if (code === 123 || code === 91) {
      depth += 1
      if (depth > deepest) deepest = depth
      if (deepest > enough) return deepest
    } else if (code === 125 || code === 93) depth -= 1
  }
  return deepest
}

export function record(value: Json | undefined): { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
}

export function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** A number, or a number in a text as JSON writes 64 bits; NaN when neither. */
export function numberOf(value: Json | undefined): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
}

/** Nanoseconds since 1970 as text or number, to milliseconds. */
export function nanosOf(value: Json | undefined): number {
  return numberOf(value) / 1e6
}

export function scalar(value: Json | undefined): string | number | boolean | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}
