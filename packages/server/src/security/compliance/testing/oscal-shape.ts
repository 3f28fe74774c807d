/**
 * For tests: what OSCAL demands of the parts of assessment results that Kept writes, as a JSON schema of our own.
 * Compared with NIST's schema of OSCAL 1.2.0, part by part; that one describes many more. Where it is at hand, `oscal.test.ts` reads it too.
 */
const text = { type: 'string' }
/** One line of Markdown. */
const title = { type: 'string', pattern: '^[^\\n]+$' }
const line = { type: 'string', pattern: '^\\S(.*\\S)?$' }
const token = { type: 'string', pattern: '^(\\p{L}|_)(\\p{L}|\\p{N}|[.\\-_])*$' }
const id = {
  type: 'string',
  pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[45][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$',
}
const time = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$' }

/** An object with exactly these properties; those with a question mark may be missing. */
function shape(properties: Record<string, object>) {
  const entries = Object.entries(properties).map(([name, schema]) => [name.replace('?', ''), schema] as const)
  return {
    type: 'object',
    properties: Object.fromEntries(entries),
    required: Object.keys(properties).filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  }
}
const list = (items: object) => ({ type: 'array', minItems: 1, items })

const property = shape({
  name: token,
  'ns?': { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9+\\-.]+:.+$' },
  value: line,
})
const observation = shape({
  ...{ uuid: id, 'title?': title, description: text, methods: list(line), collected: time },
  'props?': list(property),
  'relevant-evidence?': list(shape({ description: text })),
})
const finding = shape({
  ...{ uuid: id, title, description: text },
  'props?': list(property),
  target: shape({
    type: { enum: ['statement-id', 'objective-id'] },
    'target-id': token,
    status: shape({ state: { enum: ['satisfied', 'not-satisfied'] }, 'reason?': token, 'remarks?': text }),
  }),
  'related-observations?': list(shape({ 'observation-uuid': id })),
})
const result = shape({
  ...{ uuid: id, title, description: text, start: time, 'end?': time },
  'reviewed-controls': shape({
    'control-selections': list(shape({ 'include-controls': list(shape({ 'control-id': token })) })),
  }),
  ...{ 'observations?': list(observation), 'findings?': list(finding) },
})

export const oscalShape = shape({
  'assessment-results': shape({
    uuid: id,
    metadata: shape({
      ...{ title, 'last-modified': time, version: line, 'oscal-version': line, 'props?': list(property) },
    }),
    'import-ap': shape({ href: line }),
    results: list(result),
    'back-matter?': shape({ 'resources?': list(shape({ uuid: id, 'title?': title, 'description?': text })) }),
  }),
})
