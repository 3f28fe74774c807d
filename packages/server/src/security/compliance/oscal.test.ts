import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Compliance, ComplianceRequirement } from '@kept/contract/routes/security-compliance.ts'
import { frameworks } from '@kept/engine/security/compliance/frameworks.ts'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { oscalAssessment } from './oscal.ts'
import { oscalAssessmentSchema } from './testing/oscal-shape.ts'

const at = '2026-03-01T12:00:00.000Z'
const observedDays = { observed_from: at, observed_until: at }
const signer = { publicKey: 'MCow', sign: () => 'c2lnbmF0dXJl' }

/** One requirement in each state, with and without observations, and the IDs of all frameworks. */
function complianceOf(ids: readonly string[], withObservations: boolean): Compliance {
  const statuses = ['met', 'partly', 'failing', 'not_applicable', 'unknown'] as const
  const requirements = ids.map((id, index): ComplianceRequirement => {
    const status = statuses[index % statuses.length] ?? 'unknown'
    const check = { id: 'mfa', title: 'Second factor', status: 'pass', detail: 'All.', observed_at: at }
    const evidence = {
      id,
      name: 'a.pdf',
      description: '',
      created_at: at,
      sha256: 'ab',
      bytes: 4,
      uploaded_by: 'Ada',
      ...observedDays,
    }
    const observed = withObservations && index % 2 === 0
    return {
      ...{ id, group: 'g', title: 'Title', status, detail: 'Why.' },
      ...(observed ? { owner_name: 'Ada', next_review: '2026-06-01' } : { owner_name: '', next_review: null }),
      months: ['covered', 'nothing'],
      ...{ checks: observed ? [check] : [], evidence: observed ? [evidence] : [] },
    } as never
  })
  return {
    framework: 'soc2',
    title: 'SOC 2',
    assessed_at: at,
    months: ['2026-02', '2026-03'],
    requirements,
    counts: {},
  } as never
}

function documents(): unknown[] {
  const lists = Object.values(frameworks).map(({ titles }) => Object.keys(titles))
  const few = ['1.2.3', 'AC-2(1)', 'two words']
  return [...[...lists, few].map((list) => complianceOf(list, true)), complianceOf(few, false)].map((compliance) =>
    JSON.parse(
      oscalAssessment({
        organization: { id: randomUUID(), name: 'Acme' },
        compliance,
        signer,
        newId: () => randomUUID(),
      }),
    ),
  )
}

/** What users enter and leave out: evidence without a name, and a requirement of which nothing is recorded. */
function sparseDocument(): unknown {
  const compliance = complianceOf(['CC1.1', 'CC1.2'], true)
  const requirements = compliance.requirements.map((requirement) => ({
    ...requirement,
    ...{ months: [], owner_name: ' ', next_review: null },
    evidence: requirement.evidence.map((item) => ({ ...item, name: '' })),
  }))
  return JSON.parse(
    oscalAssessment({
      organization: { id: randomUUID(), name: 'Acme' },
      compliance: { ...compliance, months: [], requirements },
      signer,
      newId: () => randomUUID(),
    }),
  )
}

const issuesOf = (document: unknown) =>
  (oscalAssessmentSchema.safeParse(document).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )

it('has the shape that OSCAL demands, for every framework, with and without observations', () => {
  expect(documents().flatMap(issuesOf)).toEqual([])
})

it('leaves out what was not entered: the schema wants no empty title and no empty list', () => {
  expect(issuesOf(sparseDocument())).toEqual([])
})

it('has a shape that notices what is missing, unknown or leads nowhere', () => {
  const [document] = documents() as [{ 'assessment-results': Report }]
  const changed = (change: (report: Report) => void) => {
    const copy = structuredClone(document)
    change(copy['assessment-results'])
    return issuesOf(copy).join('; ')
  }
  expect(changed((report) => Reflect.deleteProperty(report.metadata, 'last-modified'))).toContain('last-modified')
  expect(changed((report) => Object.assign(report.metadata, { 'last-modified': '2026-03-01' }))).toContain(
    'Invalid ISO datetime',
  )
  expect(changed((report) => Object.assign(report.metadata, { signature: 'x' }))).toContain(
    'Unrecognized key: "signature"',
  )
  expect(changed((report) => Object.assign(report, { uuid: '1' }))).toContain('uuid')
  expect(changed((report) => Object.assign(report.results[0], { uuid: report.uuid }))).toContain('the same uuid')
  expect(changed((report) => Object.assign(report.results[0], { observations: [] }))).toContain('Too small')
  expect(changed((report) => Reflect.deleteProperty(report.results[0], 'observations'))).toContain('which is missing')
  expect(changed((report) => Reflect.deleteProperty(report, 'back-matter'))).toContain('import-ap leads nowhere')
})

interface Report {
  uuid: string
  metadata: Record<string, unknown>
  results: [{ uuid: string; observations?: unknown[] }]
}

function errorsOf(schema: object): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  return [...documents(), sparseDocument()].flatMap((document) =>
    validate(document) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
  )
}

/** NIST publishes it with each release of OSCAL; it is not part of this repository. */
const schemaFile = process.env.KEPT_OSCAL_SCHEMA ?? ''
it.skipIf(!existsSync(schemaFile))(
  "passes NIST's own schema (set KEPT_OSCAL_SCHEMA to oscal_assessment-results_schema.json)",
  () => {
    expect(errorsOf(JSON.parse(readFileSync(schemaFile, 'utf8')))).toEqual([])
  },
)
