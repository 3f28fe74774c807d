/** Users, their rights, invitations and imports. */
import { peopleImportRoutes } from './users/imports.ts'
import { invitationRoutes } from './users/invitations.ts'
import { peopleRoutes } from './users/people.ts'
import { rightsRoutes } from './users/rights.ts'

export const users = { ...peopleRoutes, ...rightsRoutes, ...invitationRoutes, ...peopleImportRoutes }
