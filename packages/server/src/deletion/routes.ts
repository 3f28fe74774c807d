import { personRoutes, routes } from '../platform/implement.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { cancelAccountDeletion, getAccountDeletion, requestAccountDeletion } from './account-deletion.ts'
import {
  cancelOrganizationDeletion,
  getOrganizationDeletion,
  requestOrganizationDeletion,
} from './organization-deletion.ts'

export const deletion = {
  getOrganization: routes.deletion.getOrganization.handler(async ({ context, input: { id } }) => {
    requireRequestedOrganization(id, context.me)
    return { data: await getOrganizationDeletion(context) }
  }),
  requestOrganization: routes.deletion.requestOrganization.handler(async ({ context, input: { id, ...request } }) => {
    requireRequestedOrganization(id, context.me)
    return { data: await requestOrganizationDeletion(context, request) }
  }),
  cancelOrganization: routes.deletion.cancelOrganization.handler(async ({ context, input: { id } }) => {
    requireRequestedOrganization(id, context.me)
    await cancelOrganizationDeletion(context)
    return { data: { canceled: true as const } }
  }),
  getAccount: personRoutes.deletion.getAccount.handler(async ({ context }) => ({
    data: await getAccountDeletion(context),
  })),
  requestAccount: personRoutes.deletion.requestAccount.handler(async ({ context, input: { email } }) => ({
    data: await requestAccountDeletion(context, email),
  })),
  cancelAccount: personRoutes.deletion.cancelAccount.handler(async ({ context }) => {
    await cancelAccountDeletion(context)
    return { data: { canceled: true as const } }
  }),
}
