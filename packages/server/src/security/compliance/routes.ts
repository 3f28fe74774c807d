/** Compliance: the requirements of a framework with what shows them, and the evidence that users add. */
import { createHash } from 'node:crypto'
import type { ComplianceRequirement } from '@kept/contract/routes/security-compliance.ts'
import { type FrameworkId, maxEvidenceBytes } from '@kept/domain/compliance.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { addEvidence } from '@kept/store/security/evidence.ts'
import { actingOf } from '../../platform/acting.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { routes } from '../../platform/implement.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { assignRequirement } from './assign-requirement.ts'
import { evidenceTypeOf } from './evidence-type.ts'
import { scanForMalware } from './malware-scan.ts'
import { readCompliance, requireFramework, toEvidence } from './read-compliance.ts'

const complianceRoutes = routes.securityCompliance

export const securityCompliance = {
  get: complianceRoutes.get.handler(async ({ context, input }) => {
    requireRequestedOrganization(input.organization, context.me)
    const framework = requireFramework(input.framework)
    const { services, scope } = context
    return { data: await readCompliance(services.state.database, scope, { framework, now: services.now() }) }
  }),
  addEvidence: complianceRoutes.addEvidence.handler(async ({ context, input }) => {
    const { organization, framework: requested, control, content: encoded, ...fields } = input
    requireRequestedOrganization(organization, context.me)
    const framework = requireFramework(requested)
    await readRequirement(context, framework, control)
    const now = context.services.now()
    const period = periodOf(fields.observed_from, fields.observed_until, now)
    const content = Buffer.from(encoded, 'base64')
    const mediaType = typeOf(content)
    const malware_scanned = await scanForMalware(context.services.config.clamd, content)
    const { auditContext, actor } = actingOf(context)
    const stored = await context.services.state.database.scoped(context.scope, async (tx) => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      const evidence = await addEvidence(tx, {
        ...{ framework, requirement: control, claim: fields.claim, name: fields.name, description: fields.description },
        ...{ media_type: mediaType, bytes: content.length, sha256, content, malware_scanned },
        ...{ ...period, uploaded_by: actor.name, created_at: now },
      })
      await recordAudit(tx, {
        ...auditContext,
        action: 'compliance_evidence.added',
        target: evidence.id,
        summary: `The evidence "${fields.name.replaceAll('"', "'")}" was added to ${framework} ${control}.`,
        after: { framework, requirement: control, claim: fields.claim, sha256, bytes: content.length },
      })
      return evidence
    })
    return { data: toEvidence(stored, now) }
  }),
  assign: complianceRoutes.assign.handler(async ({ context, input }) => {
    const { organization, control, owner_id, next_review } = input
    requireRequestedOrganization(organization, context.me)
    const framework = requireFramework(input.framework)
    await readRequirement(context, framework, control)
    const assignment = { framework, requirement: control, owner_id, next_review }
    const { database } = context.services.state
    await database.scoped(context.scope, (tx) => assignRequirement(context, tx, assignment))
    return { data: await readRequirement(context, framework, control) }
  }),
}

async function readRequirement(
  { services, scope }: SignedInContext,
  framework: FrameworkId,
  control: string,
): Promise<ComplianceRequirement> {
  const { requirements } = await readCompliance(services.state.database, scope, { framework, now: services.now() })
  const requirement = requirements.find(({ id }) => id === control)
  if (requirement) return requirement
  throw new KeptError('not_found', `The framework ${framework} has no requirement "${control}".`)
}

/** Whole days, both inclusive. */
function periodOf(from: string, until: string, now: Date): { observed_from: Date; observed_until: Date } {
  const [observed_from, observed_until] = [new Date(`${from}T00:00:00Z`), new Date(`${until}T00:00:00Z`)]
  if (observed_from > observed_until) throw badInput('The first day of the period is after the last one.')
  if (observed_until.getTime() > now.getTime() + dayMs) throw badInput('The period ends in the future.')
  return { observed_from, observed_until }
}

function typeOf(content: Buffer) {
  if (content.length === 0) throw badInput('The file is empty.')
  if (content.length > maxEvidenceBytes)
    throw new KeptError('too_large', `The file is larger than ${maxEvidenceBytes / 1024 ** 2} MB.`)
  const type = evidenceTypeOf(content)
  if (type) return type
  throw badInput('The file is neither a PDF, a PNG, a JPEG nor plain text. Save it as a PDF and upload that.')
}
