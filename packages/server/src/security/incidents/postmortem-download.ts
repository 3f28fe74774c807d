/** The postmortem of an incident as a file. */
import { postmortemQuery } from '@kept/contract/routes/security-incidents.ts'
import { incidentName } from '@kept/domain/security-incident-states.ts'
import type { RawRoutes } from '../../platform/app.ts'
import { admit } from '../../platform/guard.ts'
import { parseBody } from '../../platform/parse-body.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { postmortemOf } from './postmortem.ts'
import { postmortemMarkdown } from './postmortem-markdown.ts'
import { postmortemPdf } from './postmortem-pdf.ts'
import { readIncident } from './read-incident.ts'

export const postmortemDownload: RawRoutes = (app, contextOf) => {
  app.get<{ Params: { organization: string; id: string } }>(
    '/v1/security/:organization/incidents/:id/postmortem',
    { config: { needs: 'security:read' } },
    async (request, reply) => {
      const { services, scope, me } = admit(await contextOf(request), 'security:read')
      requireRequestedOrganization(request.params.organization, me)
      const { format } = parseBody(postmortemQuery, request.query)
      const at = services.now()
      const incident = await services.state.database.scoped(scope, (tx) => readIncident(tx, request.params.id, at))
      const postmortem = postmortemOf(incident, { organization: me.organization.name, at })
      const name = `postmortem-${incidentName(incident.number).toLowerCase()}`
      if (format === 'pdf')
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${name}.pdf"`)
          .send(await postmortemPdf(postmortem))
      return reply
        .type('text/markdown; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.md"`)
        .send(postmortemMarkdown(postmortem))
    },
  )
}
