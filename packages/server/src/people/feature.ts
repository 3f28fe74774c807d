/** Users of an organization: invitations, roles, lists in and out. */
import type { Scope } from '@kept/domain/scope.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { peopleExport } from './export-people.ts'
import { invitationMailJob } from './invitation-mail.ts'
import { peopleImportRoutes } from './preview-import.ts'
import { users } from './routes.ts'
import { renewDemoAuditLog, seedDemoPeople } from './seed-demo-people.ts'

export const peopleFeature = defineFeature({
  name: 'people',
  routes: { users },
  start: ({ services }) => ({
    api: {
      seedDemo: (scope: Scope) => seedDemoPeople(services, scope),
      renewDemoAuditLog: (scope: Scope) => renewDemoAuditLog(services, scope),
    },
    rawRoutes: [peopleExport, peopleImportRoutes],
    jobs: [work(invitationMailJob, services)],
  }),
})
