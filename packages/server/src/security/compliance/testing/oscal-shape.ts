/**
 * For tests: what OSCAL 1.1.3 demands of assessment results, at the levels that Kept writes: required fields, types of
 * values, and no other property than those of the model. Facts from NIST's model and its JSON schema; where that schema
 * is at hand, `oscal.test.ts` reads it too.
 */
import * as z from 'zod'

/** Every list of the model has an item, or is left out. */
const list = <Item extends z.ZodType>(item: Item) => z.array(item).min(1)

const text = z.string().min(1)
/** One line of Markdown. */
const markupLine = z.string().regex(/^[^\n]+$/)
const line = z.string().regex(/^\S(.*\S)?$/u)
const token = z.string().regex(/^(\p{L}|_)(\p{L}|\p{N}|[.\-_])*$/u)
const uri = z.string().regex(/^[a-zA-Z][a-zA-Z0-9+\-.]+:.+$/)
/** UUIDs of version 4 and 5 only. */
const uuid = z.uuid({ version: 'v4' }).or(z.uuid({ version: 'v5' }))
const timeWithOffset = z.iso.datetime({ offset: true })
const remarks = z.string()

const property = z.strictObject({
  name: token,
  uuid: uuid.optional(),
  ns: uri.optional(),
  value: line,
  class: token.optional(),
  group: token.optional(),
  remarks: remarks.optional(),
})
const link = z.strictObject({
  ...{ href: line, rel: token.optional(), 'media-type': line.optional() },
  ...{ 'resource-fragment': line.optional(), text: markupLine.optional() },
})
/** What most objects of the model may have. */
const annotations = { props: list(property).optional(), links: list(link).optional(), remarks: remarks.optional() }

const metadata = z.strictObject({
  title: markupLine,
  published: timeWithOffset.optional(),
  'last-modified': timeWithOffset,
  version: line,
  'oscal-version': z.string().regex(/^1\.1\.\d+$/),
  ...annotations,
})

const selectControl = z.strictObject({ 'control-id': token, 'statement-ids': list(token).optional() })
const reviewedControls = z.strictObject({
  description: text.optional(),
  ...annotations,
  'control-selections': list(
    z.strictObject({
      description: text.optional(),
      ...annotations,
      'include-all': z.strictObject({}).optional(),
      'include-controls': list(selectControl).optional(),
      'exclude-controls': list(selectControl).optional(),
    }),
  ),
})

const observation = z.strictObject({
  uuid,
  title: markupLine.optional(),
  description: z.string(),
  ...annotations,
  methods: list(z.enum(['EXAMINE', 'INTERVIEW', 'TEST', 'UNKNOWN'])),
  types: list(token).optional(),
  'relevant-evidence': list(z.strictObject({ href: line.optional(), description: text, ...annotations })).optional(),
  collected: timeWithOffset,
  expires: timeWithOffset.optional(),
})

const finding = z.strictObject({
  uuid,
  title: markupLine,
  description: z.string(),
  ...annotations,
  target: z.strictObject({
    type: z.enum(['statement-id', 'objective-id']),
    'target-id': token,
    title: markupLine.optional(),
    description: text.optional(),
    ...annotations,
    status: z.strictObject({
      state: z.enum(['satisfied', 'not-satisfied']),
      reason: token.optional(),
      remarks: remarks.optional(),
    }),
  }),
  'related-observations': list(z.strictObject({ 'observation-uuid': uuid })).optional(),
})

const result = z.strictObject({
  uuid,
  title: markupLine,
  description: text,
  start: timeWithOffset,
  end: timeWithOffset.optional(),
  ...annotations,
  'reviewed-controls': reviewedControls,
  observations: list(observation).optional(),
  findings: list(finding).optional(),
})

const assessmentResults = z.strictObject({
  uuid,
  metadata,
  'import-ap': z.strictObject({ href: line, remarks: remarks.optional() }),
  results: list(result),
  'back-matter': z
    .strictObject({
      resources: list(
        z.strictObject({
          ...{ uuid, title: markupLine.optional(), description: text.optional(), props: list(property).optional() },
          remarks: remarks.optional(),
        }),
      ).optional(),
    })
    .optional(),
})

/** Also what the model says in words: each UUID stands for one object, and every reference leads to one. */
export const oscalAssessmentSchema = z
  .strictObject({ 'assessment-results': assessmentResults })
  .superRefine(({ 'assessment-results': report }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    const resources = (report['back-matter']?.resources ?? []).map((resource) => resource.uuid)
    const observations = report.results.flatMap((item) => (item.observations ?? []).map((observed) => observed.uuid))
    const findings = report.results.flatMap((item) => item.findings ?? [])
    const results = report.results.map((item) => item.uuid)
    const all = [report.uuid, ...resources, ...results, ...observations, ...findings.map((item) => item.uuid)]
    if (new Set(all).size !== all.length) refuse('two objects have the same uuid')
    const plan = report['import-ap'].href
    if (plan.startsWith('#') && !resources.includes(plan.slice(1))) refuse(`import-ap leads nowhere: ${plan}`)
    for (const { 'related-observations': related = [] } of findings)
      for (const { 'observation-uuid': target } of related)
        if (!observations.includes(target)) refuse(`a finding names the observation ${target}, which is missing`)
    for (const { start, end } of report.results)
      if (end !== undefined && Date.parse(end) < Date.parse(start)) refuse('a result ends before it starts')
  })
