/** Files of compliance: evidence as it was uploaded, and the signed report. */
import { randomUUID } from 'node:crypto'
import { complianceReportQuery } from '@kept/contract/routes/security-compliance.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { readEvidence } from '@kept/store/security/evidence.ts'
import type { RawRoutes } from '../../platform/app.ts'
import { admit } from '../../platform/guard.ts'
import { parseBody } from '../../platform/parse-body.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { openSigningKey } from '../../platform/signing-key.ts'
import { compliancePdf } from './compliance-pdf.ts'
import { downloadName } from './download-name.ts'
import { oscalAssessment } from './oscal.ts'
import { readCompliance, requireFramework } from './read-compliance.ts'

export const complianceDownloads: RawRoutes = (app, contextOf) => {
  app.get<{ Params: { organization: string; id: string } }>(
    '/v1/security/:organization/compliance-evidence/:id',
    { config: { needs: 'security:read' } },
    async (request, reply) => {
      const { services, scope, me } = admit(await contextOf(request), 'security:read')
      requireRequestedOrganization(request.params.organization, me)
      const { name, media_type, content } = await services.state.database.scoped(scope, (tx) =>
        readEvidence(tx, request.params.id),
      )
      // Never its own type, and never inline: a browser must not run what someone uploaded.
      return reply
        .type('application/octet-stream')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename="${downloadName(name, media_type)}"`)
        .send(content)
    },
  )
  app.get<{ Params: { organization: string; framework: string } }>(
    '/v1/security/:organization/compliance/:framework/report',
    { config: { needs: 'security:read' } },
    async (request, reply) => {
      const { services, scope, me } = admit(await contextOf(request), 'security:read')
      requireRequestedOrganization(request.params.organization, me)
      const framework = requireFramework(request.params.framework)
      const { format } = parseBody(complianceReportQuery, request.query)
      const now = services.now()
      const compliance = await readCompliance(services.state.database, scope, { framework, now })
      const signer = openSigningKey(services.config.sharedFolder, services.secrets)
      const parts = { organization: me.organization, compliance, signer, newId: randomUUID }
      const name = `compliance-${framework}-${utcDay(now)}`
      if (format === 'pdf')
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${name}.pdf"`)
          .send(await compliancePdf(parts))
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.oscal.json"`)
        .send(oscalAssessment(parts))
    },
  )
}
