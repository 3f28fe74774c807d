/** Hostile values, and bodies of a schema with one such value in place of a valid one. */

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const nestedArrays = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`

/** JSON text as it is put into a body, not necessarily valid JSON. */
export const hostileJson: readonly string[] = [
  '"a\\u0000b"',
  '"\\ud800"',
  '"a\\u001b[31m\\r\\nb"',
  '"\\u202egnp.exe"',
  '-0',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  `1${'0'.repeat(400)}`,
  `"1${'0'.repeat(400)}"`,
  '"1e309"',
  '"NaN"',
  '"-0"',
  '0.1',
  'null',
  'true',
  '[]',
  '{}',
  '[null]',
  '[["a"]]',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"toString":1,"then":1}',
  '"__proto__"',
  '"constructor"',
  '"2026-02-30"',
  '"0000-00-00"',
  '"9999-12-31T23:59:59.999Z"',
  '"-271821-04-20T00:00:00Z"',
  '"275760-09-13"',
  '""',
  '" "',
  `"${'a'.repeat(100_000)}"`,
  `"${'é'.repeat(300)}"`,
  `"' OR 1=1; --"`,
  '"{{7*7}}<%= 7*7 %>%s%n"',
  '"../../../../etc/passwd"',
  '"file:///etc/passwd"',
  '"javascript:alert(1)"',
  '"http://169.254.169.254/latest/meta-data/"',
  '"00000000-0000-0000-0000-000000000000"',
  nestedArrays(30),
  nestedArrays(40),
]

/** Percent-encoded, for a URL. */
export const hostileText: readonly string[] = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  '%0d%0aSet-Cookie:%20a=b',
  '%1b%5b31m',
  '-0',
  '-1',
  '0.5',
  '1e400',
  '99999999999999999999999999',
  'NaN',
  'Infinity',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '275761-01-01',
  '__proto__',
  'constructor',
  '..%2f..%2fetc%2fpasswd',
  'file:%2f%2f%2fetc%2fpasswd',
  "'%20OR%201=1",
  '%25',
  '%E2%80%AE',
  'a'.repeat(5000),
  '',
  '%20',
  '00000000-0000-0000-0000-000000000000',
]

/** The supported part of JSON schema. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  minimum?: number
  minLength?: number
  minItems?: number
  required?: string[]
  additionalProperties?: boolean | Schema
}

/** A value that the schema most likely accepts, with every property; `nth` selects among alternatives. */
export function sampleOf(schema: Schema, nth = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[nth % schema.enum.length]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices?.length) return sampleOf(choices[nth % choices.length] ?? {}, nth)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, nth)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object': {
      const entries = Object.entries(schema.properties ?? {}).map(([key, part]) => [key, sampleOf(part, nth)])
      return Object.fromEntries(entries)
    }
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((part) => sampleOf(part, nth))
      return schema.items ? Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(schema.items ?? {}, nth)) : []
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return nth % 2 === 0
    case 'null':
      return null
    default:
      return sampleText(schema)
  }
}

function sampleText({ format, pattern = '', minLength = 1 }: Schema): string {
  if (format === 'uuid') return '5f0c2c3e-8c4b-4d8e-9a55-0d6f0f4c2a11'
  if (format === 'date') return '2026-10-01'
  if (format === 'date-time') return '2026-10-01T08:00:00Z'
  if (format === 'email') return 'ada@example.com'
  if (format === 'uri') return 'https://hooks.example.com/a'
  const candidates = ['a', '1', '12.5', 'USD', 'EUR', '2026-10', '2026-10-01', '08:00', 'UTC', 'abcdef', '123456']
  const fitting = candidates.find(
    (text) => text.length >= minLength && pattern !== '' && new RegExp(pattern).test(text),
  )
  return fitting ?? 'a'.repeat(minLength)
}

/** Every position in a value, the value itself first. */
export function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]))]
}

/** The value as JSON text with `text` at the position. */
export function writeAt(value: unknown, path: string[], text: string): string {
  if (path.length === 0) return text
  const marker = `mark-${Math.abs(path.join('.').length)}-of-a-place`
  const copy = structuredClone(value) as Record<string, unknown>
  let holder = copy
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>
  holder[path.at(-1) ?? ''] = marker
  return JSON.stringify(copy).replace(JSON.stringify(marker), () => text)
}

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))))

/** Entire bodies that do not match their content type. */
export const hostileBodies: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  '',
  '{',
  'null',
  '[]',
  '"a"',
  '{"__proto__":{"admin":true},"constructor":1}',
  nestedArrays(100_000),
  `${'{"a":'.repeat(5000)}1`,
  `{"resourceSpans":${nestedArrays(30)}}`,
  '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":1e400,"startTimeUnixNano":"-1","attributes":null}]}]}]}',
  '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"a\\u0000","gauge":{"dataPoints":[{"asDouble":"NaN"}]}}]}]}]}',
  '{"resourceLogs":[null]}',
  'a,b\n"x\n',
  'email,full_name,role\n=1+1,"a\nb",admin\n',
  'resource_id,metric,timestamp,value\n\0,cpu,9999-99-99,1e400\n',
  `${'a,'.repeat(20_000)}\n`,
  bytes([0]),
  bytes([0xff, 0xfe, 0x00, 0xd8]),
  // Each begins like its format and is truncated.
  bytes([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]),
  bytes([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0]),
  bytes('PK', [3, 4], 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'),
  bytes('PAR1', [1, 2, 3, 255, 255, 255, 127], 'PAR1'),
  bytes([0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0]),
  bytes([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]),
  '--x\r\nContent-Disposition: form-data; name="file"; filename="../../a\0.csv"\r\n\r\na,b\r\n',
  '%PDF-1.7',
]
