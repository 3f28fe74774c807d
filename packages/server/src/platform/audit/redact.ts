/** What of a request's input is recorded: declared fields, short, and nothing that may be a secret. */
import * as z from 'zod'

const REDACTED = '[redacted]'
const MAX_TEXT = 200
const MAX_ITEMS = 20
const MAX_DEPTH = 4

/** Names of secrets, and of addresses that carry one. */
const secretName = /secret|password|passphrase|token|credential|authorization|signature|private|^key$|_key$|^code$|url/i

/** The fields of `input` that the route declares; null when there are none. */
export function recordedInput(schema: unknown, input: unknown): Record<string, unknown> | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null
  const declared = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const fields = Object.entries(input).filter(([name]) => declared.includes(name) && name !== 'organization')
  if (fields.length === 0) return null
  return Object.fromEntries(fields.map(([name, value]) => [name, redact(name, value, 1)]))
}

function redact(name: string, value: unknown, depth: number): unknown {
  if (secretName.test(name)) return value === null || value === undefined ? value : REDACTED
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  if (Array.isArray(value)) {
    if (value.length > MAX_ITEMS || depth >= MAX_DEPTH) return `${value.length} items`
    return value.map((item) => redact('', item, depth + 1))
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length > MAX_ITEMS || depth >= MAX_DEPTH) return `${entries.length} fields`
    return Object.fromEntries(entries.map(([key, field]) => [key, redact(key, field, depth + 1)]))
  }
  return value
}
